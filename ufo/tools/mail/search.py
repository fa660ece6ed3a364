"""Searches a folder of mail: the newest first, from heads alone where they tell enough, and for a bounded time."""

from __future__ import annotations

import binascii
import heapq
import html
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from ufo.schema.patterns import regex
from ufo.tools.mail.boxes import HeldMail, opened
from ufo.tools.mail.head import head_field, moment_of
from ufo.tools.mail.mail_folder import MailFolder
from ufo.tools.mail.messages import count_attached, text_of

_FAR_PAST = datetime.min.replace(tzinfo=datetime.now().astimezone().tzinfo)
_CODED = (b"base64", b"\x1b", b"utf-7", b"uuencode")
"""What may hold a word that its bytes do not hold."""
_TAG = regex(r"<[^>]*>")
_PERSONS = ("To", "Cc", "Bcc")


@dataclass(frozen=True, slots=True)
class Wanted:
    """All of it must fit. `words`: each in sender, subject or text. `since`, `before`: days in ISO form. Texts are casefolded."""

    words: Sequence[str] = ()
    sender: str = ""
    to: str = ""
    since: str = ""
    before: str = ""
    unread: bool = False
    attached: bool = False

    def fits(self, held: HeldMail, moment: datetime | None) -> bool:
        day = moment.date().isoformat() if moment else ""
        if (self.since and day < self.since) or (self.before and (not day or day >= self.before)):
            return False
        if self.sender not in head_field(held.head, "From").casefold() or (self.unread and held.is_read):
            return False
        if self.to and not any(self.to in head_field(held.head, name).casefold() for name in _PERSONS):
            return False
        return not (self.words or self.attached) or self._fits_inside(held)

    def _fits_inside(self, held: HeldMail) -> bool:
        said = f"{head_field(held.head, 'From')} {head_field(held.head, 'Subject')}".casefold()
        words = [word for word in self.words if word not in said]
        if not words and not self.attached:
            return True
        data = held.data()
        if (self.attached and not _may_attach(data)) or not _may_say(data, words):
            return False
        message = held.message()
        if self.attached and not count_attached(message):
            return False
        text = text_of(message).casefold() if words else ""
        return all(word in text for word in words)


def _may_attach(data: bytes) -> bool:
    plain = data.lower()
    return b"name" in plain or b"multipart" in plain


def _may_say(data: bytes, words: Sequence[str]) -> bool:
    """Tell, without reading the mail, whether its text may have these words. Most have not, and reading takes long."""
    plain = data.lower()
    if not words or any(sign in plain for sign in _CODED):
        return True
    try:
        texts = [data.decode(), *([binascii.a2b_qp(data).decode()] if b"quoted-printable" in plain else [])]
    except UnicodeDecodeError:
        return True
    if b"html" in plain:
        texts.append(html.unescape(_TAG.sub("", texts[-1])))
    folded = [text.casefold() for text in texts]
    return all(any(word in text for text in folded) for word in words)


@dataclass(frozen=True, slots=True)
class Row:
    """A mail in a list. `attached`: how many files."""

    number: int
    sender: str
    subject: str
    moment: datetime | None
    is_read: bool
    attached: int


@dataclass(slots=True)
class Search:
    """`rows`: the newest that fit. `count`: how many fit. `looked`: how many were looked at. `left`: how many were not, since the
    time was over; `down_to`: when the last one that was looked at was written.
    """

    rows: list[Row] = field(default_factory=list)
    count: int = 0
    looked: int = 0
    left: int = 0
    down_to: datetime | None = None


def search(folder: MailFolder, wanted: Wanted, most: int, seconds: float) -> Search:
    """Return what fits, `most` rows of it at most. Raises ToolError. Blocking."""
    found = Search()
    newest: list[tuple[datetime, int]] = []
    over = time.monotonic() + seconds
    with opened(folder.path) as box:
        for held in box.newest_first():
            found.looked += 1
            moment = moment_of(head_field(held.head, "Date"))
            if wanted.fits(held, moment):
                found.count += 1
                heapq.heappush(newest, (moment or _FAR_PAST, held.number))
                if len(newest) > most:
                    heapq.heappop(newest)
            if time.monotonic() > over and held.number > 1:
                found.left, found.down_to = held.number - 1, moment
                break
        chosen = [box.mail(number) for _, number in sorted(newest, reverse=True)]
        found.rows = [_row(held) for held in chosen if held is not None]
    return found


def _row(held: HeldMail) -> Row:
    return Row(
        number=held.number,
        sender=head_field(held.head, "From"),
        subject=head_field(held.head, "Subject"),
        moment=moment_of(head_field(held.head, "Date")),
        is_read=held.is_read,
        attached=count_attached(held.message()),
    )

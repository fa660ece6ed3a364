"""What a mail says: who wrote it and when, its text, and what is attached to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message

from ufo.conditions.readers.text import page_text
from ufo.tools.mail.head import moment_of, readable_header

_NAMELESS = "attachment"


@dataclass(frozen=True, slots=True)
class Attachment:
    """`name`: that of a file, without a path, whatever the mail says."""

    name: str
    kind: str
    data: bytes


def header(message: Message, name: str) -> str:
    """Return a header as a person reads it, in one line; "" where there is none."""
    raw = message[name]
    return "" if raw is None else readable_header(str(raw))


def written_at(message: Message) -> datetime | None:
    """Return when it was written, in the person's own time; None where it does not say so."""
    return moment_of(str(message["Date"]))


def text_of(message: Message) -> str:
    """Return the text of a mail: the plain one where it has one, else what its page shows."""
    parts = [part for part in _parts(message) if not _file_name(part)]
    plain = [_decoded(part) for part in parts if part.get_content_type() == "text/plain"]
    pages = [page_text(_decoded(part)) for part in parts if part.get_content_type() == "text/html"]
    return "\n".join(page.strip() for page in plain or pages if page.strip()).replace("\r\n", "\n")


def attachments(message: Message) -> list[Attachment]:
    found: list[Attachment] = []
    for part in _attached(message):
        data = part.get_payload(decode=True)
        plain = (
            _file_name(part).replace("\\", "/").rpartition("/")[2].replace("\0", "").lstrip(".").strip() or _NAMELESS
        )
        found.append(Attachment(plain[:200], part.get_content_type(), data if isinstance(data, bytes) else b""))
    return found


def count_attached(message: Message) -> int:
    """Return how many attachments there are, without decoding one."""
    return sum(1 for _ in _attached(message))


def _attached(message: Message) -> Iterator[Message]:
    parts = _parts(message)
    return (part for part in parts if _file_name(part) or part.get_content_maintype() not in ("text", "multipart"))


def _parts(message: Message) -> Iterator[Message]:
    return (node for node in message.walk() if not node.is_multipart())


def _file_name(part: Message) -> str:
    try:
        name = part.get_filename() or ""
        return " ".join(str(make_header(decode_header(name))).split())
    except (ValueError, LookupError, TypeError, MessageError):
        return _NAMELESS


def _decoded(part: Message) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    try:
        return data.decode(part.get_content_charset() or "utf-8", errors="replace")
    except (LookupError, ValueError):
        return data.decode("utf-8", errors="replace")

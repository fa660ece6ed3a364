"""Messages that are new, gone, moved or sent in the mail folders of a person, of whatever program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from types import MappingProxyType

from ufo.errors import ToolError
from ufo.proof.difference.kept_files import KeptFiles
from ufo.proof.difference.line_words import counted, listed, one_line, quoted, shown, unique
from ufo.proof.difference.moves import digest_of
from ufo.proof.difference.scan import Entry, entry_of
from ufo.proof.difference.told import bounded
from ufo.schema.action_class import ActionClass
from ufo.schema.fact import Channel, Fact, FactKind
from ufo.tools.mail.boxes import file_names, is_grown, opened, without_flags
from ufo.tools.mail.folders import mail_folders
from ufo.tools.mail.mail_folder import MailFolder, Role
from ufo.tools.mail.messages import header, text_of, written_at

_MOST_TOLD = 20
_MOST_KEPT = 40
_MOST_LETTERS = 4000


@dataclass(frozen=True)
class Mail:
    """`key`: its Message-ID, or what stands in its place. `day`: in ISO form, "" where it has none."""

    key: str
    sender: str
    to: str
    subject: str
    body: str
    day: str

    @property
    def told(self) -> str:
        if self == _UNOPENED:
            return ", which was not kept"
        to = f" to {shown(self.to)[:60]}" if self.to else " to nobody"
        body = f", {quoted(self.body, 60)}" if self.body else ", without a text"
        return f"{to}, subject {quoted(self.subject, 60)}{body}"

    @property
    def texts(self) -> tuple[str, ...]:
        return unique((self.to, self.sender, self.subject, self.body))


@dataclass(frozen=True)
class Stood:
    """A folder as it was. `names`: the files of a Maildir, without their flags, or of an MH folder."""

    folder: MailFolder
    entry: Entry | None
    names: frozenset[str] = frozenset()


class MailStores:
    """`kept`: where images go. A folder that nobody wrote to is not opened."""

    def __init__(self, home: Path, kept: KeptFiles) -> None:
        self._home = home
        self._kept = kept
        self.before: dict[Path, Stood] = {}
        """How each folder stood."""
        self.left_out: list[str] = []

    def take(self) -> None:
        """Note how the mail folders stand, and keep images of what may change in them. Blocking."""
        self.before = {folder.path: _stood(folder) for folder in mail_folders(self._home)}
        for path in self.before:
            self._kept.keep(list(file_names(path).values())[-_MOST_KEPT:] if path.is_dir() else [path])

    def facts(self) -> list[Fact]:
        """Return the messages that are new, gone, moved or sent. Blocking."""
        new: list[tuple[MailFolder, Mail]] = []
        gone: list[tuple[MailFolder, Mail]] = []
        for folder in mail_folders(self._home):
            was = self.before.get(folder.path, Stood(folder, None))
            now = _stood(folder)
            if (was.entry, was.names) == (now.entry, now.names):
                continue
            try:
                came, left = self._of_directory(was, now) if folder.path.is_dir() else self._of_file(was)
            except (ToolError, OSError) as error:
                self.left_out.append(f"mail folder {folder.name}: {error}")
                continue
            new += [(folder, mail) for mail in came]
            gone += [(folder, mail) for mail in left]
        return list(_told(new, gone))

    def ends(self) -> dict[Path, str]:
        """Return the kept files of mail that changed, each with the digest of what it holds now, "" for gone. Blocking."""
        ends = {path: digest_of(path) for path in self.before if not path.is_dir()}
        return {path: digest for path, digest in ends.items() if digest != self._kept.digest_of(path)}

    def _of_file(self, was: Stood) -> tuple[list[Mail], list[Mail]]:
        """Return the messages that are new in an mbox, and those that are gone from it."""
        path, image = was.folder.path, self._kept.copy_of(was.folder.path)
        if was.entry is not None and image is None:
            if not is_grown(path, was.entry.size):
                raise ToolError("it changed, and how it was is not kept")
            self.left_out.append(f"mail folder {was.folder.name}: it is large; only what was added to it is told")
            return list(_read(path, begin=was.entry.size).values()), []
        olds = {} if image is None else _read(image)
        news = _read(path)
        return [news[key] for key in news if key not in olds], [olds[key] for key in olds if key not in news]

    def _of_directory(self, was: Stood, now: Stood) -> tuple[list[Mail], list[Mail]]:
        """Return the same of a Maildir or an MH folder. Files that are there on both sides are not opened."""
        files = file_names(now.folder.path)
        kept = {
            without_flags(path.name): self._kept.copy_of(path)
            for path in self._kept.paths
            if path.parent in _parts(now)
        }
        came = [mail for name in sorted(now.names - was.names) for mail in _read(files[name]).values()]
        left = [kept.get(name) for name in sorted(was.names - now.names)]
        return came, [mail for image in left for mail in ([_UNOPENED] if image is None else _read(image).values())]


_UNOPENED = Mail("", "", "", "", "", "")
_UNSENT = MappingProxyType({Role.DRAFTS: "new draft, not sent,", Role.OUTBOX: "new message that waits to be sent,"})
"""What stands in a folder whose mail was not sent yet."""


def _told(new: list[tuple[MailFolder, Mail]], gone: list[tuple[MailFolder, Mail]]) -> Iterator[Fact]:
    # What arrived meanwhile hides nothing of what was sent or moved.
    new = sorted(new, key=lambda each: each[0].role is Role.INBOX)
    left = {mail.key: folder for folder, mail in gone}
    came = {mail.key for _, mail in new}
    for folder, mail in new[:_MOST_TOLD]:
        before = left.get(mail.key) if mail.key else None
        if folder.role is Role.SENT and (before is None or before.role in _UNSENT):
            yield _fact(folder.name, f"mail, {shown(folder.name)}: message sent{mail.told}", mail, is_sent=True)
        elif before is not None:
            line = f"mail: message moved from {quoted(before.name)} to {quoted(folder.name)}:{mail.told}"
            yield _fact(folder.name, line, mail)
        else:
            what = _UNSENT.get(folder.role, "new message")
            fact = _fact(folder.name, f"mail, {shown(folder.name)}: {what}{mail.told}", mail)
            yield fact.model_copy(update={"by_product": _why([folder])})
    for folder, mail in [(folder, mail) for folder, mail in gone if not mail.key or mail.key not in came][:_MOST_TOLD]:
        yield _fact(folder.name, f"mail, {shown(folder.name)}: message gone{mail.told}", mail, is_gone=True)
    if len(new) > _MOST_TOLD:
        subjects = listed([quoted(mail.subject, 30) for _, mail in new[_MOST_TOLD:]])
        mails = [mail for _, mail in new[_MOST_TOLD:]]
        line = one_line(f"mail: {counted(len(mails), 'more new message')}: {subjects}")
        texts = bounded(text for mail in mails for text in mail.texts)
        folders = [folder for folder, _ in new[_MOST_TOLD:]]
        yield Fact(
            kind=FactKind.CHANGE,
            line=line,
            place="mail",
            texts=texts,
            channel=Channel.MAIL,
            outward=ActionClass.SEND.value if any(folder.role is Role.SENT for folder in folders) else "",
            by_product=_why(folders),
        )


def _why(folders: Iterable[MailFolder]) -> str:
    """Return why nobody has to ask for messages that are new in these folders, "" where somebody has to."""
    return "mail that arrived" if all(folder.role is Role.INBOX for folder in folders) else ""


def _fact(folder: str, line: str, mail: Mail, *, is_gone: bool = False, is_sent: bool = False) -> Fact:
    texts = bounded((folder, folder.rsplit("/", 1)[-1], *(() if is_gone else mail.texts)))
    return Fact(
        kind=FactKind.CHANGE,
        line=one_line(line),
        place=f"mail, {folder}",
        texts=texts,
        gone=bounded(mail.texts) if is_gone else (),
        dates=(mail.day,) if mail.day else (),
        channel=Channel.MAIL,
        outward=ActionClass.SEND.value if is_sent else "",
        loss=is_gone,
    )


def _stood(folder: MailFolder) -> Stood:
    if folder.path.is_dir():
        return Stood(folder, None, frozenset(file_names(folder.path)))
    return Stood(folder, entry_of(folder.path))


def _parts(stood: Stood) -> frozenset[Path]:
    """Return the directories in which a folder's files of mail lie."""
    path = stood.folder.path
    return frozenset((path, path / "cur", path / "new"))


def _read(path: Path, begin: int = 0) -> dict[str, Mail]:
    """Return the messages of a file by their keys; of an mbox, what lies behind a byte. Raises ToolError."""
    with opened(path, begin) as box:
        return {mail.key: mail for held in box.oldest_first() if (mail := _mail(held.message()))}


def _mail(message: Message) -> Mail:
    subject, sender = header(message, "Subject"), header(message, "From")
    to = ", ".join(filter(None, (header(message, name) for name in ("To", "Cc", "Bcc"))))
    written = written_at(message)
    key = header(message, "Message-ID") or f"{header(message, 'Date')} {sender} {subject}"
    day = written.date().isoformat() if written is not None else ""
    return Mail(key, sender, to, subject, text_of(message)[:_MOST_LETTERS], day)

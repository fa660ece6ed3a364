"""Messages that are new, gone or moved in the mail folders of a person: Maildir, mbox, and those of Thunderbird."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

from ufo.errors import ToolError
from ufo.proof.difference.kept_files import KeptFiles
from ufo.proof.difference.line_words import counted, listed, one_line, quoted, shown, unique
from ufo.proof.difference.moves import digest_of
from ufo.proof.difference.scan import Entry, entry_of
from ufo.proof.difference.told import bounded
from ufo.schema.fact import Channel, Fact, FactKind
from ufo.tools.mail.folders import MailFolder, mail_folders, messages_in
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
    """A folder as it was. `names`: the files of a Maildir without their flags."""

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
            if path.is_dir():
                self._kept.keep(sorted(_files(path), key=lambda file: file.name, reverse=True)[:_MOST_KEPT])
            else:
                self._kept.keep([path])

    def facts(self) -> list[Fact]:
        """Return the messages that are new, gone or moved. Blocking."""
        new: list[tuple[str, Mail]] = []
        gone: list[tuple[str, Mail]] = []
        for folder in mail_folders(self._home):
            was = self.before.get(folder.path, Stood(folder, None))
            now = _stood(folder)
            if (was.entry, was.names) == (now.entry, now.names):
                continue
            try:
                olds, news = self._mails(was, is_old=True), self._mails(now)
            except ToolError as error:
                self.left_out.append(f"mail folder {folder.name}: {error}")
                continue
            new += [(folder.name, mail) for key, mail in news.items() if key not in olds]
            gone += [(folder.name, mail) for key, mail in olds.items() if key not in news]
        return list(_told(new, gone))

    def ends(self) -> dict[Path, str]:
        """Return the kept files of mail that changed, each with the digest of what it holds now, "" for gone. Blocking."""
        ends = {path: digest_of(path) for path in self.before if not path.is_dir()}
        return {path: digest for path, digest in ends.items() if digest != self._kept.digest_of(path)}

    def _mails(self, stood: Stood, *, is_old: bool = False) -> dict[str, Mail]:
        path = stood.folder.path
        if path.is_dir():
            return self._of_maildir(stood, is_old=is_old)
        if is_old:
            image = self._kept.copy_of(path)
            if image is None:
                if stood.entry is not None:
                    raise ToolError("it changed, and how it was is not kept")
                return {}
            path = image
        return {mail.key: mail for _, message in messages_in(MailFolder("", path)) if (mail := _mail(message))}

    def _of_maildir(self, stood: Stood, *, is_old: bool) -> dict[str, Mail]:
        """Return the messages of a Maildir by their files: those that are there on both sides are not opened."""
        other = _names(stood.folder.path) if is_old else self.before.get(stood.folder.path, stood).names
        kept = {_unflagged(path): self._kept.copy_of(path) for path in self._kept.paths}
        files = {_unflagged(path): path for path in _files(stood.folder.path)}
        found = {}
        for name in stood.names:
            if name in other and stood.folder.path in self.before:
                found[name] = _UNOPENED
                continue
            file = kept.get(name) if is_old else files.get(name)
            found[name] = _UNOPENED if file is None else _read(file)
        return found


_UNOPENED = Mail("", "", "", "", "", "")


def _told(new: list[tuple[str, Mail]], gone: list[tuple[str, Mail]]) -> Iterator[Fact]:
    left = {mail.key: folder for folder, mail in gone}
    came = {mail.key for _, mail in new}
    for folder, mail in new[:_MOST_TOLD]:
        if mail.key and mail.key in left:
            line = f"mail: message moved from {quoted(left[mail.key])} to {quoted(folder)}:{mail.told}"
        else:
            line = f"mail, {shown(folder)}: new message{mail.told}"
        yield _fact(folder, line, mail)
    for folder, mail in [(folder, mail) for folder, mail in gone if not mail.key or mail.key not in came][:_MOST_TOLD]:
        yield _fact(folder, f"mail, {shown(folder)}: message gone{mail.told}", mail, is_gone=True)
    if len(new) > _MOST_TOLD:
        subjects = listed([quoted(mail.subject, 30) for _, mail in new[_MOST_TOLD:]])
        mails = [mail for _, mail in new[_MOST_TOLD:]]
        line = one_line(f"mail: {counted(len(mails), 'more new message')}: {subjects}")
        texts = bounded(text for mail in mails for text in mail.texts)
        yield Fact(kind=FactKind.CHANGE, line=line, place="mail", texts=texts, channel=Channel.MAIL)


def _fact(folder: str, line: str, mail: Mail, *, is_gone: bool = False) -> Fact:
    texts = bounded((folder, folder.rsplit("/", 1)[-1], *(() if is_gone else mail.texts)))
    return Fact(
        kind=FactKind.CHANGE,
        line=one_line(line),
        place=f"mail, {folder}",
        texts=texts,
        gone=bounded(mail.texts) if is_gone else (),
        dates=(mail.day,) if mail.day else (),
        channel=Channel.MAIL,
        loss=is_gone,
    )


def _stood(folder: MailFolder) -> Stood:
    if folder.path.is_dir():
        return Stood(folder, None, _names(folder.path))
    return Stood(folder, entry_of(folder.path))


def _files(maildir: Path) -> Iterator[Path]:
    for part in ("cur", "new"):
        try:
            yield from (file for file in (maildir / part).iterdir() if file.is_file())
        except OSError:
            continue


def _names(maildir: Path) -> frozenset[str]:
    return frozenset(_unflagged(file) for file in _files(maildir))


def _unflagged(file: Path) -> str:
    """Return the name of a message's file without its flags, which say for one that it was read."""
    return file.name.rpartition(":2,")[0] or file.name


def _read(file: Path) -> Mail:
    for _, message in messages_in(MailFolder("", file)):
        return _mail(message)
    return _UNOPENED


def _mail(message: Message) -> Mail:
    subject, sender = header(message, "Subject"), header(message, "From")
    to = ", ".join(filter(None, (header(message, name) for name in ("To", "Cc", "Bcc"))))
    written = written_at(message)
    key = header(message, "Message-ID") or f"{header(message, 'Date')} {sender} {subject}"
    day = written.date().isoformat() if written is not None else ""
    return Mail(key, sender, to, subject, text_of(message)[:_MOST_LETTERS], day)

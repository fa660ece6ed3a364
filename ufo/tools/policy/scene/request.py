"""The person's request as it is written: which names, addresses and files stand in it letter for letter, and which lines are the
person's own.

No word of any language is known here. What the words mean is for a reader (`consent/mandate.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ufo.schema.file_names import path_meant
from ufo.schema.quotations import quotation_end
from ufo.text.fold import literal
from ufo.text.literal_names import IN_NAMES, goes_on, is_part, places
from ufo.text.scripts import belong, is_spaced

_IN_ADDRESSES = frozenset("abcdefghijklmnopqrstuvwxyz0123456789.-:/_~%?=&#@[]+")
_COLONS, _BORDERS = ":\uff1a", "-=_*~#\u2014\u2500"
_LONGEST_HEAD, _MOST_HEAD_WORDS = 40, 3
_LONGEST_PATH = 500
_FILE_ENDINGS = frozenset((
    "odt", "ods", "odp", "odg", "txt", "md", "csv", "tsv", "pdf", "docx", "xlsx", "pptx", "doc", "xls", "ppt", "rtf", "png",
    "jpg", "jpeg", "gif", "svg", "html", "htm", "json", "yaml", "yml", "xml", "ini", "zip", "py", "sh", "eml",
))  # fmt: skip
"""What looks like a host and is a file."""
_LONGEST_ENDING = 8
_SHORTEST_STEM = 3


@dataclass(frozen=True)
class Request:
    """The person's request. `open_documents` are the names of what was open when it was made; `folder` is the working folder."""

    text: str = ""
    open_documents: tuple[str, ...] = ()
    folder: Path = Path()

    @property
    def is_given(self) -> bool:
        return bool(self.text.strip())

    def says(self, name: str) -> bool:
        """Return whether the request has that name, letter for letter but for case, and not as a part of a longer word."""
        wanted = literal(name).casefold()
        return any(not is_part(self._plain, at, at + len(wanted)) for at in places(self._plain, wanted))

    def holds(self, quote: str) -> bool:
        """Return whether these words stand in the request, letter for letter but for spaces."""
        return _is_worded(quote) and literal(quote) in literal(self.text)

    def says_itself(self, quote: str) -> bool:
        """Return whether these words stand in one line of the person's own, and not within a quotation.

        Own are the lines up to the first that is empty or has no letters, that is marked as a citation, that is headed like a
        line of a mail or a chat ("From: …", "Eve: …"), or that follows a line with a colon at its end: what comes then may be
        pasted, and a list under a heading says what the heading says.
        """
        wanted = literal(quote)
        return _is_worded(quote) and any(
            quoted_to[at] < at + len(wanted) for line, quoted_to in self._own_lines for at in places(line, wanted)
        )

    def names(self, path: Path) -> bool:
        """Return whether the request names that file or folder: by its path; by its name, where it lies in the working folder or
        in a folder that the request names, or was open; or by its ending, as in "*.tmp".
        """
        return any(self._means(written, path) for written in self._written_as(path.name)) or (
            self._was_open(path) or (self._says_ending(path.suffix) and self._is_near(path))
        )

    def names_below(self, path: Path) -> bool:
        """Return whether the request names that file or folder, wherever it lies below the working folder: by its name, where
        none of that name lies in the working folder itself, or by its ending.
        """
        here = self.folder.resolve()
        if self.names(path) or not path.is_relative_to(here) or any(map(_is_hidden, path.relative_to(here).parts)):
            return self.names(path)
        by_name = any("/" not in written for written in self._written_as(path.name)) and not (here / path.name).exists()
        return by_name or self._says_ending(path.suffix)

    def names_folder_of(self, path: Path) -> bool:
        """Return whether the request names a folder below the working folder in which that file lies, at any depth."""
        here = self.folder.resolve()
        if not path.is_relative_to(here) or any(map(_is_hidden, path.relative_to(here).parts)):
            return False
        return any(folder.is_relative_to(here) and folder != here and self.names(folder) for folder in path.parents)

    def names_document(self, document: Path) -> bool:
        """Return whether the request is about that document: by its path, name or stem, or as an open document where the request
        names no file.
        """
        written = self._written_as(document.name)
        if written:
            return any(self._means(text, document) for text in written)
        if len(document.stem) >= _SHORTEST_STEM and self.says(document.stem):
            return True
        return not self._names_files and document.name in self.open_documents

    def writes(self, name: str) -> bool:
        """Return whether the request writes the name of that file."""
        return bool(self._written_as(name))

    @cached_property
    def hosts(self) -> tuple[str, ...]:
        """The hosts that the request names, each with its port where it has one."""
        return tuple(host for address in self._addresses for host in [_host_of(address)] if host)

    @cached_property
    def has_mail_address(self) -> bool:
        return any("@" in address.strip("@") for address in self._addresses)

    @cached_property
    def _plain(self) -> str:
        return literal(self.text).casefold()

    @cached_property
    def _own_lines(self) -> tuple[tuple[str, list[int]], ...]:
        """The person's own lines, each with what `_quoted_to` returns of it."""
        own: list[str] = []
        for line in self.text.strip().splitlines():
            if not _is_worded(line) or _is_cited(line) or (own and (own[-1][-1:] in _COLONS or _is_headed(line))):
                break
            own.append(literal(line))
        return tuple((line, _quoted_to(line)) for line in own)

    @cached_property
    def _addresses(self) -> tuple[str, ...]:
        kept = "".join(text if text in _IN_ADDRESSES else " " for text in self.text.casefold())
        return tuple(part.strip(".,:;?!-") for part in kept.split())

    @property
    def _names_files(self) -> bool:
        return any(
            _has_ending(address) or "/" in address
            for address in self._addresses
            if "@" not in address and "://" not in address
        )

    def _written_as(self, name: str) -> Mapping[str, None]:
        """Return how the request writes that file's name: with the folders before it where it does."""
        text, wanted = literal(self.text), literal(name)
        found: dict[str, None] = {}
        for at in places(text.lower(), wanted.lower()) if len(text.lower()) == len(text) else ():
            end = at + len(wanted)
            before = text[at - 1] if at else ""
            if goes_on(text, end) or (before and before != "/" and (before in IN_NAMES or belong(before, text[at]))):
                continue
            found[text[_path_start(text, at) : end]] = None
        return found

    def _means(self, written: str, path: Path) -> bool:
        if "/" not in written:
            return not path.is_absolute() or self._is_near(path) or self._was_open(path)
        try:
            return path_meant(written, self.folder).resolve() == path
        except (OSError, RuntimeError):
            return False

    def _was_open(self, path: Path) -> bool:
        """Tell whether the path may be of a document that was open: not where the working folder has another of its name."""
        return path.name in self.open_documents and (self._is_near(path) or not (self.folder / path.name).exists())

    def _is_near(self, path: Path) -> bool:
        here = self.folder.resolve()
        if path.parent.resolve() == here:
            return True
        return self.says(path.parent.name) and not (here / path.name).exists()

    def _says_ending(self, ending: str) -> bool:
        text = self._plain
        return len(ending) > 1 and any(
            not goes_on(text, at + len(ending)) and (not at or not (text[at - 1].isalnum() or text[at - 1] in IN_NAMES))
            for at in places(text, ending.casefold())
        )


def _is_hidden(name: str) -> bool:
    return name.startswith(".")


def _is_worded(text: str) -> bool:
    return any(sign.isalnum() for sign in text)


def _is_cited(line: str) -> bool:
    """Tell whether a line is marked as a citation, or as the border of one: "> …", "--- … ---"."""
    marks = line.strip()[:2]
    return line.lstrip().startswith((">", "```", "<", "|")) or (len(marks) == 2 and marks[0] == marks[1] in _BORDERS)


def _is_headed(line: str) -> bool:
    """Tell whether a line begins with a name and a colon, as those of a mail's head and of a chat do."""
    begin = line.strip()[: _LONGEST_HEAD + 1]
    ends = [at for at in (begin.find(f"{_COLONS[0]} "), begin.find(_COLONS[1])) if at >= 0]
    return bool(ends) and _is_worded(begin[: min(ends)]) and len(begin[: min(ends)].split()) <= _MOST_HEAD_WORDS


def _path_start(text: str, at: int) -> int:
    """Return where the path begins whose last name begins at `at`."""
    first = max(0, at - _LONGEST_PATH)
    if at and text[at - 1] == "/":
        while at > first and (text[at - 1] in IN_NAMES or is_spaced(text[at - 1])):
            at -= 1
    return at


def _quoted_to(line: str) -> list[int]:
    """Return for each character where the quotation around it ends, marks included; 0 outside of quotations. One that is not
    closed goes to the end of the line.
    """
    ends, at = [0] * len(line), 0
    while at < len(line):
        end = quotation_end(line, at)
        ends[at:end] = [end] * (end - at)
        at = max(end, at + 1)
    return ends


def _host_of(address: str) -> str:
    """Return the host of an address, with its port; "" for anything else."""
    scheme, marked, rest = address.partition("://")
    if (marked and scheme not in ("http", "https")) or (not marked and ("@" in address or address.startswith("/"))):
        return ""
    host, port = (rest if marked else address).partition("/")[0].partition("?")[0].partition("#")[0], ""
    if not host.startswith("["):
        host, _, port = host.partition(":")
    last = host.rpartition(".")[2]
    is_number = host.count(".") == 3 and host.replace(".", "").isdigit()
    is_name = "." in host and last.isalpha() and len(last) > 1 and (marked or last not in _FILE_ENDINGS)
    if not (is_number or is_name or host == "localhost" or (marked and host)):
        return ""
    return f"{host}:{port}" if port.isdigit() else host


def _has_ending(word: str) -> bool:
    stem, dot, ending = word.rpartition(".")
    return bool(dot and stem and ending[:1].isalpha() and ending.isalnum() and len(ending) <= _LONGEST_ENDING)

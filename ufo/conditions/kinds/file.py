"""A file: that it is there or gone, what its text holds, who may read it, where a link leads."""

from __future__ import annotations

import math
import stat
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field

from ufo.conditions.before import Before
from ufo.conditions.document_match import Judgement, why_unread
from ufo.conditions.on_disk import OnDisk, at_home
from ufo.conditions.properties import CSV, DOCX, ODG, ODP, ODS, ODT, PPTX, XLSX, ending_of
from ufo.conditions.readers.pictures import is_blank
from ufo.conditions.readers.read_document import is_broken, read_document
from ufo.conditions.readers.text import read_text
from ufo.conditions.text_match import contains_lines, contains_text, holds_typed
from ufo.schema.file_names import path_meant
from ufo.schema.predicate import Truth

_LAID_OUT = frozenset({".pdf", ".html", ".htm", ".xhtml"})
_MENDED = frozenset({*ODT, *DOCX, *ODP, *ODG, *PPTX, *ODS, *XLSX, ".rtf", ".html", ".htm"})
"""File types whose applications autocorrect typed text."""


class FilePredicate(OnDisk):
    """A file. `contains` is looked for in its text: of plain files, and of the documents that `ufo.conditions` reads. With
    `exists` false it is the text that must not be there.

    `changed_after`: seconds since 1970; a file that was last written before has not been saved since.
    `typed`: `contains` was typed, and is there as well where the application mended it ("don't" with a round mark).
    `mode`: who may read, write and run it, as three octal digits ("700"). `target`: where a link leads; a name alone is enough.
    """

    LINE: ClassVar[str] = '{"on": "file", path, contains?, mode? "700", target? of a link}'
    # That a file contains a text somewhere shows no value and no place.
    SILENT: ClassVar[frozenset[str]] = frozenset({"contains", "typed", "mode", "target"})
    OURS: ClassVar[frozenset[str]] = frozenset({"changed_after"})

    on: Literal["file"] = "file"
    path: str
    exists: bool = True
    contains: str | None = None
    changed_after: float | None = None
    typed: bool = False
    mode: str | None = Field(default=None, pattern=r"^0?[0-7]{3}$")
    target: str | None = None

    def is_of_being_there(self) -> bool:
        return (self.contains, self.mode, self.target, self.changed_after) == (None, None, None, None)

    def judge(self, path: Path) -> Judgement:
        return self.judge_since(path, 0.0)

    def judge_since(self, path: Path, begun: float) -> Judgement:
        """Judge the file. Whether it is of the kind that its name says is asked only of one that was written since the run began:
        one that was moved as it was is right whatever is in it.
        """
        there = path.exists()
        if there and not self.exists and self.contains is not None:
            return _turned_round(self._judge_text(path, self.contains))
        if there != self.exists:
            return Judgement(Truth.UNSATISFIED, f"{path.name} is {'there' if there else 'not there'}")
        if not there:
            return Judgement(Truth.SATISFIED, f"{path.name} is not there")
        if self.changed_after is not None and path.stat().st_mtime < self.changed_after:
            return Judgement(Truth.UNSATISFIED, f"{path.name} has not been written since")
        if other := self._otherwise(path):
            return Judgement(Truth.UNSATISFIED, other)
        if self.contains is not None:
            return self._judge_text(path, self.contains)
        if self.mode or self.target:
            return Judgement(Truth.SATISFIED, self._rights_and_target(path))
        return _is_right(path, begun)

    async def held(self, before: Before) -> bool:
        # That a file was written since is news by what it says.
        speaks_of_writing = self.changed_after is not None and self.contains is None
        return not speaks_of_writing and await super().held(before)

    def held_of(self, copy: Path) -> bool:
        stated = self.model_copy(update={"changed_after": None})
        return stated._told(copy, math.inf).truth is Truth.SATISFIED

    def tells_content(self) -> bool:
        return self.contains is not None

    def wants_it_gone(self) -> bool:
        return not self.exists and self.contains is None

    def in_words(self) -> str:
        if not self.exists and self.contains is not None:
            return f"{at_home(self.path)} has no {self.contains!r} in it"
        holds = f" with {self.contains!r} in it" if self.contains else ""
        return f"{at_home(self.path)} is {'there' if self.exists else 'not there'}{holds}"

    def _otherwise(self, path: Path) -> str:
        """Return how its permissions or its link differ from what is stated, or ""."""
        if self.mode is not None and _mode(path) != int(self.mode, 8):
            return f"the permissions of {path.name} are {_mode(path):03o}, not {self.mode}"
        if self.target is None:
            return ""
        if not path.is_symlink():
            return f"{path.name} is no link"
        stated = path_meant(self.target, path.parent)
        is_meant = path.resolve() == stated.resolve() or ("/" not in self.target and path.resolve().name == stated.name)
        return "" if is_meant else f"{path.name} leads to {path.readlink()}, not to {self.target}"

    def _rights_and_target(self, path: Path) -> str:
        told = [f"the permissions of {path.name} are {_mode(path):03o}"] if self.mode is not None else []
        told += [f"{path.name} leads to {path.readlink()}"] if self.target is not None else []
        return "; ".join(told)

    def _judge_text(self, path: Path, wanted: str) -> Judgement:
        document = read_document(path)
        # A table in a CSV file may be stated as it is written, separators included.
        holds = self._holds(path, document.text, wanted) or (
            document.sheets != () and ending_of(path.name) in CSV and self._holds(path, read_text(path), wanted)
        )
        if not holds and document.has_unread:
            return Judgement(Truth.UNKNOWN, why_unread(document))
        said = f"{path.name} {'contains' if holds else 'does not contain'} {wanted!r}"
        return Judgement(Truth.of(holds), said)

    def _holds(self, path: Path, text: str, wanted: str) -> bool:
        if self.typed:
            return holds_typed(text, wanted, is_rich=ending_of(path.name) in _MENDED)
        # The page decides where lines break in a file for printing or for a browser.
        contains = contains_text if path.suffix.casefold() in _LAID_OUT else contains_lines
        return contains(text, wanted)


def _turned_round(judged: Judgement) -> Judgement:
    """Judge that a text is not there by the judgement that it is; what cannot be read stays unknown."""
    opposite = {Truth.SATISFIED: Truth.UNSATISFIED, Truth.UNSATISFIED: Truth.SATISFIED}
    return Judgement(opposite.get(judged.truth, judged.truth), judged.evidence)


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _is_right(path: Path, begun: float) -> Judgement:
    """Judge a file of which nothing but its being there is stated."""
    if not path.is_file():
        return Judgement(Truth.SATISFIED, f"{path.name} is there")
    size = f"{path.stat().st_size:,} bytes"
    if path.stat().st_mtime < begun:
        return Judgement(Truth.SATISFIED, f"{path.name} is there as it was, {size}")
    if is_broken(path):
        return Judgement(Truth.UNSATISFIED, f"{path.name} is there, but it is no {path.suffix} file: {size}")
    if is_blank(path):
        said = f"{path.name} is there, but all of one colour; state what shows that it is right"
        return Judgement(Truth.UNKNOWN, said)
    return Judgement(Truth.SATISFIED, f"{path.name} is there, {size}")

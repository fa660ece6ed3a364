"""Predicates: what must hold after an action, a sub-task or a request. A model states them; they are checked without one
(design.md §4).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from ufo.errors import ToolError
from ufo.schema.cell_comparison import parse_comparison
from ufo.schema.properties import property_named, spelled_value


def _spelled(value: object) -> object:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int | float) else value


Shown = Annotated[str, BeforeValidator(_spelled)]
"""A text that is shown somewhere. Models write 6 and true as often as "6" and "true"."""


class _Predicate(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True)


class ElementPredicate(_Predicate):
    """A control of the selected window, found by name and, where given, role; `value` and `state` are what it must show."""

    on: Literal["element"] = "element"
    name: str
    role: str | None = None
    exists: bool = True
    value: Shown | None = None
    state: str | None = None


class WindowPredicate(_Predicate):
    """A window whose title contains `title`, ignoring case."""

    on: Literal["window"] = "window"
    title: str
    exists: bool = True


class FilePredicate(_Predicate):
    """A file. `contains` is looked for in its text: of plain files, and of the documents that `ufo.verify` reads.

    `changed_after`: seconds since 1970; a file that was last written before has not been saved since.
    `typed`: `contains` was typed, and is there as well where the application mended it ("don't" with a round mark).
    `mode`: who may read, write and run it, as three octal digits ("700"). `target`: where a link leads; a name alone is enough.
    """

    on: Literal["file"] = "file"
    path: str
    exists: bool = True
    contains: str | None = None
    changed_after: float | None = None
    typed: bool = False
    mode: str | None = Field(default=None, pattern=r"^0?[0-7]{3}$")
    target: str | None = None


class ProcessPredicate(_Predicate):
    """A program that runs for the person in question, by its name ("soffice.bin") or the base name of what it was started as."""

    on: Literal["process"] = "process"
    name: str
    exists: bool = True


class PagePredicate(_Predicate):
    """A page open in a browser, as the browser tells it of itself and not through the accessibility interface.

    `page`: a part of its address or title, "" for the only one. `contains`: a text that it shows. `field`: the label,
    name or placeholder of a field that shows `value` ("checked" or "unchecked" of a box).
    """

    on: Literal["page"] = "page"
    page: str = ""
    exists: bool = True
    contains: str | None = None
    field: str | None = None
    value: Shown | None = None

    @model_validator(mode="after")
    def _names_the_field(self) -> Self:
        if self.value is not None and not self.field:
            raise ValueError(
                f"value {self.value!r} of a page needs the field that shows it; where that has no label, state an element with "
                "its role and value"
            )
        return self


class DocumentPredicate(_Predicate):
    """A saved document, read from its file and never through the running application.

    `cells`: rows of texts that stand in sheet `sheet` from cell `start` on ("A1"), or in a table of a text or of slides. "*"
    for `sheet` means any of them, and any place where no `start` is given; "*" for `start` any place. A text that begins
    with "=" is the cell's formula.
    `chart`: the kind of a chart that must be there ("bar", "column", "line", "pie", "any") and, with `chart_refers_to`,
    the range it must draw ("A1:B5"). `paragraph`: a text that one paragraph contains, on `page` where that is given,
    and where `nth` is given that very one of those that are not empty (1 is the first, -1 the last);
    `lacks`: a text that none contains; `without`: one that none consists of, list marks aside.
    `pages`: how many pages or slides there are. `key`, `value`: what a file of settings holds where: JSON ("people[0].name"),
    INI and the like ("section.key"), the registry of LibreOffice ("org.openoffice.Office.Calc/Grid.Option").
    `width`, `height`: of a picture, in pixels. `sheets`: the names of all sheets, in order.
    `property`, `value`: one of `ufo.schema.properties` and what it must be, of the text `paragraph` wherever it stands as whole
    words, of the cells `start` ("A1:C1", "B2:B", "B", several by commas) of `sheet`, of the slide `page`, or of the whole.
    `where`: of these cells every one that fits "> 100", "C = open" (its row's cell in column C), "filled"; one must.

    `open`: the document as it stands in the running application, saved or not, by its title or path in `path`. It is
    asked for over a channel that did not act on it.
    """

    on: Literal["document"] = "document"
    path: str
    open: bool = False
    sheet: str | None = None
    start: str = "A1"
    cells: tuple[tuple[str, ...], ...] | None = None
    chart: str | None = None
    chart_refers_to: str | None = None
    paragraph: str | None = None
    lacks: str | None = None
    without: str | None = None
    page: int | None = Field(default=None, ge=1)
    nth: int | None = None
    pages: int | None = Field(default=None, ge=0)
    key: str | None = None
    value: Shown | None = None
    width: int | None = None
    height: int | None = None
    sheets: tuple[str, ...] | None = None
    property: str | None = None
    where: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _as_it_was_written(cls, data: Any) -> Any:
        """Complete what was written: cells on any sheet stand at any place, and `look` and `look_value` are the old names of
        `property` and `value` in kept predicates.
        """
        if not isinstance(data, dict):
            return data
        if data.get("sheet") == "*" and data.get("cells") and "start" not in data:
            data = {**data, "start": "*"}
        if not {"look", "look_value"} & data.keys():
            return data
        kept = {key: value for key, value in data.items() if key not in ("look", "look_value")}
        if data.get("look") is not None:
            kept |= {"property": data["look"], "value": data.get("look_value")}
        return kept

    @model_validator(mode="after")
    def _is_known(self) -> Self:
        if self.where is not None and (self.property is None or parse_comparison(self.where) is None):
            raise ValueError(
                f'{self.where!r} picks no cells for a property; write it like "> 100", "C = open" or "filled"'
            )
        if self.property is None:
            return self
        try:
            known = property_named(self.property)
            value = spelled_value(known, self.value or "")
        except ToolError as error:
            raise ValueError(str(error)) from error
        if known.keyed and not self.key:
            raise ValueError(f"{known.name} needs a key: the {known.keyed.lower()} that it is of")
        object.__setattr__(self, "property", known.name)
        object.__setattr__(self, "value", value)
        return self


def _as_meant(data: Any) -> Any:
    """Return a predicate of a document's text alone as one of its file, which says the same."""
    if isinstance(data, dict) and data.get("on") == "document" and data.keys() == {"on", "path", "contains"}:
        return {**data, "on": "file"}
    return data


Predicate = Annotated[
    ElementPredicate | WindowPredicate | FilePredicate | DocumentPredicate | ProcessPredicate | PagePredicate,
    Field(discriminator="on"),
    BeforeValidator(_as_meant),
]


def path_on_disk(predicate: Predicate) -> str | None:
    """Return the path of the file that the predicate is about, or None for anything else, including a document that is open in
    a running application.
    """
    if isinstance(predicate, FilePredicate) or (isinstance(predicate, DocumentPredicate) and not predicate.open):
        return predicate.path
    return None


def corrects(one: Predicate, other: Predicate) -> bool:
    """Tell whether it states the same with a place for the other's bare file name. A file of settings may lie in another folder
    than was thought.
    """
    path, bare = path_on_disk(one), path_on_disk(other)
    is_setting = getattr(other, "key", None) is not None
    if not path or not bare or ("/" in bare and not is_setting) or path == bare:
        return False
    return path.rpartition("/")[2] == bare.rpartition("/")[2] and one == other.model_copy(update={"path": path})


class Truth(StrEnum):
    SATISFIED = "satisfied"
    UNSATISFIED = "unsatisfied"
    UNKNOWN = "unknown"


class Finding(BaseModel):
    """The result of checking one predicate.

    `channel`: where the evidence came from (file, accessibility, windows). `independent`: False where the action went
    through the same channel, so that the evidence does not prove what it did. `stale`: the predicate held before anything
    was done, so that it proves nothing about what was done. `derived`: nobody stated it,
    it follows from words or from what was done. `withdrawn`: why it was taken back by whoever stated it.
    """

    model_config = ConfigDict(frozen=True)

    predicate: Predicate
    truth: Truth
    evidence: str
    channel: str
    independent: bool = True
    stale: bool = False
    derived: bool = False
    withdrawn: str = ""

    @property
    def proves(self) -> bool:
        return self.truth is Truth.SATISFIED and self.independent and not self.withdrawn


def refuted(findings: Sequence[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.truth is Truth.UNSATISFIED and not finding.withdrawn]

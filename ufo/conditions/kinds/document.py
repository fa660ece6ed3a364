"""A saved document, or one as it stands in the running application: its cells, charts, texts, pages, settings and properties."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from ufo.conditions.before import Before
from ufo.conditions.condition import Shown, Topic
from ufo.conditions.document_match import (
    ANY,
    Judgement,
    judge_cells,
    judge_chart,
    judge_key,
    judge_lacking,
    judge_pages,
    judge_paragraph,
    judge_sheets,
    judge_size,
    judge_without,
    page_number,
)
from ufo.conditions.on_disk import OnDisk, at_home
from ufo.conditions.properties import PDF, ending_of, in_prompt, property_named, spelled_value
from ufo.conditions.property_match import Demand, judge_property
from ufo.conditions.readers.model import Document
from ufo.conditions.readers.pdf import read_pages
from ufo.conditions.readers.query import Asked
from ufo.conditions.readers.read_document import read_document
from ufo.conditions.world import World
from ufo.errors import ToolError, UfoError, UnreadableDocument
from ufo.platform.scratch import scratch
from ufo.schema.cell_comparison import parse_comparison
from ufo.schema.fact import Channel
from ufo.schema.predicate import Finding, Truth

_COPY = "copy written by the application"
_NO_EXISTS = (
    'a document\'s condition has no "exists"; for a text that must be gone state "lacks": TEXT (or "without": TEXT for a whole '
    'line), with "page" where it must be gone from that page alone, and for the file {"on": "file", "path": P, "exists": false}'
)
_IN_FULL = """
  - cells [["x", "=A1*2"]] from start "A1" in sheet S ("*": any); sheets [names]; chart bar|column|line|pie|any,
    chart_refers_to "A1:B5"
  - paragraph: a text in one (nth 2: in that very one with text, -1: the last); lacks: a text in none; without: a text that
    none consists of; page N (-1: the last) of slides or PDF; pages: how many; width, height of a picture
  - property, value; of cells start is "B2:D9", "B2:B" or "B", and where "> 100", "C = open" or "filled" picks those that fit"""
_IN_BRIEF = """
  - cells [["x"]] from start in sheet; sheets; chart with chart_refers_to; paragraph (nth), lacks, without, page, pages; width,
    height; property with value (where)"""


class DocumentPredicate(OnDisk):
    """A saved document, read from its file and never through the running application.

    `cells`: rows of texts that stand in sheet `sheet` from cell `start` on ("A1"), or in a table of a text or of slides. "*"
    for `sheet` means any of them, and any place where no `start` is given; "*" for `start` any place. A text that begins
    with "=" is the cell's formula.
    `chart`: the kind of a chart that must be there ("bar", "column", "line", "pie", "any") and, with `chart_refers_to`,
    the range it must draw ("A1:B5"). `paragraph`: a text that one paragraph contains, on `page` where that is given (-1
    is the last), and where `nth` is given that very one of those that are not empty (1 is the first, -1 the last);
    `lacks`: a text that none contains; `without`: one that none consists of, list marks aside, both on `page` where given.
    `pages`: how many pages or slides there are. `key`, `value`: what a file of settings holds where: JSON ("people[0].name"),
    INI and the like ("section.key"), the registry of LibreOffice ("org.openoffice.Office.Calc/Grid.Option").
    `width`, `height`: of a picture, in pixels. `sheets`: the names of all sheets, in order.
    `property`, `value`: one of `properties.py` and what it must be, of the text `paragraph` wherever it stands as whole
    words, of the cells `start` ("A1:C1", "B2:B", "B", several by commas) of `sheet`, of the slide `page`, or of the whole.
    `where`: of these cells every one that fits "> 100", "C = open" (its row's cell in column C), "filled"; one must.

    `open`: the document as it stands in the running application, saved or not, by its title or path in `path`. It is
    asked for over a channel that did not act on it.
    """

    LINE: ClassVar[str] = (
        '{"on": "document", path, …}: its file, or with "open": true as the application has it, also by title; with\n'
        '  - key "a.b[0]", value: in JSON, INI, settings (~/.config/…)'
    )
    SILENT: ClassVar[frozenset[str]] = frozenset({"open"})

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
    page: int | None = Field(default=None, ge=-1)
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
        if data.get("exists") is False:
            raise ValueError(_NO_EXISTS)
        if data.get("exists") is True:
            data = {key: value for key, value in data.items() if key != "exists"}
        if data.get("sheet") == ANY and data.get("cells") and "start" not in data:
            data = {**data, "start": ANY}
        if not {"look", "look_value"} & data.keys():
            return data
        kept = {key: value for key, value in data.items() if key not in ("look", "look_value")}
        if data.get("look") is not None:
            kept |= {"property": data["look"], "value": data.get("look_value")}
        return kept

    @model_validator(mode="after")
    def _is_known(self) -> Self:
        if self.page == 0:
            raise ValueError("pages count from 1, and -1 is the last one")
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

    @classmethod
    def as_meant(cls, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a condition on a document's text alone as one on its file, which says the same."""
        return {**data, "on": "file"} if data.keys() == {"on", "path", "contains"} else data

    @classmethod
    def form(cls, topic: Topic) -> str:
        told = in_prompt(topic.endings).splitlines() if topic.with_properties else []
        return "\n".join([cls.LINE + (_IN_FULL if topic.in_full else _IN_BRIEF), *(f"    {line}" for line in told)])

    def judge(self, path: Path) -> Judgement:
        """Judge the document. Everything that is stated must hold; where nothing is, it only has to be readable."""
        judged = self._judged(path)
        if self.property is not None:
            judged.append(self._judge_property(path))
        whole = _together(judged)
        return Judgement(whole.truth, f"{path.name}: {whole.evidence}")

    async def check(self, world: World) -> Finding:
        return await self._check_open(world) if self.open else await super().check(world)

    async def held(self, before: Before) -> bool:
        if not self.open:
            return await super().held(before)
        return await asyncio.to_thread(self._stood_in_open, before)

    def channel(self) -> Channel:
        return Channel.DOCUMENT if self.open else Channel.FILE

    def place(self) -> str:
        return self.path

    def path_on_disk(self) -> str | None:
        return None if self.open else self.path

    def may_lie_elsewhere(self) -> bool:
        # An application keeps its settings where it likes.
        return self.key is not None

    def why_unreadable(self) -> str:
        suffix = PurePath(self.path).suffix
        if self.open or self.property is None or not suffix:
            return ""
        known = property_named(self.property)
        if ending_of(self.path) in known.formats:
            return ""
        tell = ", ".join(dict.fromkeys(text.lstrip(".") for text in known.formats))
        return f"{known.name!r} cannot be read from a {suffix} file, only from: {tell}; leave it out, or state what it contains"

    def in_words(self) -> str:
        where = at_home(self.path) if self.path else "the open document"
        if self.cells is not None and len(self.cells) == 1 and len(self.cells[0]) == 1:
            return f"{self.start}{f' of {where}' if self.path else ''} shows {self.cells[0][0]!r}"
        stated = [(name, value) for name, value in self.as_written().items() if name not in ("on", "path", "open")]
        return f"{where}: {', '.join(f'{name} {value!r}' for name, value in stated) or 'it can be read'}"

    async def _check_open(self, world: World) -> Finding:
        """Check it on a copy that the application writes."""
        name = Path(self.path).name if self.path else "the open document"
        with scratch() as folder:
            try:
                path = await world.copy_of_document(self.path, folder)
            except (UfoError, OSError) as error:
                return self.finding(Truth.UNKNOWN, f"{name} could not be read as it is open: {error}", _COPY)
            stated = self.model_copy(update={"path": str(path), "open": False})
            found = await asyncio.to_thread(stated.check_now)
        said = f"{name}, as it is open: {found.evidence.removeprefix(f'{path.name}: ')}"
        return self.finding(found.truth, said, _COPY)

    def _stood_in_open(self, before: Before) -> bool:
        """Tell whether it held of the file of an open document. Blocking."""
        if before.files is None:
            return False
        names = [self.path] if self.path else [*before.titles]
        return any(map(self.held_of, before.files.named(names)))

    def _judged(self, path: Path) -> list[Judgement]:
        """Return one judgement for each statement, the property excepted. One that states a property alone does not make the file
        be read.
        """
        size = (self.width, self.height)
        # With a property, the key names the object that has it.
        key = self.key if self.property is None else None
        stated: tuple[tuple[object, Callable[[Document], Judgement]], ...] = (
            (self.cells, lambda document: judge_cells(document, self.sheet, self.start, self.cells or ())),
            (self.chart, lambda document: judge_chart(document, self.chart or "", self.sheet, self.chart_refers_to)),
            (self.paragraph, lambda document: judge_paragraph(document, self.paragraph or "", self.page, self.nth)),
            (self.lacks, lambda document: judge_lacking(document, self.lacks or "", self.page)),
            (self.without, lambda document: judge_without(document, self.without or "", self.page)),
            (self.pages, lambda document: judge_pages(document, self.pages or 0)),
            (self.sheets, lambda document: judge_sheets(document, self.sheets or ())),
            (key, lambda document: judge_key(document, key or "", self.value)),
            (None if size == (None, None) else size, lambda document: judge_size(document, *size)),
        )
        judges = [judge for value, judge in stated if value is not None]
        if not judges and self.property is not None:
            return []
        # How many pages there are does not depend on their text, which a PDF file of scanned pages lacks.
        counts_only = self.pages is not None and len(judges) == 1 and ending_of(path.name) in PDF
        document = read_pages(path) if counts_only else read_document(path)
        return [judge(document) for judge in judges]

    def _page_in(self, path: Path) -> int:
        """Return the number of the page that is meant, 0 for none. Blocking."""
        page = self.page or 0
        return page if page >= 0 else page_number(page, len(read_document(path).pages))

    def _judge_property(self, path: Path) -> Judgement:
        """Judge the property alone. What the file does not say about it must not make the other statements unknown."""
        try:
            asked = Asked(
                name=self.property or "",
                text=self.paragraph or "",
                sheet=self.sheet if self.sheet and self.sheet != ANY else "",
                start=self.start,
                page=self._page_in(path),
                key=self.key or "",
            )
            return judge_property(path, Demand(asked, self.value or "", self.where))
        except UnreadableDocument as error:
            return Judgement(Truth.UNKNOWN, str(error))


def _together(judged: Sequence[Judgement]) -> Judgement:
    """Join judgements into one that holds only if all of them hold. Unsatisfied takes precedence over unknown."""
    wrong = [judgement for judgement in judged if judgement.truth is not Truth.SATISFIED]
    truths = {judgement.truth for judgement in wrong}
    truth = Truth.UNSATISFIED if Truth.UNSATISFIED in truths else (Truth.UNKNOWN if truths else Truth.SATISFIED)
    return Judgement(truth, "; ".join(judgement.evidence for judgement in wrong or judged) or "it can be read")

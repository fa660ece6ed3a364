"""A page that is open in a browser."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import ClassVar, Literal, Self

from pydantic import model_validator

from ufo.conditions.before import Before
from ufo.conditions.condition import Condition, Shown, Topic
from ufo.conditions.document_match import Judgement
from ufo.conditions.readers.pages.devtools import Field, Page, PagesUnreadable
from ufo.conditions.text_match import contains_text
from ufo.conditions.world import World
from ufo.errors import DesktopError
from ufo.schema.fact import Channel
from ufo.schema.predicate import Finding, Truth
from ufo.text.labels import trimmed

_DEVTOOLS = "devtools"
_OF_BOXES = MappingProxyType({"on": "checked", "true": "checked", "off": "unchecked", "false": "unchecked"})
"""The one word that a box shows, by those that the tools take for it."""


class PagePredicate(Condition):
    """A page open in a browser, as the browser tells it of itself and not through the accessibility interface.

    `page`: a part of its address or title, "" for the only one. `contains`: a text that it shows. `field`: the label,
    name or placeholder of a field that shows `value` ("checked" or "unchecked" of a box).
    """

    LINE: ClassVar[str] = (
        '{"on": "page", page: part of address or title, contains?, field? (its label) with value}: in a browser'
    )

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

    @classmethod
    def form(cls, topic: Topic) -> str:
        return cls.LINE if topic.of_web else ""

    async def check(self, world: World) -> Finding:
        return await _check(self, world)

    async def held(self, before: Before) -> bool:
        if not self.exists or self.field is not None:
            return False
        return before.had_window(self.page) if self.contains is None else before.showed(self.contains)

    def channel(self) -> Channel:
        return Channel.PAGE

    def place(self) -> str:
        return self.page

    def in_words(self) -> str:
        what = f"a page {self.page!r}" if self.page else "a page"
        shown = [repr(self.contains)] if self.contains is not None else []
        if self.field is not None:
            shown.append(f"a field {self.field!r}" + (f" with {self.value!r}" if self.value is not None else ""))
        if not shown:
            return f"{what} is {'open' if self.exists else 'not open'}"
        return f"{what} {'shows' if self.exists else 'does not show'} {' and '.join(shown)}"


async def _check(predicate: PagePredicate, world: World) -> Finding:
    try:
        pages = await world.pages()
        silent = await world.silent_browsers()
    except (DesktopError, PagesUnreadable) as error:
        return predicate.finding(Truth.UNKNOWN, f"the pages could not be read: {error}", _DEVTOOLS)
    judged = judge_pages_of(predicate, pages)
    if silent and (judged.truth is Truth.SATISFIED) is not predicate.exists:
        said = (
            f"{judged.evidence} where pages can be read, but {', '.join(map(repr, silent))} does not report its pages"
        )
        judged = Judgement(Truth.UNKNOWN, said)
    return predicate.finding(judged.truth, judged.evidence, _DEVTOOLS)


def judge_pages_of(predicate: PagePredicate, pages: Sequence[Page]) -> Judgement:
    wanted = predicate.page.casefold()
    meant = [page for page in pages if wanted in page.address.casefold() or wanted in page.title.casefold()]
    if not predicate.page and len(meant) > 1:
        return Judgement(Truth.UNKNOWN, f"{len(meant)} pages are open; say which by a part of its address or title")
    what = f"a page {predicate.page!r}" if predicate.page else "a page"
    if not predicate.exists:
        return _judged_absent(predicate, meant, what)
    if not meant:
        return Judgement(Truth.UNSATISFIED, f"{what} is not open")
    shown = [judge_page(predicate, page) for page in meant]
    return next((judged for judged in shown if judged.truth is Truth.SATISFIED), shown[0])


def _judged_absent(predicate: PagePredicate, meant: Sequence[Page], what: str) -> Judgement:
    """Judge that a page is not open or, where a text or a field is stated, that the page is open and does not show it.

    A page that is not open, or of which a part cannot be read, shows nothing of the kind and proves nothing.
    """
    shown = [judge_page(predicate, page) for page in meant]
    holding = next((judged for judged in shown if judged.truth is Truth.SATISFIED), None)
    if holding is not None:
        return Judgement(Truth.UNSATISFIED, holding.evidence)
    if predicate.contains is None and predicate.field is None:
        return Judgement(Truth.SATISFIED, f"{what} is not open")
    if not meant:
        return Judgement(Truth.UNKNOWN, f"{what} is not open, so that it cannot be told what it shows; open it first")
    partly = next((page for page in meant if page.unread), None)
    if partly is not None:
        return Judgement(Truth.UNKNOWN, f"{partly.title or partly.address!r} has {partly.unread}, which cannot be read")
    return Judgement(Truth.SATISFIED, shown[0].evidence)


def judge_page(predicate: PagePredicate, page: Page) -> Judgement:
    said = [f"{page.title or page.address!r} is open"]
    if predicate.contains is not None:
        if not contains_text(page.text, predicate.contains):
            return Judgement(Truth.UNSATISFIED, f"{page.title!r} does not show {predicate.contains!r}")
        said.append(f"shows {predicate.contains!r}")
    if predicate.field is not None:
        found = [field for field in page.fields if trimmed(predicate.field) in map(trimmed, field.names)]
        if not found:
            return Judgement(Truth.UNSATISFIED, f"{page.title!r} has no field {predicate.field!r}")
        fitting = [field for field in found if _shows(field, predicate.value)]
        told = f"its field {predicate.field!r} shows {_shown((fitting or found)[0])!r}"
        if not fitting:
            return Judgement(Truth.UNSATISFIED, f"{told}, not {predicate.value!r}")
        said.append(told)
    return Judgement(Truth.SATISFIED, ", ".join(said))


def _shows(field: Field, value: str | None) -> bool:
    if value is None:
        return True
    wanted = " ".join(value.split())
    if field.checked is not None:
        wanted = _OF_BOXES.get(wanted.casefold(), wanted)
    return " ".join(_shown(field).split()) == wanted or (field.checked is True and field.value == value)


def _shown(field: Field) -> str:
    return field.value if field.checked is None else "checked" if field.checked else "unchecked"

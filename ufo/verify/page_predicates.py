"""Checks predicates about pages and processes."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.errors import DesktopError
from ufo.schema.patterns import regex
from ufo.schema.predicate import Finding, PagePredicate, ProcessPredicate, Truth
from ufo.verify.document_match import Judgement, contains_text
from ufo.verify.pages.devtools import PagesUnreadable
from ufo.verify.pages.page import Field, Page
from ufo.verify.world import World

PROCESSES = "processes"
_VERSION = regex(r"-\d+(?:\.\d+)*$")
DEVTOOLS = "devtools"


async def check_process(predicate: ProcessPredicate, world: World) -> Finding:
    try:
        # A window's program runs as well, by the name that the list of windows tells.
        shown = {name for one in await world.windows() for name in (one.process, one.app_root)}
        running = {*await world.processes(), *shown}
    except DesktopError as error:
        return _finding(predicate, Judgement(Truth.UNKNOWN, f"the programs could not be listed: {error}"), PROCESSES)
    wanted = predicate.name.strip().rpartition("/")[2].casefold()
    runs = bool(wanted) and any(wanted in (name.casefold(), _VERSION.sub("", name.casefold())) for name in running)
    said = f"{predicate.name} {'runs' if runs else 'does not run'}"
    return _finding(predicate, _judged(runs == predicate.exists, said), PROCESSES)


async def check_page(predicate: PagePredicate, world: World) -> Finding:
    try:
        pages = await world.pages()
        silent = await world.silent_browsers()
    except (DesktopError, PagesUnreadable) as error:
        return _finding(predicate, Judgement(Truth.UNKNOWN, f"the pages could not be read: {error}"), DEVTOOLS)
    judged = judge_pages_of(predicate, pages)
    if silent and (judged.truth is Truth.SATISFIED) is not predicate.exists:
        said = (
            f"{judged.evidence} where pages can be read, but {', '.join(map(repr, silent))} does not report its pages"
        )
        judged = Judgement(Truth.UNKNOWN, said)
    return _finding(predicate, judged, DEVTOOLS)


def judge_pages_of(predicate: PagePredicate, pages: Sequence[Page]) -> Judgement:
    wanted = predicate.page.casefold()
    meant = [page for page in pages if wanted in page.address.casefold() or wanted in page.title.casefold()]
    if not predicate.page and len(meant) > 1:
        return Judgement(Truth.UNKNOWN, f"{len(meant)} pages are open; say which by a part of its address or title")
    what = f"a page {predicate.page!r}" if predicate.page else "a page"
    if not predicate.exists:
        return _judged_absent(predicate, meant, what)
    if not meant:
        return _judged(False, f"{what} is not open")
    shown = [judge_page(predicate, page) for page in meant]
    return next((one for one in shown if one.truth is Truth.SATISFIED), shown[0])


def _judged_absent(predicate: PagePredicate, meant: Sequence[Page], what: str) -> Judgement:
    """Judge that a page is not open or, where a text or a field is stated, that the page is open and does not show it.

    A page that is not open, or of which a part cannot be read, shows nothing of the kind and proves nothing.
    """
    shown = [judge_page(predicate, page) for page in meant]
    holding = next((one for one in shown if one.truth is Truth.SATISFIED), None)
    if holding is not None:
        return _judged(False, holding.evidence)
    if predicate.contains is None and predicate.field is None:
        return _judged(True, f"{what} is not open")
    if not meant:
        return Judgement(Truth.UNKNOWN, f"{what} is not open, so that it cannot be told what it shows; open it first")
    partly = next((page for page in meant if page.unread), None)
    if partly is not None:
        return Judgement(Truth.UNKNOWN, f"{partly.title or partly.address!r} has {partly.unread}, which cannot be read")
    return _judged(True, shown[0].evidence)


def judge_page(predicate: PagePredicate, page: Page) -> Judgement:
    said = [f"{page.title or page.address!r} is open"]
    if predicate.contains is not None:
        if not contains_text(page.text, predicate.contains):
            return _judged(False, f"{page.title!r} does not show {predicate.contains!r}")
        said.append(f"shows {predicate.contains!r}")
    if predicate.field is not None:
        found = [field for field in page.fields if any(_same(predicate.field, name) for name in field.names)]
        if not found:
            return _judged(False, f"{page.title!r} has no field {predicate.field!r}")
        fitting = [field for field in found if _shows(field, predicate.value)]
        told = f"its field {predicate.field!r} shows {_shown((fitting or found)[0])!r}"
        if not fitting:
            return _judged(False, told)
        said.append(told)
    return _judged(True, ", ".join(said))


def _same(one: str, other: str) -> bool:
    return _plain(one) == _plain(other)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold().rstrip(":*… .")


def _shows(field: Field, value: str | None) -> bool:
    if value is None:
        return True
    return " ".join(_shown(field).split()) == " ".join(value.split()) or (
        field.checked is True and field.value == value
    )


def _shown(field: Field) -> str:
    return field.value if field.checked is None else "checked" if field.checked else "unchecked"


def _judged(holds: bool, said: str) -> Judgement:
    return Judgement(Truth.SATISFIED if holds else Truth.UNSATISFIED, said)


def _finding(predicate: PagePredicate | ProcessPredicate, judged: Judgement, channel: str) -> Finding:
    return Finding(predicate=predicate, truth=judged.truth, evidence=judged.evidence, channel=channel)

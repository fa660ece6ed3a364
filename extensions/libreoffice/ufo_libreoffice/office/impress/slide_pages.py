"""Finds slides, and changes them so that LibreOffice itself can undo it.

LibreOffice records no undo for most of what is set on a slide through its interface, but it does for a slide that is
duplicated, inserted or removed. So a slide is changed in a duplicate that takes its place, and a new one is filled right after
it is inserted: undo takes away the whole slide and brings back the one before.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..api import UnoError, items, properties
from ..connection import Shown
from ..refusals import Refused

_BY_ITSELF = re.compile(r"page\d+")
"""The name that a slide has in files while nobody has named it."""
_TRIES, _PATIENCE_S, _PAUSE_S = 7, 1.0, 0.02
PRESENTATION, DRAWING = "presentation.PresentationDocument", "drawing.DrawingDocument"
LAYOUTS = {"title": 0, "title and content": 1, "two content": 3, "title only": 19, "blank": 20, "centered text": 32}
"""The numbers of com.sun.star.presentation's layouts."""
_ALSO = {11: "title and content"}
"""What a slide of PowerPoint has that LibreOffice has read."""


def require_slides(shown: Shown, *, writable: bool = False) -> None:
    shown.require(PRESENTATION, "presentation")
    if writable:
        shown.require_writable()


def require_pages(shown: Shown, *, writable: bool = False) -> None:
    """Refuse what is neither a presentation nor a drawing."""
    if not shown.document.supportsService(f"com.sun.star.{DRAWING}"):
        require_slides(shown)
    if writable:
        shown.require_writable()


def is_presentation(shown: Shown) -> bool:
    return bool(shown.document.supportsService(f"com.sun.star.{PRESENTATION}"))


def count_of(shown: Shown) -> int:
    return int(shown.document.DrawPages.getCount())


def page_at(shown: Shown, number: int) -> Any:
    """Return a slide by its number from 1, or the one in view for 0."""
    count = count_of(shown)
    if not number:
        current = shown.controller.getCurrentPage()
        return next((page for page in _all_of(shown) if page == current), None) or page_at(
            shown, min(int(getattr(current, "Number", 1)) or 1, count)
        )
    if not 1 <= number <= count:
        raise Refused(f"there are {count} slides, so there is no slide {number}")
    return shown.document.DrawPages.getByIndex(number - 1)


def number_of(shown: Shown, page: Any) -> int:
    """Return the place of a slide among all, from 1. LibreOffice 25.2 may give it another number after slides were moved."""
    return 1 + _all_of(shown).index(page)


def numbers_of(shown: Shown, slides: Sequence[int] | None) -> list[int]:
    """Return the slides' numbers without doubles, in order; without any, those of all slides."""
    numbers = sorted(set(slides)) if slides else list(range(1, count_of(shown) + 1))
    for number in numbers:
        page_at(shown, number or -1)
    return numbers


def dispatch(shown: Shown, command: str, **arguments: Any) -> None:
    helper = shown.create("frame.DispatchHelper")
    given = properties(SynchronMode=True, **arguments)
    helper.executeDispatch(shown.controller.getFrame(), f".uno:{command}", "", 0, given)


def show(shown: Shown, page: Any) -> None:
    shown.controller.setCurrentPage(page)


def leave_master(shown: Shown) -> None:
    if getattr(shown.controller, "IsMasterPageMode", False):
        shown.controller.IsMasterPageMode = False


def duplicate(shown: Shown, number: int) -> Any:
    """Duplicate a slide and return the copy, which is the next one."""
    return _one_more(shown, number, "DuplicatePage", {})


def insert(shown: Shown, after: int, layout: str) -> Any:
    """Insert an empty slide after the one with that number, 0 for before the first, and return it."""
    arguments = {"PageName": "", "WhatLayout": LAYOUTS[layout], "IsPageBack": True, "IsPageObj": True}
    made = _one_more(shown, after or 1, "InsertPage", arguments)
    if not after:
        show(shown, made)
        dispatch(shown, "MovePageFirst")
        made = page_at(shown, 1)
    if is_presentation(shown):
        made.Layout = LAYOUTS[layout]
        # A new slide takes over the transition of the one before.
        made.TransitionType, made.TransitionSubtype, made.Change = 0, 0, 0
    return made


def _one_more(shown: Shown, number: int, command: str, arguments: dict[str, Any]) -> Any:
    """Run a command that makes a slide after the one with that number, and return it.

    The command works on the slide that LibreOffice's panes have selected, which follows the slide in view only after a while:
    what it has made elsewhere is removed, and the command is run again. In a view where it does nothing it is run again in the
    normal view.
    """
    leave_master(shown)
    before = _all_of(shown)
    for attempt in range(_TRIES):
        if attempt:
            dispatch(shown, "NormalMultiPaneGUI")
        show(shown, before[number - 1])
        if attempt:
            # Nothing tells when the panes have followed: a busy machine gets longer each time.
            time.sleep(_PAUSE_S * 2**attempt)
        dispatch(shown, command, **arguments)
        made = _made_beside(shown, before)
        if made == [page_at(shown, number + 1)]:
            return made[0]
        for page in made:
            shown.document.DrawPages.remove(page)
    raise Refused(
        "LibreOffice adds no slide now; end the slide show or close what is open over the slides, and try again"
    )


def renumber(shown: Shown) -> None:
    """Have LibreOffice count the slides anew where their numbers are not their places. 25.2 keeps the number of a slide that
    another one has passed, and shows a slide by its number. A slide that goes away from the front mends that.
    """
    pages = _all_of(shown)
    if [int(page.Number) for page in pages] == list(range(1, len(pages) + 1)):
        return
    manager = shown.document.UndoManager
    manager.lock()
    try:
        dispatch(shown, "DuplicatePage")
        for made in _made_beside(shown, pages):
            show(shown, made)
            moved(shown, made, "MovePageFirst")
            shown.document.DrawPages.remove(made)
    finally:
        manager.unlock()


def moved(shown: Shown, page: Any, command: str) -> bool:
    """Move the slide in view by a command, and tell whether it went. The view may take the slide as the chosen one only later."""
    at = number_of(shown, page)
    for attempt in range(_TRIES):
        if attempt:
            time.sleep(_PAUSE_S * 2**attempt)
        dispatch(shown, command)
        if number_of(shown, page) != at:
            return True
    return False


def _all_of(shown: Shown) -> list[Any]:
    return items(shown.document.DrawPages)


def _made_beside(shown: Shown, before: list[Any]) -> list[Any]:
    """Return the slides that are new, waiting for them: a busy LibreOffice runs a command only after it has answered, and gives
    no sign of it.
    """
    end = time.monotonic() + _PATIENCE_S
    while count_of(shown) <= len(before) and time.monotonic() < end:
        time.sleep(_PAUSE_S)
    return [page for page in _all_of(shown) if page not in before]


@contextmanager
def whole_step(shown: Shown, title: str) -> Iterator[None]:
    """Group all changes made inside into one undo step, and take them back where they fail half-way."""
    manager = shown.document.UndoManager
    before = len(manager.getAllUndoActionTitles())
    manager.enterUndoContext(title)
    try:
        renumber(shown)
        yield
    except BaseException:
        manager.leaveUndoContext()
        if len(manager.getAllUndoActionTitles()) > before:
            manager.undo()
        raise
    manager.leaveUndoContext()


@contextmanager
def edited(shown: Shown, number: int) -> Iterator[Any]:
    """Give a copy of the slide to change; it takes the slide's place, or is taken away again where the change fails."""
    old = page_at(shown, number)
    name = own_name(old)
    made = duplicate(shown, number)
    try:
        yield made
    except BaseException:
        shown.document.DrawPages.remove(made)
        raise
    shown.document.DrawPages.remove(old)
    if name:
        made.Name = name


def own_name(page: Any) -> str:
    """Return the name that a person gave to the slide, or ""."""
    name = str(page.Name)
    return "" if _BY_ITSELF.fullmatch(name) else name


def remove(shown: Shown, page: Any) -> None:
    shown.document.DrawPages.remove(page)


def shapes_of(page: Any) -> list[Any]:
    return items(page)


def kind_of(shape: Any) -> str:
    return str(shape.ShapeType).rpartition(".")[2]


def of_kind(page: Any, kind: str) -> list[Any]:
    return [shape for shape in shapes_of(page) if kind_of(shape) == kind]


def has(shape: Any, name: str) -> bool:
    """Tell whether a shape has the property: asking for one that it has not raises."""
    try:
        return bool(shape.PropertySetInfo.hasPropertyByName(name))
    except (UnoError, AttributeError):
        return False


def is_empty(shape: Any) -> bool:
    return has(shape, "IsEmptyPresentationObject") and bool(shape.IsEmptyPresentationObject)


def layout_of(page: Any) -> str:
    number = int(page.Layout)
    return next((name for name, item in LAYOUTS.items() if item == number), _ALSO.get(number, f"other ({number})"))

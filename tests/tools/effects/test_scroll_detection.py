"""What a wheel did, told from what moved for another reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.schema.command import Effect
from ufo.schema.geometry import Rect
from ufo.tools.effects.compare import Comparison
from ufo.tools.effects.judge import judge_scroll
from ufo.tools.effects.scroll_detection import scrolled

_WINDOW = Rect(0, 0, 600, 400)
_LIST = Rect(20, 60, 200, 100)

Went = Callable[[Element], Element | None]


def _one(key: str, role: str, rect: Rect, depth: int) -> Element:
    return Element(Handle(1, key, role, key), role, key, rect, depth=depth)


def _page() -> list[Element]:
    rows = [_one(f"Row {number}", "ListItem", Rect(20, 60 + 20 * number, 200, 20), 2) for number in range(5)]
    others = [_one(f"Note {number}", "Text", Rect(20, 260 + 20 * number, 200, 20), 1) for number in range(4)]
    return [_one("Heading", "Heading", Rect(20, 10, 200, 30), 1), _one("Titles", "List", _LIST, 1), *rows, *others]


def _look(elements: list[Element]) -> Snapshot:
    return Snapshot(1, "w", _WINDOW, tuple(elements))


def _after(change: Went) -> Snapshot:
    return _look([now for element in _page() if (now := change(element)) is not None])


def _moved(element: Element, across: int, down: int) -> Element:
    return replace(element, rect=element.rect.moved(across, down))


def _rows(element: Element, across: int, down: int) -> Element:
    return _moved(element, across, down) if element.role == "ListItem" else element


def _scrolls(element: Element) -> Element | None:
    """The first two rows are out of sight then, and of the third the lower half is left."""
    if element.role != "ListItem":
        return element
    now = _rows(element, 0, -50)
    cut = now.rect.intersection(_LIST)
    return None if cut.is_empty else replace(now, rect=cut)


def _with_its_list(element: Element) -> Element:
    return _moved(element, 0, -30) if element.role in ("List", "ListItem") else element


def _aside(element: Element) -> Element:
    return _moved(element, 300, -30) if element.role in ("List", "ListItem") else element


def _renewed(element: Element) -> Element:
    return replace(_rows(element, 0, -20), name=f"New {element.name}") if element.role == "ListItem" else element


def _one_went(element: Element) -> Element:
    return _moved(element, 0, -20) if element.name == "Row 4" else element


@pytest.mark.parametrize(
    ("change", "effect"),
    [
        (_scrolls, Effect.CONFIRMED),
        (lambda item: _rows(item, 0, 50), Effect.PARTIAL),
        (_with_its_list, Effect.PARTIAL),
        (_aside, Effect.PARTIAL),
        (_renewed, Effect.PARTIAL),
        (_one_went, Effect.PARTIAL),
        (lambda item: _rows(item, -30, 0), Effect.PARTIAL),
    ],
    ids=["scrolled", "the other way", "list and all", "the list went away", "new entries", "one entry", "slid aside"],
)
def test_only_content_that_went_with_the_wheel_inside_of_what_stayed_was_scrolled(change: Went, effect: Effect) -> None:
    seen = Comparison(moved=True, scrolled=scrolled(_look(_page()), _after(change)))
    assert judge_scroll(seen, -3, _LIST.center).effect is effect


def test_what_scrolls_elsewhere_is_not_what_the_wheel_was_turned_over() -> None:
    seen = Comparison(moved=True, scrolled=scrolled(_look(_page()), _after(_scrolls)))
    assert judge_scroll(seen, -3, Rect(20, 260, 200, 20).center).effect is Effect.PARTIAL


def test_a_page_scrolls_under_its_head_and_is_not_scrolled_by_what_closes_below_that() -> None:
    heads = [_one(f"Link {number}", "Hyperlink", Rect(60 * number, 0, 60, 50), 1) for number in range(5)]
    body = [_moved(element, 0, 50) for element in _page()]

    def judged(rest: list[Element]) -> Effect:
        seen = scrolled(_look([*heads, *body]), _look([*heads, *rest]))
        return judge_scroll(Comparison(moved=True, scrolled=seen), -3, _WINDOW.center).effect

    assert judged([_moved(element, 0, -40) for element in body]) is Effect.CONFIRMED
    # The heading goes and what was below it comes up.
    assert judged([_moved(element, 0, -40) for element in body[1:]]) is Effect.PARTIAL

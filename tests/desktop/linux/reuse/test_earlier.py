from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.reuse.earlier import Earlier, EarlierLooks, Top, Unchanged, let_go
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.values import Window
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame

_PLACE = Rect(0, 0, 400, 200)
_SURFACE = Surface(Window(id="1", title="One", process="a", app_root="a", pid=7, rect=_PLACE), _PLACE)
_BEGAN, _SOON = 100.0, 100.5
_PIXELS = bytes(4 * _PLACE.width * _PLACE.height)
_FRAME = Frame(_PLACE, _PIXELS)


def _frame(x: int, y: int) -> Frame:
    """Changed at one point."""
    pixels = bytearray(_PIXELS)
    pixels[4 * (_PLACE.width * y + x)] = 1
    return Frame(_PLACE, bytes(pixels))


class Tree:
    """A frame with a bar of two buttons (one hidden thing between them) and a field below."""

    def __init__(self) -> None:
        self.top = self._node("top", None, _PLACE)
        self.bar = self._node("bar", self.top, Rect(0, 0, 400, 32))
        self.save = self._node("save", self.bar, Rect(0, 0, 60, 32))
        self.hidden = self._node("hidden", self.bar, None)
        self.open = self._node("open", self.bar, Rect(200, 0, 60, 32))
        self.field = self._node("field", self.top, Rect(0, 100, 400, 32))

    def _node(self, name: str, parent: Node | None, rect: Rect | None) -> Node:
        node = Node(Ref(":1.5", f"/{name}"), parent)
        node.rect, node.shown, node.surface = rect, rect is not None, "1"
        if parent is not None:
            parent.children.append(node)
        return node

    @property
    def earlier(self) -> Earlier:
        return Earlier((_SURFACE,), _FRAME, (Top(self.top, {id(node): _PLACE for node in self.top.walk()}),), _BEGAN)


def _parts(found: Unchanged | None) -> set[str]:
    assert found is not None
    return {ref.path.removeprefix("/") for ref in found.parts}


_ALL = {"top", "bar", "save", "open", "field"}


def test_a_window_that_shows_what_it_showed_holds() -> None:
    found = Tree().earlier.since((_SURFACE,), _FRAME, {}, _SOON)
    assert _parts(found) == _ALL


def test_a_changed_pixel_breaks_what_shows_it_and_what_is_around() -> None:
    found = Tree().earlier.since((_SURFACE,), _frame(210, 5), {}, _SOON)
    assert _parts(found) == {"save", "field"}


@pytest.mark.parametrize(("told", "left"), [("open", {"save", "field"}), ("hidden", {"save", "open", "field"})])
def test_an_object_that_told_of_a_change_breaks_what_is_around_it(told: str, left: set[str]) -> None:
    found = Tree().earlier.since((_SURFACE,), _FRAME, {":1.5": {f"/{told}"}}, _SOON)
    assert _parts(found) == left
    other = Tree().earlier.since((_SURFACE,), _FRAME, {":1.6": {f"/{told}"}}, _SOON)
    assert _parts(other) == _ALL


def _focus(tree: Tree) -> None:
    tree.field.states |= roles.FOCUSED


def _label(tree: Tree) -> None:
    tree.field.label = "Name"


def _scroll(tree: Tree) -> None:
    tree.field.rect = Rect(0, 190, 400, 32)


def _age(tree: Tree) -> None:
    tree.field.since = _BEGAN - 60


def _unannounce(tree: Tree) -> None:
    tree.field.unannounced = True


@pytest.mark.parametrize("change", [_focus, _label, _scroll, _age, _unannounce])
def test_what_pixels_do_not_prove_is_asked(change: Callable[[Tree], None]) -> None:
    tree = Tree()
    change(tree)
    assert _parts(tree.earlier.since((_SURFACE,), _FRAME, {}, _SOON)) == _ALL - {"top", "field"}


def test_what_was_worked_at_is_asked() -> None:
    earlier = Tree().earlier
    looks = EarlierLooks()
    looks.keep(earlier)
    looks.touch([Point(205, 5)])
    assert _parts(earlier.since((_SURFACE,), _FRAME, {}, _SOON)) == {"save", "field"}


def test_nothing_holds_for_long_or_in_another_place() -> None:
    earlier = Tree().earlier
    assert _parts(earlier.since((_SURFACE,), _FRAME, {}, _BEGAN + 60)) == set()
    assert earlier.since((replace(_SURFACE, client=_PLACE.moved(1, 0)),), _FRAME, {}, _SOON) is None


def _over(place: Rect) -> Surface:
    return Surface(replace(_SURFACE.window, id="2", rect=place), place, popup=True)


_FIELD_UNDER = _over(Rect(0, 90, 50, 50))


@pytest.mark.parametrize(
    ("before", "now"), [((), (_FIELD_UNDER,)), ((_FIELD_UNDER,), ()), ((_over(_PLACE.moved(900, 0)),), (_FIELD_UNDER,))]
)
def test_a_window_that_came_or_went_or_moved_breaks_what_it_lies_over(
    before: tuple[Surface, ...], now: tuple[Surface, ...]
) -> None:
    earlier = replace(Tree().earlier, surfaces=(_SURFACE, *before))
    assert _parts(earlier.since((_SURFACE, *now), _FRAME, {}, _SOON)) == {"bar", "save", "open"}


def _menu(tree: Tree) -> None:
    tree.open.kind = 33


def _branch(tree: Tree) -> None:
    tree.open.states |= roles.EXPANDABLE


def _entry_of_the_menu(tree: Tree) -> None:
    tree.open.surface = "2"


def _hidden_list_of_choices(tree: Tree) -> None:
    tree.hidden.kind = 41


@pytest.mark.parametrize("change", [_menu, _branch, _entry_of_the_menu, _hidden_list_of_choices])
def test_what_may_have_opened_or_closed_with_a_menu_is_asked_once_it_came_or_went(
    change: Callable[[Tree], None],
) -> None:
    tree, menu = Tree(), _over(Rect(300, 150, 50, 50))
    change(tree)
    earlier = replace(tree.earlier, surfaces=(_SURFACE, menu))
    broken = {"bar"} if change is _hidden_list_of_choices else {"bar", "open"}
    assert _parts(earlier.since((_SURFACE,), _FRAME, {}, _SOON)) == _ALL - broken - {"top"}


def test_a_picture_that_a_dialog_made_larger_is_compared_where_both_show_the_window() -> None:
    beside = Rect(400, 0, 100, 200)
    dialog = Surface(replace(_SURFACE.window, id="2", rect=beside), beside)
    wide = Rect(0, 0, 500, 200)
    row = bytes(4 * _PLACE.width) + b"\7" * (4 * beside.width)
    assert _parts(Tree().earlier.since((_SURFACE, dialog), Frame(wide, row * wide.height), {}, _SOON)) == _ALL


def test_another_title_alone_breaks_nothing() -> None:
    titled = replace(_SURFACE, window=replace(_SURFACE.window, title="One *"))
    assert _parts(Tree().earlier.since((titled,), _FRAME, {}, _SOON)) == _ALL


def test_what_another_window_lies_over_is_asked() -> None:
    tree = Tree()
    place = Rect(0, 90, 50, 50)
    menu = Surface(replace(_SURFACE.window, id="2", rect=place), place, popup=True)
    earlier = replace(tree.earlier, surfaces=(_SURFACE, menu))
    assert _parts(earlier.since((_SURFACE, menu), _FRAME, {}, _SOON)) == {"bar", "save", "open"}


def test_a_look_that_is_in_doubt_holds_no_more_and_still_tells_what_to_ask() -> None:
    looks = EarlierLooks()
    looks.keep(Tree().earlier)
    looks.doubt()
    earlier = looks.take("1")
    assert earlier is not None
    assert earlier.tops
    assert earlier.since((_SURFACE,), _FRAME, {}, _SOON) is None


def test_only_the_window_looked_at_last_keeps_its_picture() -> None:
    looks = EarlierLooks()
    other = replace(_SURFACE, window=replace(_SURFACE.window, id="2"))
    looks.keep(Tree().earlier)
    looks.keep(replace(Tree().earlier, surfaces=(other,)))
    first, second = looks.take("1"), looks.take("2")
    assert first is not None
    assert second is not None
    assert (first.frame.pixels, second.frame.pixels) == (b"", _PIXELS)


def test_only_a_few_windows_are_kept() -> None:
    looks = EarlierLooks()
    for number in range(9):
        surface = replace(_SURFACE, window=replace(_SURFACE.window, id=str(number)))
        looks.keep(replace(Tree().earlier, surfaces=(surface,)))
    assert looks.take("0") is None
    assert looks.take("8") is not None
    assert looks.take("8") is None


def test_what_says_that_it_moved_holds_no_more_nor_does_what_is_around_it() -> None:
    tree = Tree()
    for node in tree.top.walk():
        node.raw = node.rect
    found = tree.earlier.since((_SURFACE,), _FRAME, {}, _SOON)
    assert found is not None
    assert {node.ref.path for node in found.places(tree.top)} == {f"/{name}" for name in _ALL}
    found.moved([tree.open])
    assert _parts(found) == {"save", "field"}


def _wide(y: int) -> Frame:
    """Changed over its whole width from that line down."""
    start = 4 * _PLACE.width * y
    return Frame(_PLACE, _PIXELS[:start] + b"\1" * (len(_PIXELS) - start))


def test_a_window_is_soon_read_where_little_of_it_was_painted() -> None:
    known = replace(Tree().earlier, calls=700, tells=True)
    assert known.is_near((_SURFACE,), _FRAME, _SOON)
    assert known.is_near((_SURFACE,), _frame(210, 5), _SOON)
    assert not known.is_near((_SURFACE,), _wide(100), _SOON)
    assert not known.is_near((_SURFACE,), _FRAME, _BEGAN + 10)
    assert not known.is_near((_SURFACE, replace(_SURFACE, popup=True)), _FRAME, _SOON)
    assert not replace(known, calls=20).is_near((_SURFACE,), _FRAME, _SOON)
    assert not replace(known, tells=False).is_near((_SURFACE,), _FRAME, _SOON)


def test_a_window_that_was_never_looked_at_is_not_soon_read() -> None:
    assert not EarlierLooks().is_near((_SURFACE,), _FRAME, _SOON)


def test_of_a_look_that_is_over_only_what_the_next_one_took_over_knows_where_it_stands() -> None:
    old, new = Tree(), Tree()
    new.top.children = [new.bar, old.field]
    old.field.parent = new.top
    let_go(old.earlier.tops, new.earlier)
    assert [node.parent for node in (old.bar, old.save, old.hidden, old.open)] == [None] * 4
    assert old.field.parent is new.top
    assert new.save.parent is new.bar

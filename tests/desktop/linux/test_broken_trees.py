"""Whatever an application tells of itself, a look at its window ends with a snapshot or with one of our own errors."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.desktop.linux.broken_bus import GONE, PID, BrokenBus, Thing
from tests.properties import examples
from ufo.desktop.linux.accessibility import Accessibility
from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.dbus.bus_connection import Connection
from ufo.desktop.linux.dbus.pipeline import Failure
from ufo.desktop.linux.reuse.paint_state import UNSEEN, PaintState
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.snapshot import Snapshot
from ufo.desktop.values import Window
from ufo.errors import UfoError
from ufo.faults import counting_faults
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_PLACE = Rect(0, 0, 400, 300)
_WINDOW = Window(id="1", title="Bad", rect=_PLACE, pid=PID, process="bad", app_root="bad")
_POPUP = Window(id="2", title="", rect=Rect(20, 20, 100, 80), pid=PID, process="bad", app_root="bad")
_SHOWN = roles.SHOWING | roles.VISIBLE | roles.ENABLED | roles.SENSITIVE
_GRID = roles.MANAGES_DESCENDANTS
_PIXELS = bytes(range(256)) * (_PLACE.area * 4 // 256 + 1)
_FRAME = Frame(_PLACE, _PIXELS[: _PLACE.area * 4])

_odd = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**63), 2**64), st.floats(), st.text(max_size=5), st.binary(max_size=3),
    st.just([]), st.just([[]]), st.just([None]), st.just((1, 2, 3)), st.just([("", "")]), st.just({"a": 1}),
    st.just([(1, [(":1.7", "/1")])]), st.just((":1.7", "/0")), st.just((":1.7", "/404")), st.just(GONE),
    st.just(Failure("org.freedesktop.DBus.Error.NoReply", None)),
)  # fmt: skip


def _mostly(sane: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.integers(0, 8).flatmap(lambda number: _odd if number == 8 else sane)


def _words(bits: int) -> tuple[int, int]:
    return bits & 0xFFFFFFFF, bits >> 32


_roles = _mostly(
    st.sampled_from(
        [
            55,
            56,
            92,
            49,
            46,
            39,
            31,
            32,
            65,
            66,
            33,
            35,
            11,
            40,
            52,
            34,
            37,
            38,
            43,
            83,
            88,
            73,
            64,
            8,
            2,
            23,
            90,
            91,
            82,
        ]
    )
)
_states = _mostly(
    st.tuples(
        st.sampled_from(
            [_SHOWN, _SHOWN, _SHOWN, _SHOWN | _GRID, _SHOWN | _GRID, roles.VISIBLE | _GRID, roles.VISIBLE, 0]
        ),
        st.sampled_from([0, 0, roles.FOCUSED | roles.EDITABLE, roles.DEFUNCT, roles.EXPANDED, roles.SELECTED]),
    ).map(lambda bits: _words(bits[0] | bits[1]))
)
_number = st.integers(-10, 300)
_wild = st.sampled_from([-(2**31), 2**31 - 1, 2**63, -1, 0, 1, 400])
_boxes = _mostly(
    st.one_of(
        st.sampled_from([(0, 0, 400, 300), (0, 0, 400, 20), (0, 20, 400, 280), (20, 20, 100, 80), (0, 0, 100, 20)]),
        st.tuples(_number, _number, _number, _number),
        st.tuples(_wild, _wild, _wild, _wild),
    )
)
_names = _mostly(st.sampled_from(["", "A1", "B3", "D9", "$C$9", "Sheet1.AZ1048576", "Save", "half \ud800", "\x1b[31m"]))
_members = st.sampled_from(
    ["GetChildren", "ChildCount", "GetText", "CurrentValue", "GetAttributes", "GetRelationSet", "Position", "Parent",
     "GetAccessibleAtPoint", "GetAccessibleAt", "GetSelectedChild", "NSelectedChildren", "GetIndexInParent", "Description"]
)  # fmt: skip
_things = st.builds(
    Thing,
    role=_roles,
    states=_states,
    box=_boxes,
    name=_names,
    children=st.lists(st.integers(0, 9), max_size=5).map(tuple),
    count=_mostly(st.sampled_from([None, None, 0, -1, 601, 2**31 - 1, 2**63])),
    text=_mostly(st.sampled_from(["", "A1", "words"])),
    lives=st.sampled_from([1_000, 1_000, 1_000, 20, 5, 1, 0]),
    says=st.dictionaries(_members, _odd, max_size=2),
)
_toolkits = st.one_of(
    st.sampled_from(
        [("gtk", "3.24"), ("GTK", "4.8"), ("GTK", "4.18"), ("Qt", "6.4"), ("Chromium", "120"), ("Gecko", "115"),
         ("gail", "2"), ("J2SE-access-bridge", "1")]
    ),
    st.tuples(st.sampled_from(["Java", ""]), st.integers()),
)  # fmt: skip


async def _retaken() -> Frame | None:
    return None


async def _looked(bus: BrokenBus, looks: int = 2) -> list[Snapshot]:
    accessibility = Accessibility(
        {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}, cast(Connection, bus), deadline_s=0.5
    )
    accessibility._stall_s = 0.05  # an application that says nothing costs a test no second
    surfaces = Surface(_WINDOW, _PLACE), Surface(_POPUP, _POPUP.rect, popup=True)
    found = []
    for painted in (PaintState(_FRAME, 0.0, _retaken, sure_from=0.0), UNSEEN)[:looks]:
        with suppress(UfoError):
            found.append(await accessibility.snapshot(surfaces[0], surfaces[1:], painted))
    for element in found[-1].elements[:3] if found else ():
        with suppress(UfoError):
            await accessibility.reidentify(element.handle, surfaces)
    return found


def _sheet(children: tuple[int, ...], states: int, box: tuple[int, int, int, int]) -> Thing:
    return Thing(55, _words(states), box, "Sheet One", children, count=2**31 - 1)


def _cell(name: str, box: tuple[int, int, int, int]) -> Thing:
    return Thing(56, _words(_SHOWN), box, name, text="words")


_BAND, _REST = (0, 0, 400, 20), (0, 20, 400, 280)
_frozen = [
    Thing(92, _words(_SHOWN), _REST, "Book", (2,)),
    _sheet((3, 4), _SHOWN | _GRID, _REST),
    _cell("A2", (0, 20, 200, 20)),
    _cell("B2", (200, 20, 200, 280)),
    Thing(92, _words(_SHOWN), _BAND, "Book", (6,)),
    _sheet((7, 8), roles.VISIBLE | _GRID, _BAND),
    _cell("A1", (0, 0, 200, 20)),
    _cell("B1", (200, 0, 200, 20)),
]
"""As LibreOffice tells a sheet whose first row is frozen: of the pane that is not worked in it says that it is not shown."""
_window = Thing(23, _words(_SHOWN), (0, 0, 400, 300), "Bad", (1, 5))


@pytest.mark.timeout(600)
@examples(1)
@given(
    things=st.lists(_things, min_size=3, max_size=9),
    toolkit=_toolkits,
    ends_after=st.one_of(st.none(), st.none(), st.integers(1, 80)),
    silent_after=st.one_of(st.none(), st.none(), st.none(), st.integers(1, 80)),
)
@example(
    things=[*_frozen[:4], replace(_frozen[4], role=39), *_frozen[5:]],
    toolkit=("gtk", "3.24"),
    ends_after=None,
    silent_after=None,
)
@example(things=_frozen, toolkit=("gtk", "3.24"), ends_after=None, silent_after=None)
def test_no_tree_makes_a_look_break_off_and_none_needs_a_boundary(
    things: list[Thing], toolkit: tuple[object, object], ends_after: int | None, silent_after: int | None
) -> None:
    bus = BrokenBus([_window, *things], toolkit, ends_after, silent_after)
    with counting_faults() as faults:
        asyncio.run(_looked(bus))
    assert faults.count == 0


def test_the_cells_of_a_pane_that_is_frozen_are_told_with_those_below_it() -> None:
    (first, _) = asyncio.run(_looked(BrokenBus([_window, *_frozen])))
    assert {element.name for element in first if element.role == "Cell"} == {"A1", "B1", "A2", "B2"}
    assert first.degraded is None


class _Trap(str):
    """A name at which our own reading breaks off, as at whatever nobody has thought of."""

    def isascii(self) -> bool:
        raise KeyError("a fault of ours")


def test_an_object_at_which_the_reader_breaks_costs_that_object_and_is_told_and_counted() -> None:
    things = [
        Thing(43, _words(_SHOWN), (10, 10, 50, 20), _Trap("Save")),
        Thing(43, _words(_SHOWN), (10, 40, 50, 20), "Open"),
    ]
    window = replace(_window, children=(1, 2))
    with counting_faults() as faults:
        (first, _) = asyncio.run(_looked(BrokenBus([window, *things])))
    assert [element.name for element in first] == ["Open"]
    assert "reading 1 object of the window failed: KeyError: 'a fault of ours'" in str(first.degraded)
    assert faults.count == 2


def test_a_fault_in_the_cells_of_a_sheet_leaves_the_rest_of_the_window() -> None:
    cell = replace(_frozen[2], text=_Words("words"))
    save = Thing(43, _words(_SHOWN), (300, 250, 50, 20), "Save")
    window = replace(_window, children=(1, 9))
    (first, _) = asyncio.run(_looked(BrokenBus([window, *_frozen[:2], cell, *_frozen[3:], save])))
    assert "Save" in [element.name for element in first]
    assert "reading the cells of Table 'Sheet One' failed: KeyError: 'a fault of ours'" in str(first.degraded)


class _Words(str):
    def __getitem__(self, key: object) -> str:
        raise KeyError("a fault of ours")

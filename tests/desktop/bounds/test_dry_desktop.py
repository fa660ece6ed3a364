"""A dry run looks at everything and touches nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from ufo.desktop.bounds.dry_desktop import DryDesktop
from ufo.desktop.fake.apps import form, sheet
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Click, Drag, Hover, Keys, Launch, Scroll, TypeText
from ufo.errors import Withheld
from ufo.schema.geometry import Point

Call = Callable[[DryDesktop, str, Element], Awaitable[object]]
A, B = Point(1, 2), Point(3, 4)
CALLS: dict[str, Call] = {
    "set text Edit 'Name': 'Ada'": lambda desktop, window, field: desktop.act(field.handle, "set_text", "Ada"),
    "press Edit 'Name'": lambda desktop, window, field: desktop.act(field.handle, "press"),
    "type 'Ada', press ctrl+s in 'Registration'": lambda desktop, window, field: desktop.send(
        window, [TypeText("Ada"), Keys(("ctrl", "s"))]
    ),
    "click the right button at (1, 2) 2 times, drag from (1, 2) to (3, 4)": lambda desktop, window, field: desktop.send(
        None, [Click(A, "right", 2), Drag(A, B)]
    ),
    "move the pointer to (1, 2), turn the wheel at (3, 4) by 0, -2": lambda desktop, window, field: desktop.send(
        None, [Hover(A), Scroll(B, dy=-2)]
    ),
    "start sheet a.ods": lambda desktop, window, field: desktop.launch(Launch("sheet", ("a.ods",))),
    "close the window 'Registration'": lambda desktop, window, field: desktop.close_window(window),
    "end and start again the application of 'Registration'": lambda desktop, window, field: desktop.restart(window),
    "have the application of 'Registration' tell its controls": lambda desktop, window, field: desktop.wake(window),
}


@pytest.mark.parametrize(("deed", "call"), CALLS.items(), ids=CALLS.keys())
async def test_each_act_is_withheld_and_says_what_it_would_have_done(deed: str, call: Call) -> None:
    inner = FakeDesktop([form(), sheet()])
    inner.start("form")
    desktop = DryDesktop(inner)
    (window,) = await desktop.windows()
    field = next(element for element in await desktop.snapshot(window.id) if element.name == "Name")
    with pytest.raises(Withheld, match="dry run: it would "):
        await call(desktop, window.id, field)
    assert desktop.take() == (deed,) and desktop.take() == ()
    assert not inner.inputs and await inner.windows() == (window,)
    assert (await inner.reidentify(field.handle)).value == field.value


async def test_a_window_stays_where_it_is_though_it_is_chosen() -> None:
    inner = FakeDesktop([form(), sheet()])
    first = inner.start("form").windows[0].id
    inner.start("sheet")
    before = await inner.windows()
    await DryDesktop(inner).focus(first)
    assert await inner.windows() == before

"""A look that builds on an earlier one tells the same as one that asks everything, whatever was done in between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Click, Keys, Launch, Scroll, TypeText, Window

pytestmark = [pytest.mark.apps, pytest.mark.timeout(240)]

_OWNED = Path(__file__).parent.parent / "owned_apps"
_CONTROLS, _LATE = _OWNED / "gtk3_controls.py", _OWNED / "gtk3_late.py"

Act = Callable[[MeasuredDesktop, Window, Snapshot], Awaitable[object]]


def _told(snapshot: Snapshot) -> list[Element]:
    """Without the number of the look in each handle."""
    return [replace(element, handle=replace(element.handle, snapshot_id=0)) for element in snapshot]


def _one(snapshot: Snapshot, name: str) -> Element:
    return next(element for element in snapshot if element.name == name)


def _press(name: str) -> Act:
    return lambda desktop, window, seen: desktop.act(_one(seen, name).handle, "press")


def _click(name: str) -> Act:
    return lambda desktop, window, seen: desktop.send(None, [Click(_one(seen, name).rect.center)])


def _keys(*chords: tuple[str, ...]) -> Act:
    return lambda desktop, window, seen: desktop.send(None, [Keys(chord) for chord in chords])


def _type(text: str) -> Act:
    return lambda desktop, window, seen: desktop.send(None, [TypeText(text)])


def _scroll(notches: int) -> Act:
    return lambda desktop, window, seen: desktop.send(None, [Scroll(window.rect.center, notches)])


async def _in_full(desktop: MeasuredDesktop, window: Window) -> Snapshot:
    desktop.expect_change()
    return await desktop.snapshot(window.id)


async def _agreed(desktop: MeasuredDesktop, other: MeasuredDesktop, window: Window) -> tuple[Snapshot, Snapshot]:
    """A look that builds on an earlier one, and one of somebody else's that asks everything, with nothing in between: what
    an application does late, such as enabling what can be undone, must not fall between the two."""
    with in_time():
        while True:
            await desktop.settle(window.id)
            before = await _in_full(other, window)
            short = await desktop.snapshot(window.id)
            if _told(before) == _told(await _in_full(other, window)):
                differ = set(_told(short)) ^ set(_told(before))
                assert not differ, [
                    (element.role, element.name, element.value, element.rect, sorted(element.states))
                    for element in differ
                ]
                return short, before


async def _all_agree(private: PrivateDesktop, desktop: MeasuredDesktop, window: Window, acts: list[Act]) -> None:
    """After each of them; and some of the looks that build on earlier ones asked little."""
    other = await MeasuredDesktop.connect(private.environment, DesktopSettings(observe_deadline_s=10))
    try:
        await desktop.focus(window.id)
        await desktop.settle(window.id)
        little = 0
        for act in acts:
            await act(desktop, window, await desktop.snapshot(window.id))
            short, full = await _agreed(desktop, other, window)
            little += short.calls < 0.8 * full.calls
        assert little >= len(acts) // 3
    finally:
        await other.shutdown()


async def test_a_window_of_gtk3_controls(
    private_desktop: PrivateDesktop, desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    truth = tmp_path / "truth.json"
    window = await desktop.launch(Launch("/usr/bin/python3", (str(_CONTROLS), str(truth), "Owned")))
    acts = [
        _press("Press me"), _click("Remember"), _press("Turn into"), _click("Press me"), _click("Remember"),
        _keys(("tab",)), _keys(("tab",), ("tab",)), _press("Press me"),
    ]  # fmt: skip
    await _all_agree(private_desktop, desktop, window, acts)


@pytest.mark.matrix
async def test_a_window_that_changes_late_while_it_is_waited_for(
    private_desktop: PrivateDesktop, desktop: MeasuredDesktop
) -> None:
    window = await desktop.launch(Launch("/usr/bin/python3", (str(_LATE), "Late")))
    await _all_agree(private_desktop, desktop, window, [_press("Go")] * 12)


async def test_an_editor(private_desktop: PrivateDesktop, desktop: MeasuredDesktop, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("one\ntwo\n" * 200)
    window = await desktop.launch(Launch("mousepad", ("--disable-server", str(note))))
    acts = [
        _type("word"), _keys(("ctrl", "end")), _type("end"), _keys(("ctrl", "h")), _keys(("escape",)), _scroll(5),
        _press("Edit"), _keys(("escape",)), _type("again"),
    ]  # fmt: skip
    await _all_agree(private_desktop, desktop, window, acts)


@pytest.mark.matrix
async def test_a_sheet(private_desktop: PrivateDesktop, desktop: MeasuredDesktop, tmp_path: Path) -> None:
    book = tmp_path / "book.fods"
    names = " ".join(
        f'xmlns:{item}="urn:oasis:names:tc:opendocument:xmlns:{item}:1.0"' for item in ("office", "table", "text")
    )
    cells = "".join(
        f'<table:table-cell office:value-type="string"><text:p>c{number}</text:p></table:table-cell>'
        for number in range(6)
    )
    rows = f"<table:table-row>{cells}</table:table-row>" * 40
    book.write_text(
        f'<?xml version="1.0"?><office:document {names} office:version="1.3" '
        'office:mimetype="application/vnd.oasis.opendocument.spreadsheet">'
        f'<office:body><office:spreadsheet><table:table table:name="One">{rows}</table:table></office:spreadsheet>'
        "</office:body></office:document>"
    )
    window = await desktop.launch(Launch("soffice", ("--calc", "--norestore", "--nologo", str(book))), 90)
    with in_time():
        while not any(element.value == "c1" for element in await desktop.snapshot(window.id)):
            await desktop.settle(window.id)
            window = next((window for window in await desktop.windows() if "book" in window.title), window)
    acts = [
        _click("Bold"), _click("B3"), _type("typed\n"), _click("Bold"), _keys(("pagedown",)), _keys(("ctrl", "home")),
        _click("C5"), _type("5\n"), _click("Bold"), _scroll(-2), _click("Italic"), _keys(("ctrl", "z")), _click("Bold"),
        _press("Format"), _keys(("escape",)), _keys(("ctrl", "1")), _click("Alignment"), _keys(("escape",)), _click("C5"),
    ]  # fmt: skip
    await _all_agree(private_desktop, desktop, window, acts)

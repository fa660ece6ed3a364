"""Reading and working GTK3 through the accessibility bus, against what the application itself says of its window."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import anyio
import pytest

from tests.tools.bench import Bench
from tests.waiting import for_a_while, in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Launch, Window
from ufo.errors import ApplicationHung, NotActionable, StaleElement, WindowGone
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui

pytestmark = pytest.mark.apps
_APP = Path(__file__).parent.parent / "owned_apps" / "gtk3_controls.py"


async def _start(desktop: LinuxDesktop, truth: Path, title: str = "Owned controls") -> tuple[Window, Snapshot]:
    window = await desktop.launch(Launch("/usr/bin/python3", (str(_APP), str(truth), title)))
    with in_time():
        while not truth.exists() or not (await desktop.snapshot(window.id)).elements:
            await anyio.sleep(0.05)
    await desktop.settle(window.id)
    return window, await desktop.snapshot(window.id)


def _one(snapshot: Snapshot, name: str, role: str | None = None) -> Element:
    found = [element for element in snapshot if element.name == name and role in (None, element.role)]
    assert len(found) == 1, [(element.role, element.name) for element in snapshot]
    return found[0]


async def _until(truth: Path, key: str, value: object) -> None:
    said: dict[str, Any] = {}
    with for_a_while():
        while (said := json.loads(truth.read_text())).get(key) != value:
            await anyio.sleep(0.02)
    assert said[key] == value


async def test_what_is_shown_is_seen_with_role_state_value_and_place(desktop: LinuxDesktop, tmp_path: Path) -> None:
    truth = tmp_path / "truth.json"
    window, snapshot = await _start(desktop, truth)
    assert snapshot.degraded is None
    for name, (left, top, right, bottom) in json.loads(truth.read_text())["rectangles"].items():
        if name in ("evil", "Volume"):
            continue
        seen = _one(snapshot, name).rect
        assert all(abs(a - b) <= 1 for a, b in zip(seen.as_ltrb(), (left, top, right, bottom), strict=True)), name
    assert "disabled" in _one(snapshot, "Not now").states
    assert "unchecked" in _one(snapshot, "Remember", "CheckBox").states
    surname = next(element for element in snapshot if element.value == "Lovelace")
    assert (surname.role, surname.label) == ("Edit", "Surname")
    assert _one(snapshot, "Volume", "Slider").value == "4"
    assert next(element for element in snapshot if element.role == "ComboBox").value == "Green"
    assert window.title == "Owned controls"


async def test_what_is_hidden_is_not_seen_and_a_secret_is_not_read(desktop: LinuxDesktop, tmp_path: Path) -> None:
    _, snapshot = await _start(desktop, tmp_path / "truth.json")
    names = {element.name for element in snapshot}
    assert "On the first page" in names
    assert "On the second page" not in names
    assert "Never shown" not in names
    assert all("hunter2" not in f"{element.name}{element.value}" for element in snapshot)
    assert "password" in _one(snapshot, "Secret").states


async def test_a_name_of_garbage_is_clean_and_bounded(desktop: LinuxDesktop, tmp_path: Path) -> None:
    _, snapshot = await _start(desktop, tmp_path / "truth.json")
    evil = next(element for element in snapshot if element.name.startswith("AB"))
    assert len(evil.name) <= 300
    assert evil.name.isprintable()


async def test_of_a_list_of_thousands_the_part_in_sight_is_read(desktop: LinuxDesktop, tmp_path: Path) -> None:
    _, snapshot = await _start(desktop, tmp_path / "truth.json")
    rows = [element for element in snapshot if element.name.startswith("Row ")]
    assert 1 <= len(rows) < 600
    assert rows[0].name == "Row 0"
    assert any("5001 entries" in hint for hint in snapshot.more)
    assert snapshot.calls < 1500


async def test_the_verbs_change_what_they_say(desktop: LinuxDesktop, tmp_path: Path) -> None:
    truth = tmp_path / "truth.json"
    _, snapshot = await _start(desktop, truth)
    await desktop.act(_one(snapshot, "Press me").handle, "press")
    await _until(truth, "presses", 1)
    await desktop.act(
        next(element for element in snapshot if element.value == "Lovelace").handle, "set_text", "Грейс 日本"
    )
    await _until(truth, "surname", "Грейс 日本")
    await desktop.act(_one(snapshot, "Volume", "Slider").handle, "set_value", "7")
    await _until(truth, "volume", 7)
    await desktop.act(_one(snapshot, "Remember", "CheckBox").handle, "press")
    await _until(truth, "remember", True)
    await desktop.act(next(element for element in snapshot if element.role == "ComboBox").handle, "select", "Blue")
    await _until(truth, "colour", "Blue")


async def test_what_cannot_be_done_is_refused_with_the_reason(desktop: LinuxDesktop, tmp_path: Path) -> None:
    _, snapshot = await _start(desktop, tmp_path / "truth.json")
    with pytest.raises(NotActionable, match="disabled"):
        await desktop.act(_one(snapshot, "Not now").handle, "press")
    with pytest.raises(NotActionable, match="0 to 10"):
        await desktop.act(_one(snapshot, "Volume", "Slider").handle, "set_value", "99")
    with pytest.raises(NotActionable, match="not a number"):
        await desktop.act(_one(snapshot, "Volume", "Slider").handle, "set_value", "loud")
    with pytest.raises(NotActionable, match="'Red'"):
        await desktop.act(next(element for element in snapshot if element.role == "ComboBox").handle, "select", "Mauve")
    with pytest.raises(NotActionable, match="not editable"):
        await desktop.act(_one(snapshot, "Press me").handle, "set_text", "x")


async def test_a_control_that_became_another_one_is_refused(desktop: LinuxDesktop, tmp_path: Path) -> None:
    window, snapshot = await _start(desktop, tmp_path / "truth.json")
    handle = _one(snapshot, "Turn into").handle
    await desktop.act(handle, "press")
    await desktop.settle(window.id)
    with pytest.raises(StaleElement, match="[Ll]ook"):
        await desktop.act(handle, "press")


async def test_a_dialog_is_seen_in_the_window_that_asked(desktop: LinuxDesktop, tmp_path: Path) -> None:
    window, snapshot = await _start(desktop, tmp_path / "truth.json")
    await desktop.act(_one(snapshot, "Ask").handle, "press")
    with in_time():
        while "OK" not in {element.name for element in snapshot}:
            await anyio.sleep(0.05)
            snapshot = await desktop.snapshot(window.id)
    assert "Dialog" in {element.role for element in snapshot}
    await desktop.act(_one(snapshot, "OK", "Button").handle, "press")
    with in_time():
        while any(element.name == "OK" for element in await desktop.snapshot(window.id)):
            await anyio.sleep(0.05)


async def test_two_windows_are_not_mixed_up(desktop: LinuxDesktop, tmp_path: Path) -> None:
    first, _ = await _start(desktop, tmp_path / "one.json", "Twin")
    second, snapshot = await _start(desktop, tmp_path / "two.json", "Twin")
    await desktop.act(_one(snapshot, "Press me").handle, "press")
    await _until(tmp_path / "two.json", "presses", 1)
    assert json.loads((tmp_path / "one.json").read_text())["presses"] == 0
    assert first.id != second.id


@pytest.mark.parametrize("look_deadline_s", [2.0])
async def test_an_application_that_does_not_answer_is_said_to_hang_and_others_are_seen(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    hung, snapshot = await _start(desktop, tmp_path / "one.json", "Hung")
    other, _ = await _start(desktop, tmp_path / "two.json", "Other")
    os.kill(hung.pid, signal.SIGSTOP)
    try:
        with in_time():
            with pytest.raises(ApplicationHung):
                await desktop.snapshot(hung.id)
            with pytest.raises(ApplicationHung):
                await desktop.act(_one(snapshot, "Press me").handle, "press")
            assert (await desktop.snapshot(other.id)).degraded is None
    finally:
        os.kill(hung.pid, signal.SIGCONT)


async def test_an_application_that_dies_while_it_is_read_breaks_nothing(desktop: LinuxDesktop, tmp_path: Path) -> None:
    dying, _ = await _start(desktop, tmp_path / "one.json", "Dying")
    other, _ = await _start(desktop, tmp_path / "two.json", "Other")
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_look_at_what_dies, desktop, dying)
        await anyio.sleep(0)
        os.kill(dying.pid, signal.SIGKILL)
    assert (await desktop.snapshot(other.id)).degraded is None


async def _look_at_what_dies(desktop: LinuxDesktop, window: Window) -> None:
    try:
        snapshot = await desktop.snapshot(window.id)
    except (ApplicationHung, WindowGone):
        return
    assert snapshot.window_id == window.id


@pytest.mark.matrix
async def test_the_list_of_a_box_is_told_once_and_chosen_from_by_its_places(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    truth = tmp_path / "truth.json"
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    try:
        bench.selection.window, _ = await _start(desktop, truth)
        for place, colour in ((2, "Green"), (3, "Blue"), (1, "Red"), (1, "Red")):
            await bench.look()
            box = next(key for key, element in bench.selection.controls.items() if element.role == "ComboBox")
            before = json.loads(truth.read_text())["colour"]
            chosen = await bench.run("select", id=box, items=[place])
            assert chosen.effect is Effect.CONFIRMED and colour in chosen.evidence[0], chosen
            assert (chosen.route is None) is (before == colour), chosen
            await _until(truth, "colour", colour)
    finally:
        await bench.dispatcher.close()

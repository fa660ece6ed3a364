"""Windows of real toolkits that no tree tells of, seen and worked, against what the applications themselves say."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import anyio
import pytest

from tests.tools.bench import Bench
from tests.waiting import for_a_while, in_time
from ufo.config.load import load_settings
from ufo.config.sections import SeeingSections
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.runs.desktops import with_sight
from ufo.schema.command import Effect, Route
from ufo.schema.geometry import Rect
from ufo.schema.target import TargetInfo
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]
_FORM = Path(__file__).parents[2] / "owned_apps" / "tk_form.py"


class Form:
    """The owned Tk window: `bench` works it, `truth` is what it says of itself."""

    def __init__(self, bench: Bench, file: Path) -> None:
        self.bench = bench
        self._file = file

    @property
    def truth(self) -> dict[str, Any]:
        said: dict[str, Any] = json.loads(self._file.read_text(encoding="utf-8"))
        return said

    async def comes_to_say(self, key: str, value: object) -> None:
        with for_a_while():
            while self.truth[key] != value:
                await anyio.sleep(0.02)
        assert self.truth[key] == value

    async def target(self, name: str, role: str) -> TargetInfo:
        with in_time():  # a program may tell where its controls are before they are painted
            while True:
                for item in (await self.bench.look()).values():
                    if (item.name, item.type) == (name, role):
                        return item

    async def on(self, tool: str, name: str, role: str, **arguments: object) -> Any:
        target = await self.target(name, role)
        return await self.bench.run(tool, id=target.id, name=name, **arguments)


@pytest.fixture(params=["themed", pytest.param("classic", marks=pytest.mark.matrix)])
async def form(desktop: LinuxDesktop, tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Form]:
    file = tmp_path / "truth.json"
    bench = Bench(tmp_path, app_ui, desktop=with_sight(desktop, SeeingSections.of(load_settings())))
    arguments = (str(_FORM), str(file), "Tk form", request.param)
    bench.selection.window = await desktop.launch(Launch("/usr/bin/python3", arguments))
    with in_time():
        while not file.exists():
            await anyio.sleep(0.02)
    yield Form(bench, file)
    await bench.dispatcher.close()


async def test_every_control_is_seen_with_role_name_state_and_place(form: Form) -> None:
    looked = list((await form.bench.look()).values())
    for name, said in form.truth["controls"].items():
        if name == "said":
            continue
        seen = [target for target in looked if target.type == said["role"] and target.name == name]
        assert len(seen) == 1, (name, [(target.type, target.name) for target in looked])
        bounds = seen[0].bounds
        assert bounds is not None and Rect.from_ltrb(*said["rect"]).contains(bounds.center), name
        assert seen[0].source == "vision"
    states = {target.name: target.states for target in looked if target.type in ("CheckBox", "RadioButton")}
    assert [name for name, held in states.items() if "checked" in held] == ["Green"]
    assert (
        next(target.value for target in looked if target.name == "Email" and target.type == "Edit") == "ada@example.org"
    )
    snapshot = form.bench.selection.snapshot
    assert snapshot is not None and "no accessibility tree" in (snapshot.degraded or "")


async def test_fields_boxes_and_buttons_are_worked_by_sight_and_told_truly(form: Form) -> None:
    written = await form.on("set_edit_text", "Name", "Edit", text="Ada Lovelace")
    assert (written.effect, written.result) == (Effect.CONFIRMED, "Ada Lovelace")
    replaced = await form.on("set_edit_text", "Email", "Edit", text="grace", clear_current_text=True)
    assert replaced.ok
    ticked = await form.on("click_input", "Subscribe to the newsletter", "CheckBox")
    assert (ticked.effect, ticked.route) == (Effect.PARTIAL, Route.COORDINATES)
    assert "is checked now" in " ".join(ticked.evidence)
    await form.on("click_input", "Blue", "RadioButton")
    pressed = await form.on("click_input", "Save", "Button")
    assert pressed.effect is Effect.PARTIAL
    await form.comes_to_say("said", "Saved for Ada Lovelace")
    truth = form.truth
    assert truth["values"] == {"Name": "Ada Lovelace", "Email": "grace", "City": ""}
    assert (truth["subscribed"], truth["colour"]) == (True, "Blue")


@pytest.mark.matrix
async def test_an_entry_of_a_combo_box_is_chosen_in_its_open_list(form: Form) -> None:
    chosen = await form.on("select", "Country", "ComboBox", items=["Chile"])
    assert chosen.ok and chosen.result == "Chile", chosen
    await form.comes_to_say("country", "Chile")


@pytest.mark.matrix
async def test_a_press_that_does_nothing_is_not_called_a_success(form: Form) -> None:
    await form.on("click_input", "Green", "RadioButton")
    again = await form.on("click_input", "Green", "RadioButton")
    assert again.effect in (Effect.SUSPECTED_NOOP, Effect.UNVERIFIABLE)


@pytest.mark.matrix
async def test_a_dialog_of_the_window_is_seen_and_answered(form: Form) -> None:
    await form.on("click_input", "Ask first", "Button")
    answer = await form.target("Yes, go on", "Button")
    assert answer.path == ("Really?",)
    assert (await form.bench.run("click_input", id=answer.id, name=answer.name)).ok
    await form.comes_to_say("said", "Went on")


async def test_a_control_that_went_away_between_look_and_click_is_refused(form: Form) -> None:
    target = await form.target("Save", "Button")
    window = form.bench.selection.require_window()
    await form.bench.scope.desktop.close_window(window.id)
    refused = await form.bench.run("click_input", id=target.id, name="Save")
    assert refused.effect is Effect.REFUSED and "look" in str(refused.error)


async def test_the_text_of_a_terminal_without_tree_is_read(desktop: LinuxDesktop, tmp_path: Path) -> None:
    bench = Bench(tmp_path, app_ui, desktop=with_sight(desktop, SeeingSections.of(load_settings())))
    said = "printf 'Total 104\\nInstalled packages\\n'; sleep 60"
    xterm = Launch("xterm", ("-fa", "DejaVu Sans Mono", "-fs", "11", "-e", "sh", "-c", said))
    bench.selection.window = await desktop.launch(xterm)
    with in_time():
        while not any("Installed packages" in target.name for target in (await bench.look()).values()):
            await anyio.sleep(0.05)
    assert any(target.name == "Total 104" for target in (await bench.look()).values())
    found = await bench.run("wait_for", name="installed packages", timeout_s=5)
    assert found.ok
    await bench.dispatcher.close()

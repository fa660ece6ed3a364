"""A question about overwriting tells how large and how old the file is; a refused one leaves no save dialog in the way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from PIL import Image

from tests.apps.sessions import Opening
from tests.needs import needs
from tests.scenarios.controls import target_id
from tests.scenarios.stage import act, app, assign, host
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Keys, Launch, TypeText, Window
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.inputs import AppInputs
from ufo.schema.outcome import RunOutcome
from ufo.schema.target import TargetInfo

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]
_OWN_DIALOGS = (
    '<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="UseSystemFileDialog" oor:op="fuse">'
    "<value>false</value></prop></item></oor:items>"
)
_SAVE_AS = app("CONTINUE", act("keyboard_input", keys="{VK_CONTROL}{VK_SHIFT}s"))


def _in_dialog(turn: Turn, role: str, says: Callable[[TargetInfo], bool]) -> str:
    assert isinstance(turn.inputs, AppInputs)
    dialogs = {control.name for control in turn.inputs.controls if control.type == "Dialog"}
    inside = (
        control for control in turn.inputs.controls if dialogs.intersection(control.path) and control.type == role
    )
    return next(str(target.id) for target in inside if says(target))


def _writes(name: str) -> Callable[[Turn], dict[str, Any]]:
    def answer(turn: Turn) -> dict[str, Any]:
        field = _in_dialog(turn, "Edit", lambda target: (target.value or "").startswith("new"))
        return app("CONTINUE", act("set_edit_text", id=field, name="", text=name, clear_current_text=True))

    return answer


def _presses(label: str) -> Callable[[Turn], dict[str, Any]]:
    return lambda turn: app(
        "CONTINUE", act("click_input", id=_in_dialog(turn, "Button", lambda target: target.name == label), name=label)
    )


def _hands_over(turn: Turn) -> dict[str, Any]:
    return assign(target_id(turn, "new"), "save it elsewhere")


async def _asked(opening: Opening, answers: list[Any], consents: list[bool]) -> str:
    """Return the last question about consent, in a run that ends when it is refused."""
    person = ScriptedUser(consents=consents)
    script = [_hands_over, *answers, host("FAIL", comment="refused")]
    async with opening(ScriptedProvider(script), person) as session:
        await session.run("save it elsewhere")
    return [text for text in person.asked if "What should be done" not in text][-1]


async def _next_request_works(desktop: LinuxDesktop, opening: Opening) -> None:
    windows = await desktop.windows()
    assert not [window.title for window in windows if window.modal or window.parent]
    written = app("FINISH", act("keyboard_input", keys="again"))
    async with opening(ScriptedProvider([_hands_over, written, *[host("FINISH", result="done")] * 2])) as session:
        summary = await session.run("write again")
    assert summary.outcome in (RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED), summary.reason


async def _mousepad(desktop: LinuxDesktop, folder: Path) -> Window:
    (folder / "old.txt").write_text("before\n", encoding="utf-8")
    (folder / "new.txt").write_text("hello\n", encoding="utf-8")
    return await desktop.launch(Launch("mousepad", ("--disable-server", str(folder / "new.txt"))))


async def test_a_refused_overwrite_tells_size_and_day_and_the_dialog_is_put_away(
    desktop: LinuxDesktop, opening: Opening, tmp_path: Path
) -> None:
    await _mousepad(desktop, tmp_path)
    asked = await _asked(opening, [_SAVE_AS, _writes("old.txt"), _presses("Save")], [False])
    assert asked.startswith(f"Overwrite {tmp_path}/old.txt (7 bytes, changed today)")
    assert (tmp_path / "old.txt").read_text() == "before\n"
    await _next_request_works(desktop, opening)


@pytest.mark.matrix
async def test_the_application_s_own_question_is_asked_with_size_and_day_and_put_away_with_its_dialog(
    desktop: LinuxDesktop, opening: Opening, tmp_path: Path
) -> None:
    window = await _mousepad(desktop, tmp_path)
    await desktop.settle(window.id)
    await desktop.send(window.id, [Keys(("ctrl", "shift", "s"))])
    dialog = await _dialog(desktop, 1)
    # As a person left it, so that nobody has consented to anything yet.
    await desktop.send(dialog.id, [Keys(("ctrl", "a")), TypeText(str(tmp_path / "old.txt")), Keys(("enter",))])
    await _dialog(desktop, 2)
    asked = await _asked(opening, [_presses("Replace")], [False])
    assert asked.startswith(f"Overwrite {tmp_path}/old.txt (7 bytes, changed today)")
    assert (tmp_path / "old.txt").read_text() == "before\n"
    await _next_request_works(desktop, opening)


async def _dialog(desktop: LinuxDesktop, number: int) -> Window:
    """Wait until that many dialogs are open, and return the topmost."""
    with in_time():
        while len(shown := [window for window in await desktop.windows() if window.modal]) < number:
            await anyio.sleep(0.05)
    await desktop.settle(shown[0].id)
    return shown[0]


async def _writer(desktop: LinuxDesktop, folder: Path) -> None:
    (folder / "old.odt").write_text("before\n", encoding="utf-8")
    (folder / "new.odt").write_text("hello\n", encoding="utf-8")
    await desktop.launch(Launch("soffice", ("--writer", str(folder / "new.odt"))), timeout_s=90)


@pytest.mark.matrix
@pytest.mark.parametrize("own", [False, True], ids=["dialog of GTK", "dialog of LibreOffice"])
async def test_the_dialogs_of_libreoffice_are_put_away_after_a_refused_overwrite(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, opening: Opening, tmp_path: Path, own: bool
) -> None:
    registry = Path(private_desktop.environment["HOME"]) / ".config/libreoffice/4/user/registrymodifications.xcu"
    kept = registry.read_text(encoding="utf-8")
    if own:
        registry.write_text(kept.replace("</oor:items>", _OWN_DIALOGS), encoding="utf-8")
    await _writer(desktop, tmp_path)
    asked = await _asked(opening, [_SAVE_AS, _writes(str(tmp_path / "old.odt")), _presses("Save")], [False])
    registry.write_text(kept, encoding="utf-8")
    assert asked.startswith(f"Overwrite {tmp_path}/old.odt (7 bytes, changed today)")
    await _next_request_works(desktop, opening)


@pytest.mark.matrix
@needs("gimp")
async def test_an_export_that_was_refused_leaves_no_dialog_in_a_paint_program(
    desktop: LinuxDesktop, opening: Opening, tmp_path: Path
) -> None:
    for name in ("new.png", "old.png"):
        Image.new("RGB", (40, 30), "red").save(tmp_path / name)
    await desktop.launch(Launch("gimp", ("-s", str(tmp_path / "new.png"))), timeout_s=120)
    with in_time():
        while not any(window.title.startswith("[new]") for window in await desktop.windows()):
            await anyio.sleep(0.1)
    await desktop.settle()
    script: list[Any] = [
        _hands_over,
        app("CONTINUE", act("keyboard_input", keys="{VK_CONTROL}{VK_SHIFT}e")),
        _writes(str(tmp_path / "old.png")),
        _presses("Export"),
        host("FAIL", comment="refused"),
    ]
    person = ScriptedUser(consents=[False])
    async with opening(ScriptedProvider(script), person) as session:
        await session.run("export it elsewhere")
    assert person.asked[0].startswith(f"Overwrite {tmp_path}/old.png (")
    assert not [window.title for window in await desktop.windows() if window.modal or window.parent]

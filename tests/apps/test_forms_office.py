"""Forms in documents of LibreOffice: every control is filled in by one verb, and the saved document says with what."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from tests.apps.office_forms import held, write_form
from tests.requirement import requirement
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]

_WANTED: dict[str, object] = {
    "Town": "Graz",
    "Share": 0.75,
    "Agreed": True,
    "Maybe": True,
    "Large": True,
    "Fruit": "Cherry",
    "Fruits": ["Banana", "Damson"],
    "Best": ["Elder"],
    "Colour": "Green",
    "Day": "2026-12-24",
    "Hour": "14:35",
    "Count": 12,
    "Price": 9.5,
    "Upload": "/tmp/list.txt",
    "Remarks": "one\ntwo",
    "Code": "secret",
}
_UNTOLD = {"Remarks": "unverifiable", "Code": "partial"}
_HELD = {
    "Town": "Graz",
    "Share": "0.75",
    "Agreed": "checked",
    "Maybe": "checked",
    "Large": "true",
    "Fruit": ["Cherry"],
    "Fruits": ["Banana", "Damson"],
    "Best": ["Elder"],
    "Colour": "Green",
    "Day": "2026-12-24",
    "Hour": "PT14H35M",
    "Count": "12",
    "Price": "9.5",
    "Upload": "/tmp/list.txt",
    "Remarks": "one\ntwo",
}


@pytest.mark.matrix
@requirement("verb:fill")
async def test_every_control_of_a_form_is_filled_in_and_the_saved_document_holds_it(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    file = tmp_path / "form.fods"
    write_form(file)
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("libreoffice", (str(file),)), timeout_s=60)
    with in_time():
        while not any(target.name == "Town" and target.value for target in (await bench.look()).values()):
            await desktop.settle(bench.selection.window.id)
    filled = await bench.run("fill", fields=[{"name": name, "value": value} for name, value in _WANTED.items()])
    effects = {item["field"]: item["effect"] for item in filled.result}
    assert effects == {name: _UNTOLD.get(name, "confirmed") for name in _WANTED}, filled
    await bench.run("keyboard_input", keys="^s")
    with in_time():
        while "Remarks" not in held(file):
            await anyio.sleep(0.05)
    assert {name: value for name, value in held(file).items() if name in _HELD} == _HELD
    assert filled.effect is Effect.UNVERIFIABLE
    await bench.dispatcher.close()

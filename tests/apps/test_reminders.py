"""A window that comes up over the work again and again: the work is done, nothing goes into it, and nobody closes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(180)]
_TESTS = Path(__file__).parents[1]
_FORM, _REMINDER = _TESTS / "conformance" / "gtk_registration.py", _TESTS / "owned_apps" / "gtk3_reminder.py"


async def test_a_reminder_that_comes_again_and_again_gets_nothing_and_the_form_gets_all(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    got = tmp_path / "got.txt"
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = form = await desktop.launch(Launch("/usr/bin/python3", (str(_FORM),)))
    await desktop.launch(Launch("/usr/bin/python3", (str(_REMINDER), str(got))))
    try:
        written = [{"name": "Name", "value": "Ada"}, {"name": "Email", "value": "ada@example.org"}]
        await _done(bench, "fill", fields=written)
        await _done(bench, "keyboard_input", of="Name", text=" Byron", keys="{END}")
        await _done(bench, "click_input", of="Send me the newsletter")
        await _done(bench, "click_input", of="Submit")
        look = await desktop.snapshot(form.id)
        fields = {element.name: element.value or "" for element in look if element.role == "Edit"}
        assert fields["Name"] in ("Ada Byron", " ByronAda") and fields["Email"] == "ada@example.org"
        assert any(element.role == "CheckBox" and "checked" in element.states for element in look)
        assert not any(element.name == "Not submitted" for element in look)
        told = got.read_text(encoding="utf-8").split()
        assert set(told) == {"came"} and len(told) > 2, told
    finally:
        await bench.dispatcher.close()


async def _done(bench: Bench, tool: str, of: str = "", **arguments: object) -> None:
    """Do it, again where the reminder lay over it, as an agent does that looks anew."""
    with in_time():
        while True:
            await bench.look()
            control = {"id": bench.id_of(of), "name": of} if of else {}
            if (await bench.run(tool, **control, **arguments)).ok:
                return

"""Formulas that reach out are asked about in a real sheet, typed, struck, in halves and pasted, and do not run meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.config.settings import PolicySettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Keys, Launch, TypeText
from ufo.schema.command import Command, Result
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]

_SENDS = 'WEBSERVICE("http://127.0.0.1:9/"&A1)'


async def test_a_formula_that_sends_is_asked_about_by_every_route(desktop: LinuxDesktop, tmp_path: Path) -> None:
    (tmp_path / "sums.csv").write_text("a,b\n1,2\n", "utf-8")
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    guarded = GuardedDispatcher(bench.dispatcher, Policy(PolicySettings(), bench.scope))
    window = await desktop.launch(Launch("libreoffice-calc", (str(tmp_path / "sums.csv"),)), timeout_s=120)
    bench.selection.window = window
    await desktop.settle(window.id)
    await bench.look()

    async def keys(text: str) -> Result:
        (result,) = await guarded.execute_commands([Command(tool_name="keyboard_input", parameters={"keys": text})])
        return result

    escaped = _SENDS.replace("(", "{(}").replace(")", "{)}")
    for word in (f"={escaped}{{ENTER}}", "={VK_SHIFT down}webservice9{VK_SHIFT up}A1+0{ENTER}"):
        refused = await keys(word)
        assert "needs consent" in (refused.error or "") or "a formula that reaches" in (refused.error or ""), refused
    await desktop.send(window.id, [TypeText("=WEBSER")])
    with in_time():
        while not any((element.value or "").startswith("=WEBSER") for element in bench.selection.snapshot or ()):
            await bench.look()
    halved = await keys("VICE{(}A1{)}{ENTER}")
    assert "a formula that reaches" in (halved.error or ""), halved
    await desktop.send(window.id, [Keys(("escape",))])
    assert (await keys("=A1{ENTER}")).ok
    await bench.dispatcher.close()

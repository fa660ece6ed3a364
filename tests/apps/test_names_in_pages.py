"""A path means what the page shows by that name, and not the browser's own button of the same name."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.apps.pages import opened, page_tells
from ufo.schema.command import Command
from ufo.tools.dispatch.foreseen_targets import resolve

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]
_INBOX = """<div id=mails><button id=open>Gerta</button></div>"""
_OPENS = """document.getElementById('open').onclick = () => {
document.getElementById('mails').innerHTML = '<p>Gerta</p><span id=fwd>Forward</span>';
document.getElementById('fwd').onclick = () => tell('forwarding'); };"""


@pytest.mark.matrix
async def test_the_text_that_a_mail_shows_once_it_is_open_is_pressed(desktop: MeasuredDesktop, tmp_path: Path) -> None:
    bench = await opened(desktop, tmp_path, _INBOX, _OPENS)
    try:
        assert (await bench.run("click_input", id=bench.id_of("Gerta"), name="Gerta")).ok
        found = await resolve(Command(tool_name="click_input", parameters={"path": "Forward"}), bench.scope)
        done = await bench.run("click_input", **found.parameters)
        assert done.ok, done
        assert await page_tells(bench, "forwarding")
    finally:
        await bench.dispatcher.close()


_TABLE = """<table><tr><th><a href="#" id=sort>Number</a></th><th>Sum</th></tr>
<tr><td tabindex=0><a href="#" id=paid>INV-7</a></td><td>70</td></tr>
<tr><td tabindex=0 aria-label="INV-8"><button id=due>INV-8</button></td><td>80</td></tr></table>"""
_TELLS = """for (const one of document.querySelectorAll('[id]'))
one.addEventListener('click', () => tell('pressed ' + one.id));"""


async def test_a_link_or_button_is_pressed_and_not_the_cell_around_it(desktop: MeasuredDesktop, tmp_path: Path) -> None:
    bench = await opened(desktop, tmp_path, _TABLE, _TELLS)
    try:
        for name, told in (("INV-7", "paid"), ("INV-8", "due"), ("Number", "sort")):
            found = await resolve(Command(tool_name="click_input", parameters={"path": name}), bench.scope)
            assert bench.selection.controls[str(found.parameters["id"])].role in ("Hyperlink", "Button")
            done = await bench.run("visit", path=[name])
            assert done.ok, done
            assert await page_tells(bench, f"pressed {told}")
    finally:
        await bench.dispatcher.close()

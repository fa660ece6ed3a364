"""What a page's form held is known from the press that sent it, though nothing of it is left; a silent press is no failure."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.apps.pages import opened
from ufo.schema.command import Effect

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(120)]
_FORM = """<form id=all><label>Name <input id=who></label><label><input type=checkbox> News</label>
<label><input type=checkbox checked> Ads</label><select aria-label=City><option>Wien<option>Graz</select>
<input type=password aria-label=Code><button type=button id=quiet>Quiet</button><button>Send</button></form>"""
_SENDS = """let pressed = 0; quiet.onclick = () => pressed++;
all.onsubmit = (event) => { event.preventDefault(); all.remove(); tell('thanks after ' + pressed); };"""


async def test_the_form_is_read_right_before_it_is_sent(desktop: MeasuredDesktop, tmp_path: Path) -> None:
    bench = await opened(desktop, tmp_path, _FORM, _SENDS)
    try:
        given = [
            {"name": "Name", "value": "Ada"}, {"name": "News", "value": True}, {"name": "City", "value": "Graz"},
            {"name": "Code", "value": "x12"},
        ]  # fmt: skip
        assert (await bench.run("fill", fields=given)).ok
        quiet = await bench.run("click_input", id=bench.id_of("Quiet"), name="Quiet")
        assert quiet.effect is Effect.UNVERIFIABLE
        sent = await bench.run("click_input", id=bench.id_of("Send"), name="Send")
        assert sent.effect is Effect.PARTIAL
        assert sent.form is not None
        assert sent.form.is_whole
        held = {form_part.name: form_part.state or form_part.value for form_part in sent.form.parts}
        assert held == {"Name": "Ada", "News": "checked", "Ads": "checked", "City": "Graz", "Code": "•••"}
        was = {form_part.name: form_part.was for form_part in sent.form.parts}
        assert was == {"Name": "", "News": "unchecked", "Ads": "checked", "City": "Wien", "Code": ""}
    finally:
        await bench.dispatcher.close()

"""A session that ends while its form is filled in: the page that asks to log in gets nothing of the form, and it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.apps.pages import opened, page_has_told, page_tells
from ufo.schema.command import Effect

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(180)]
_FORM = """<form id=all><h1>Order</h1><label>Name <input id=who></label><label>City <input id=city></label>
<label>Email <input></label><label>Phone <input></label><button>Send</button></form>"""
_EXPIRES = """let fields = 0;
const expires = () => {
  if (++fields < 2) return;
  document.title = "Log in";
  all.outerHTML = `<form id=login><h1>Your session has expired. Please log in</h1><label>Email <input id=mail></label>
    <label>Password <input id=code type=password></label><button>Log in</button></form>`;
  login.oninput = () => tell("filled in");
  login.onsubmit = (event) => { event.preventDefault(); tell("logged in"); };
  tell("expired");
};
who.onchange = city.onchange = expires;"""


async def test_a_form_whose_session_expires_in_the_middle_gives_nothing_to_the_page_that_asks_to_log_in(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    bench = await opened(desktop, tmp_path, _FORM, _EXPIRES)
    try:
        values = {"Name": "Ada", "City": "Graz", "Email": "ada@example.org", "Phone": "123"}
        email = {"id": bench.id_of("Email"), "name": "Email"}
        result = await bench.run("fill", fields=[{"name": name, "value": value} for name, value in values.items()])
        assert result.effect is Effect.PARTIAL and "2 of 4 fields are not filled: Edit 'Email'" in result.unfinished
        assert "Please log in" in result.change, result
        # The page that asks to log in has a field of the same name. What was decided on the form is not for it.
        refused = await bench.run("set_edit_text", **email, text=values["Email"])
        assert not refused.ok, refused
        assert await page_tells(bench, "expired")
        assert not await page_has_told(bench, "filled in")
    finally:
        await bench.dispatcher.close()

"""What a watched control has to show, as words or as a number, and that nothing is clicked without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.bench import Bench
from ufo.schema.command import Effect
from ufo.tools.act.waits import Shown
from ufo.tools.servers.app_ui import app_ui


@pytest.mark.parametrize(
    ("said", "text", "holds"),
    [
        ("< 50", "Left: 49 %", True),
        ("< 50", "50", False),
        ("<= 50", "50", True),
        (">= 2.5", "2,5 GB", True),
        ("= -3", "-3", True),
        ("!= 1", "no number", False),
        ("Ready", "it is  READY now", True),
        ("Ready", "loading", False),
        ("< fast", "go < fast >", True),
    ],
)
def test_a_number_or_words_are_waited_for(said: str, text: str, holds: bool) -> None:
    assert Shown(said).holds(text) is holds


async def test_nothing_is_clicked_before_and_without_what_is_waited_for(tmp_path: Path) -> None:
    bench = Bench(tmp_path, app_ui)
    app = await bench.open("form")
    box, email = bench.id_of("Send me the newsletter"), bench.id_of("Email")
    never = await bench.run("click_when", id=box, watch={"id": email, "shows": "@"}, timeout_s=0)
    assert not never.ok and not app.checked("newsletter")
    app.set_value("email", "me@example.org")
    done = await bench.run("click_when", id=box, watch={"id": email, "shows": "@"})
    assert app.checked("newsletter") and done.effect is Effect.CONFIRMED
    unsaid = await bench.run("click_when", id=box, watch={"id": email, "shows": " "})
    assert not unsaid.ok and app.checked("newsletter")
    await bench.dispatcher.close()

"""Models that say they are done, on applications that go wrong: VERIFIED is said of what is so, and of nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.controls import on, target_id
from tests.scenarios.stage import app, assign, host, stage
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.fake.faults import Fault, close_window, disable, hang, look_alike, move, popup, rename, revert, swallow
from ufo.llm.provider import Turn
from ufo.schema.outcome import RunOutcome

_MAIL = "ana@b.example"
_TICK = "Send me the newsletter"

Acting = tuple[str, Callable[[dict[str, Any]], Any], Callable[[FakeDesktop], bool], dict[str, Any]]


def _value(desktop: FakeDesktop, key: str) -> str:
    widgets = (widget for window in desktop.world.windows for widget in window.walk())
    return next((str(widget.value) for widget in widgets if widget.key == key), "")


def _is_ticked(desktop: FakeDesktop) -> bool:
    widgets = [widget for window in desktop.world.windows for widget in window.walk()]
    return any(widget.key == "newsletter" and widget.checked for widget in widgets)


WRITES: Acting = (
    "email",
    lambda more: on("Email", "set_edit_text", text=_MAIL, clear_current_text=True, more=more),
    lambda desktop: _value(desktop, "email") == _MAIL,
    {"on": "element", "name": "Email", "value": _MAIL},
)
TICKS: Acting = (
    "newsletter",
    lambda more: on(_TICK, "click_input", more=more),
    _is_ticked,
    {"on": "element", "name": _TICK, "state": "checked"},
)


def _faults(key: str) -> dict[str, list[Fault]]:
    return {
        "nothing goes wrong": [],
        "the action is swallowed": [swallow(), swallow(), swallow()],
        "only the first one is": [swallow()],
        "the window closes": [close_window("Registration")],
        "the control is disabled": [disable(key)],
        "it moves": [move(key, 40, 30)],
        "it says another name": [rename(key, "Something else")],
        "another one like it is in its place": [look_alike(key)],
        "a dialog opens": [popup("form", "thanks")],
        "the value is put back": [revert("email", "")],
        "it hangs": [hang("form")],
    }


# Every fault is tried on both acts and on both kinds of proof; the other pairs of these once more.
_CASES = [
    pytest.param(WRITES, True, id="text-stated"),
    pytest.param(TICKS, False, id="tick-derived"),
    pytest.param(WRITES, False, id="text-derived", marks=pytest.mark.matrix),
    pytest.param(TICKS, True, id="tick-stated", marks=pytest.mark.matrix),
]


@pytest.mark.parametrize("fault", list(_faults("email")))
@pytest.mark.parametrize(("acting", "stated"), _CASES)
async def test_verified_is_never_said_of_what_is_not_so(
    tmp_path: Path, acting: Acting, stated: bool, fault: str
) -> None:
    """The model says FINISH whatever it is told, in every turn."""
    key, act_with, is_so, predicate = acting

    def to_form(turn: Turn) -> dict[str, Any]:
        return assign(target_id(turn, "Registration"), "do it")

    def insists(turn: Turn) -> Any:
        return app("FINISH", expect=[predicate] if stated else [])

    answers = [to_form, act_with({"expect": [predicate]} if stated else {}), *[insists] * 4, *[host("FINISH")] * 4]

    def by_turn(turn: Turn) -> Any:
        """Whoever is asked gets an answer of its own kind."""
        while answers:
            said = answers.pop(0)
            given = said(turn) if callable(said) and (turn.agent == "app" or said is to_form) else said
            if isinstance(given, dict) and (turn.agent == "host") == ("action" not in given):
                return given
        return host("FINISH") if turn.agent == "host" else app("FAIL", result="given up")

    async with stage(tmp_path, [by_turn] * 12) as scene:
        scene.desktop.inject(*_faults(key)[fault])
        summary = await scene.run(f"write {_MAIL} as Email" if key == "email" else f'tick "{_TICK}"')
        so = is_so(scene.desktop)
    assert so or summary.outcome is not RunOutcome.VERIFIED, summary
    if fault == "nothing goes wrong":
        assert summary.outcome is RunOutcome.VERIFIED

from __future__ import annotations

import pytest

from ufo.desktop.masked.typed_runs import typed_runs
from ufo.tools.act.key_notation import parse_keys


@pytest.mark.parametrize(
    ("keys", "runs"),
    [
        ("hunter2", ["hunter2"]),
        ("ada{TAB}hunter2{ENTER}", ["ada", "hunter2", ""]),
        ("ada\thunter2\n", ["ada", "hunter2", ""]),
        ("^a{DEL}hunter2", ["hunter2"]),
        ("{VK_SHIFT down}abc{VK_SHIFT up}d", ["ABCd"]),
        ("{h}{u}{n 2}", ["hunn"]),
        ("one{VK_SHIFT}{TAB}two", ["one", "two"]),
        ("^sx", ["", "x"]),
        ("{{secret:BANK}}{ENTER}", ["{{secret:BANK}}", ""]),
    ],
)
def test_each_field_gets_a_run_of_its_own(keys: str, runs: list[str]) -> None:
    assert typed_runs(parse_keys(keys)) == runs


def test_in_a_text_of_several_lines_tabs_and_line_ends_are_text() -> None:
    assert typed_runs(parse_keys("one\ttwo\nthree"), multiline=True) == ["one\ttwo\nthree"]

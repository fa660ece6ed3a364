from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from tests.trace.sample_run import write_run
from ufo.trace.console import ConsoleListener, plain


def told(tmp_path: Path, terminal: bool = False) -> str:
    out = io.StringIO()
    console = Console(file=out, width=200, force_terminal=terminal, color_system=None)
    write_run(tmp_path, ConsoleListener(console))
    return out.getvalue()


def test_a_run_is_told_from_its_request_to_its_proof(tmp_path: Path) -> None:
    text = told(tmp_path)
    words = [
        "Write a shopping list",
        "click_input(id='2') on [2]Save",
        "VERIFIED",
        "The list is in notes.txt.",
    ]
    places = [text.index(word) for word in [*words, "2 steps, 2 model calls, 3600 + 240 tokens, $0.0084, 12.5 s"]]
    assert places == sorted(places)


def test_each_part_of_the_request_is_marked_and_what_nobody_asked_for_is_told(tmp_path: Path) -> None:
    lines = [" ".join(line.split()) for line in told(tmp_path).splitlines()]
    assert any(line.startswith("shown Write a shopping list notes.txt, line 1:") for line in lines)
    assert "not shown and save it no fact shows it" in lines
    assert "not asked other.txt is gone" in lines
    assert not any("nothing else changed" in line for line in lines)


def test_texts_from_the_screen_neither_style_nor_steer_the_terminal(tmp_path: Path) -> None:
    text = told(tmp_path, terminal=True)
    assert "[red]boo[/red]" in text
    assert "\x1b[2J" not in text and "\u202e" not in text


def test_long_texts_are_cut_and_lines_joined() -> None:
    assert plain("a\nb\tc") == "a b c"
    assert len(plain("x" * 1000)) == 400

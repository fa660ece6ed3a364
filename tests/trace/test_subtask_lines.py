"""How the graph of sub-tasks is told to a person."""

from __future__ import annotations

import io

from rich.console import Console

from ufo.schema.subtasks import SubtaskGraph, SubtaskNode
from ufo.trace.account_lines import lines_of
from ufo.trace.console import ConsoleListener
from ufo.trace.events import SubtasksChanged

GRAPH = SubtaskGraph(
    nodes=(
        SubtaskNode(id="read", text="Read the table", application="Writer"),
        SubtaskNode(id="draw", text="Draw the [red]chart[/red]\x1b[2J", depends_on=("read",)),
        SubtaskNode(id="mail", text="Write the mail", depends_on=("other", "draw")),
        SubtaskNode(id="other", text="Find the address"),
    )
)


def test_each_sub_task_is_told_with_its_state_and_what_holds_it_up() -> None:
    told = [(state.value, words) for state, words in lines_of(GRAPH.finish("other").start("read"))]
    assert told == [
        ("running", "1. Read the table (Writer)"),
        ("waiting", "2. Draw the [red]chart[/red]\x1b[2J, after 1"),
        ("waiting", "3. Write the mail, after 4, 2"),
        ("done", "4. Find the address"),
    ]


def test_a_failure_is_told_with_its_reason_and_what_it_took_with_it() -> None:
    told = [words for _, words in lines_of(GRAPH.fail("read", "no such file"))]
    assert told[:3] == [
        "1. Read the table (Writer): no such file",
        "2. Draw the [red]chart[/red]\x1b[2J: not begun, it needs 1",
        "3. Write the mail: not begun, it needs 1",
    ]


def test_the_console_prints_one_line_for_each_and_obeys_none_of_their_words() -> None:
    out = io.StringIO()
    ConsoleListener(Console(file=out, width=100)).on_event(SubtasksChanged(graph=GRAPH.start("read")))
    lines = out.getvalue().splitlines()
    assert [line.split()[0] for line in lines if line.strip()] == ["running", "waiting", "waiting", "waiting"]
    assert "[red]chart[/red]" in out.getvalue() and "\x1b" not in out.getvalue()

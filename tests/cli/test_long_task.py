"""A task of two hundred acts over sub-tasks in three real applications, started as a person starts it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tests.cli.command import Command, only_object
from tests.llm.openai_server import OpenAIServer, Reply, Request, says
from tests.needs import need
from tests.scenarios.readers import reads, texts_in
from tests.scenarios.stage import act, app, host
from ufo.trace.events import StepEnded
from ufo.trace.reader import read_run

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(1800)]
_REQUEST = "Write the lines into list.txt and the numbers into cells.csv, and make the folders"
_LINES = [f"line {number}" for number in range(80)]
_NUMBERS = [str(3 * number) for number in range(90)]
_FOLDERS = [f"folder {number}" for number in range(15)]
_ACTS = 200
_EARLY, _LATE = 5, 40
_IN_SIGHT = re.compile(r'<data name="controls">.*?</data>', re.DOTALL)


class _Mind:
    """Gives the HostAgent these answers, types these keys in sub-tasks, one in each turn, orders what it is asked about, and
    agrees as a reader. `sizes`: the characters of the prompts of each sub-task, without what is in sight.
    """

    def __init__(self, host: Iterable[Mapping[str, Any]], *subtasks: list[str]) -> None:
        self._host = iter(host)
        self.sizes: list[list[int]] = []
        self._typed = self._types(subtasks)

    def _types(self, subtasks: Iterable[list[str]]) -> Iterator[Mapping[str, Any]]:
        for subtask in subtasks:
            self.sizes.append([])
            for left, keys in zip(range(len(subtask))[::-1], subtask, strict=True):
                yield app("CONTINUE" if left else "FINISH", act("keyboard_input", keys=keys))

    def __call__(self, asked: Request) -> Reply:
        match asked.body["response_format"]["json_schema"]["name"]:
            case "HostAgentResponse":
                return says(next(self._host))
            case "AppAgentResponse":
                answer = next(self._typed)
                told = "\n".join(text for text in texts_in(asked.body["messages"]) if not text.startswith("data:"))
                self.sizes[-1].append(len(_IN_SIGHT.sub("", told)))
                return says(answer)
            case "Ordered":
                return says({"ordered": True, "quote": _REQUEST})
        return reads(asked)


def test_a_task_of_two_hundred_acts_ends_whole_with_prompts_that_do_not_grow(tmp_path: Path) -> None:
    need("mousepad", "soffice", "pcmanfm", "Xvfb")
    command = Command(tmp_path)
    (tmp_path / "list.txt").touch()
    (tmp_path / "cells.csv").write_text("number\n", encoding="utf-8")
    opened = [("Mousepad", "list.txt"), ("LibreOffice Calc", "cells.csv"), ("PCManFM", ".")]
    subtasks = [
        {"id": "one", "text": "Write the first lines into list.txt", "application": "Mousepad"},
        {"id": "two", "text": "Write the numbers into cells.csv", "application": "LibreOffice Calc"},
        {"id": "three", "text": "Make the folders", "application": "PCManFM"},
        {"id": "four", "text": "Write the other lines into list.txt", "application": "Mousepad"},
    ]
    lines = [f"{line}{{ENTER}}" for line in _LINES]
    mind = _Mind(
        [
            host("CONTINUE", functions=[_opens(*each) for each in opened]),
            host("CONTINUE", subtasks=subtasks),
            host("FINISH", result="all is written"),
        ],
        lines[:40],
        ["{DOWN}", *(f"{number}{{ENTER}}" for number in _NUMBERS), "{VK_CONTROL}s", "{VK_MENU}k"],
        [keys for name in _FOLDERS for keys in ("{VK_CONTROL}{VK_SHIFT}n", f"{name}{{ENTER}}")],
        [*lines[40:], "{VK_CONTROL}s"],
    )
    with OpenAIServer([mind]) as server:
        of_model = ("--model", "openai:test", "--base-url", server.base_url)
        more = ("--desktop", "private", "--yes", "--json", "--max-steps", "300", "--max-time", "1600")
        told = only_object(command.run("run", _REQUEST, *of_model, *more, within_s=1700).stdout)
    assert told["outcome"] == "VERIFIED", told
    assert (tmp_path / "list.txt").read_text(encoding="utf-8").splitlines() == _LINES
    assert (tmp_path / "cells.csv").read_text(encoding="utf-8").splitlines() == ["number", *_NUMBERS]
    assert all((tmp_path / name).is_dir() for name in _FOLDERS)
    assert command.left() == []
    (run,) = command.runs()
    steps = read_run(run).of(StepEnded)
    assert sum(action.result.ok for step in steps for action in step.actions) >= _ACTS
    sizes = [(subtask[_EARLY - 1], subtask[:_LATE][-1]) for subtask in mind.sizes]

    assert median(late / early for early, late in sizes) <= 1.05, sizes


def _opens(name: str, argument: str) -> dict[str, Any]:
    return {"function": "launch_application", "arguments": {"name": name, "arguments": [argument]}}

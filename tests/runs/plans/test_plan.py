from __future__ import annotations

import json
from pathlib import Path

import pytest

from ufo.errors import ConfigError
from ufo.runs.plans.plan import MAX_STEPS, plan_from, read_plan


def test_steps_lose_their_numbers_and_keep_their_words() -> None:
    plan = plan_from({"task": "t", "steps": ["1.type 'a'", "2) press OK", "Step 3: close", "4 eggs"]})
    assert plan.steps == ("type 'a'", "press OK", "close", "4 eggs")
    assert plan.request == "t\n- type 'a'\n- press OK\n- close\n- 4 eggs"


def test_a_word_before_its_own_number_is_no_part_of_a_step_in_any_language() -> None:
    plan = plan_from({"task": "t", "steps": ["Schritt 1: öffnen", "步骤2：输入", "Taste 5: drücken"]})
    assert plan.steps == ("öffnen", "输入", "Taste 5: drücken")


@pytest.mark.parametrize(
    ("task", "request_"),
    [("make it bold", "Open draft.odt. make it bold"), ("in Draft.odt make it bold", "in Draft.odt make it bold")],
)
def test_what_a_task_is_done_with_is_opened_first_unless_the_task_names_it(task: str, request_: str) -> None:
    assert plan_from({"task": task, "object": "draft.odt", "close": "True"}).request == request_


@pytest.mark.parametrize("tasks", [("tasks", "a"), ("x", "y")])
def test_the_object_is_looked_for_beside_the_plan_and_in_the_folder_of_files(
    tmp_path: Path, tasks: tuple[str, ...]
) -> None:
    folder = tmp_path.joinpath(*tasks)
    folder.mkdir(parents=True)
    place = tmp_path / "files" / "a" if tasks[0] == "tasks" else folder
    place.mkdir(parents=True, exist_ok=True)
    (place / "draft.odt").touch()
    plan = plan_from({"task": "t", "object": "draft.odt"}).found_from(folder)
    assert plan.object == str(place / "draft.odt")
    assert plan_from({"task": "t", "object": "Mousepad"}).found_from(folder).object == "Mousepad"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"task": ""}, "the request is empty"),
        ({"tsk": "x"}, "`task` is missing; there is no `tsk` in a plan"),
        ({"task": "x", "steps": "press OK"}, "`steps`"),
        ({"task": "x", "steps": ["press OK", " "]}, "step 2: the request is empty"),
        ({"task": "x", "steps": ["a"] * (MAX_STEPS + 1)}, "at most"),
        ({"task": "a\0b"}, "no UTF-8 text"),
        ({"task": "a" * 20_001}, "longer than"),
        (3, "a task is a text or an object"),
        (None, "a task is a text or an object"),
    ],
)
def test_what_is_no_plan_is_told_in_words(data: object, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        plan_from(data)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "is no plan file"),
        ("[" * 100_000, "is no plan file"),
        (json.dumps({"task": "x"}), "has no steps to follow"),
        (None, "cannot read the plan"),
    ],
)
def test_a_plan_file_that_cannot_be_followed_says_why(tmp_path: Path, text: str | None, why: str) -> None:
    path = tmp_path / "plan.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=why):
        read_plan(path)

"""What a skill would run into is found before it begins: a file of that name, another document, a window to be closed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.requirement import requirement
from ufo.recipes.recipe import Skill, SkillAction, SkillTask, WindowHint
from ufo.recipes.replay.in_the_way import in_the_way, other_document
from ufo.schema.inputs import HostInputs
from ufo.schema.selector import Selector, Step
from ufo.schema.target import TargetInfo, TargetKind

SAVES = SkillAction(function="set_edit_text", arguments={"id": "1", "text": "{{folder}}/{{file}}"})
LAUNCHES = SkillAction(function="launch_application", arguments={"name": "Notes", "arguments": []})
FILE = {"on": "file", "path": "{{folder}}/{{file}}", "exists": True}


def _skill(*actions: SkillAction, openings: tuple[SkillAction, ...] = (LAUNCHES,), **more: Any) -> Skill:
    task = SkillTask(openings=openings, window=WindowHint(app_root="notes"), actions=actions, expect=(FILE,))
    return Skill(name="memo", request="save it as {{file}}", tasks=(task,), **more)


def _found(skill: Skill, folder: Path, *targets: TargetInfo) -> str:
    inputs = HostInputs(request="save it", statuses=("CONTINUE",), targets=targets, working_folder=str(folder))
    return in_the_way(skill, inputs, {"file": "memo.txt", "folder": str(folder)})


@requirement("skill:second-run")
def test_a_file_that_the_saved_run_made_is_in_the_way_where_one_of_its_name_is_there(tmp_path: Path) -> None:
    assert _found(_skill(SAVES), tmp_path) == ""
    (tmp_path / "memo.txt").write_text("mine")
    assert "memo.txt' is there already, and the saved run made it" in _found(_skill(SAVES), tmp_path)


def test_a_file_that_the_saved_run_left_is_in_the_way_also_where_no_condition_names_it(tmp_path: Path) -> None:
    skill = Skill(name="memo", request="save it as {{file}}", files=("{{folder}}/{{file}}",))
    assert _found(skill, tmp_path) == ""
    (tmp_path / "memo.txt").write_text("mine")
    assert "memo.txt' is there already, and the saved run made it" in _found(skill, tmp_path)


def test_a_file_that_the_skill_opens_or_was_allowed_to_replace_may_be_there(tmp_path: Path) -> None:
    (tmp_path / "memo.txt").write_text("mine")
    opens = SkillAction(function="launch_application", arguments={"arguments": ["{{file}}"]})
    in_dialog = {"1": Selector(role="Edit", label="Name:", path=(Step(role="Dialog", name="Open File"),))}
    assert _found(_skill(SAVES, openings=(opens,)), tmp_path) == ""
    assert _found(_skill(SAVES.model_copy(update={"selectors": in_dialog}), SAVES), tmp_path) == ""
    assert _found(_skill(SAVES.model_copy(update={"consent": True})), tmp_path) == ""


def test_a_skill_that_answers_the_question_about_replacing_needs_the_file(tmp_path: Path) -> None:
    replaces = SkillAction(function="click_input", selectors={"2": Selector(role="Button", name="Replace")})
    assert "memo.txt' is not there, and the saved run replaced" in _found(_skill(SAVES, replaces), tmp_path)
    (tmp_path / "memo.txt").write_text("mine")
    assert _found(_skill(SAVES, replaces), tmp_path) == ""


@requirement("skill:second-run")
def test_a_window_that_would_be_closed_with_what_else_it_holds_is_in_the_way(tmp_path: Path) -> None:
    shown = TargetInfo(kind=TargetKind.WINDOW, name="mine.txt - Notes", app_root="notes", id="0")
    closes = SkillAction(function="close_application", arguments={"id": "0", "name": "memo.txt - Notes"})
    assert _found(_skill(SAVES), tmp_path, shown) == ""
    assert "'mine.txt - Notes' is open already" in _found(_skill(SAVES, closings=(closes,)), tmp_path, shown)


@pytest.mark.parametrize(
    ("then", "now", "said"),
    [
        ("Untitled 1 - Mousepad", "Untitled 4 - Mousepad", ""),
        ("Calculator", "Calculator", ""),
        ("~/a.txt - Mousepad", "/home/me/a.txt - Mousepad", ""),
        ("Untitled 1 - Mousepad", "/home/me/mine.txt - Mousepad", "holds 'mine.txt', and not 'a new document'"),
        ("a.txt - Mousepad", "b.txt - Mousepad", "holds 'b.txt', and not 'a.txt'"),
        ("a.txt - Mousepad", "Untitled 1 - Mousepad", "holds 'no saved document'"),
        ("Untitled 1 - Mousepad", "*Untitled 1 - Mousepad", "changes that are not saved"),
        ("*Untitled 1 - Mousepad", "*Untitled 2 - Mousepad", ""),
    ],
)
def test_another_document_in_the_window_is_told_by_its_title(then: str, now: str, said: str) -> None:
    assert said in other_document(then, now) if said else not other_document(then, now)

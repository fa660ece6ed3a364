"""A recording becomes a skill with named variables."""

from __future__ import annotations

import pytest

from tests.extensions.recording.made import control, recording
from ufo.errors import SkillError
from ufo_recording.demonstrated import for_other_values, skill_of
from ufo_recording.recorded import ProgramSeen

TEXT = {
    "kind": "type",
    "control": control("", "Edit", traits=("editable", "multiline")),
    "text": "Dear Ana",
    "whole": True,
}
FILE = {"kind": "type", "control": control("", "Edit", label="Name:"), "text": "memo.txt", "whole": True}
PASSWORD = {"kind": "type", "control": control("Password", "Edit", traits=("password",)), "hidden": True, "whole": True}
SAVED = {"on": "file", "path": "/home/ada/Documents/memo.txt", "contains": "Dear Ana", "typed": True}
SHOWN = {"on": "element", "name": "", "role": "Edit", "value": "56"}
CALCULATOR = ProgramSeen(number=2, app_root="gnome-calculator", process="gnome-calculator")


def test_what_was_typed_becomes_variables_that_the_request_names() -> None:
    skill = skill_of(recording(TEXT, FILE), "save-memo")
    assert [(variable.name, variable.default) for variable in skill.variables] == [
        ("text", "Dear Ana"),
        ("file", "memo.txt"),
    ]
    assert skill.request == 'save memo with text "{{text}}" and file "{{file}}"'
    assert [action.arguments["text"] for action in skill.tasks[0].actions] == ["{{text}}", "{{file}}"]


def test_a_request_of_the_persons_own_gets_the_variables_that_it_names() -> None:
    skill = skill_of(recording(TEXT, FILE), "save-memo", 'Write "Dear Ana" into a new memo')
    assert skill.request == 'Write "{{text}}" into a new memo'
    assert [variable.name for variable in skill.variables] == ["text", "file"]


def test_a_request_that_names_nothing_of_what_was_typed_gets_it_added() -> None:
    skill = skill_of(recording(TEXT, FILE), "save-memo", "Write a memo.")
    assert skill.request == 'Write a memo with text "{{text}}" and file "{{file}}"'


def test_a_file_is_named_with_the_folder_that_it_was_found_in_and_its_condition_too() -> None:
    skill = skill_of(recording(TEXT, FILE, conditions=[SAVED]), "save-memo")
    assert skill.variables[1].default == "/home/ada/Documents/memo.txt"
    (condition,) = skill.expect
    assert (condition["path"], condition["contains"]) == ("{{file}}", "{{text}}")


def test_a_secret_is_a_variable_without_a_value_and_is_not_in_the_request() -> None:
    skill = skill_of(recording(PASSWORD), "sign-in")
    (variable,) = skill.variables
    assert (variable.name, variable.default, variable.secret) == ("password", "", True)
    assert skill.request == "sign in"
    assert skill.tasks[0].actions[0].arguments["text"] == "{{password}}"


def test_the_documents_that_a_program_was_opened_with_are_opened_again() -> None:
    opened = ProgramSeen(number=1, app_root="mousepad", process="mousepad", documents=("memo.txt",), folder="/home/ada")
    skill = skill_of(recording(TEXT, programs=[opened]), "add")
    (opening,) = skill.tasks[0].openings
    assert opening.arguments == {"name": "mousepad", "arguments": ["{{document}}"]}
    assert skill.variables[0].default == "/home/ada/memo.txt"


def test_two_programs_in_turn_are_opened_once_each() -> None:
    programs = [*recording().programs, CALCULATOR]
    pressed = {"control": control("7"), "program": 2}
    skill = skill_of(recording(TEXT, pressed, FILE, programs=programs), "both")
    assert [task.window.app_root for task in skill.tasks] == ["mousepad", "gnome-calculator", "mousepad"]
    assert [len(task.openings) for task in skill.tasks] == [1, 1, 0]


def test_a_result_holds_for_the_recorded_values_alone() -> None:
    typed = {"kind": "type", "control": control("Sum", "Edit"), "text": "7*8", "whole": True}
    skill = skill_of(recording(typed, conditions=[SHOWN]), "sum")
    assert skill.tasks[-1].expect[0]["value"] == "56"
    assert for_other_values(skill).tasks[-1].expect == ()
    pressed = skill_of(recording({"control": control("7")}, conditions=[SHOWN]), "sum")
    assert for_other_values(pressed) == pressed


def test_nothing_that_could_be_repeated_makes_no_skill() -> None:
    with pytest.raises(SkillError, match="nothing was done"):
        skill_of(recording({"kind": "scroll", "count": 2}), "nothing")
    with pytest.raises(SkillError, match="cannot name a skill"):
        skill_of(recording(TEXT), "../memo")

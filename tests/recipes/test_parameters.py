"""Which words of a request may vary, and what they are called."""

from __future__ import annotations

from typing import Any

import pytest

from tests.requirement import requirement
from ufo.recipes.parameters import variables_of
from ufo.recipes.recipe import SkillAction
from ufo.schema.selector import Selector


def act(function: str, **arguments: Any) -> SkillAction:
    return SkillAction(function=function, arguments=arguments)


def types_into(label: str, text: str) -> SkillAction:
    selectors = {"4": Selector(role="Edit", label=label)}
    return SkillAction(function="set_edit_text", arguments={"id": "4", "text": text}, selectors=selectors)


@pytest.mark.parametrize(
    ("request_text", "actions", "variables"),
    [
        ('type "Dear Ana" and save it as memo.txt', [act("t", text="Dear Ana"), act("t", text="/w/memo.txt")],
         {"text": "Dear Ana", "file": "memo.txt"}),
        ("write Ada Lovelace as the name", [types_into("Full name:", "Ada Lovelace")], {"full_name": "Ada Lovelace"}),
        ("set B3 to 42", [act("set_cell", cell="B3", value=42)], {"cell": "B3", "number": "42"}),
        ("go to https://example.org/a?b=c", [act("keys", text="https://example.org/a?b=c")],
         {"address": "https://example.org/a?b=c"}),
        ("save the sheet as sales.ods", [act("save_as", file_dir="/w", file_name="sales", file_ext=".ods")],
         {"file": "sales.ods"}),
        ("add 5 and 5", [act("t", a="5", b="5")], {"number": "5"}),
        ("press Save", [act("click_input", id="3", name="Save")], {}),
        ("make it bold", [act("visit", path=["Format", "bold"])], {}),
        ("say hello", [act("t", text="goodbye")], {}),
    ],
)  # fmt: skip
@requirement("skill:variables")
def test_what_a_request_gave_to_an_action_varies(
    request_text: str, actions: list[SkillAction], variables: dict[str, str]
) -> None:
    assert {variable.name: variable.default for variable in variables_of(request_text, actions)} == variables


def test_two_of_one_name_are_told_apart_by_a_number() -> None:
    found = variables_of('write "one" and "two"', [act("t", text="one"), act("t", text="two")])
    assert [variable.name for variable in found] == ["text", "text_2"]


def test_fields_filled_at_once_are_named_by_their_controls() -> None:
    fields = [{"id": "1", "name": "Name", "value": "Ada"}, {"id": "2", "name": "Town", "value": "Graz"}]
    found = variables_of("register Ada of Graz", [act("fill", fields=fields)])
    assert {variable.name: variable.default for variable in found} == {"name": "Ada", "town": "Graz"}

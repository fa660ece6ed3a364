"""Actions as told to people and to the next prompt."""

from __future__ import annotations

from tests.requirement import requirement
from ufo.schema.action import ActionCommandInfo, ListActionCommandInfo
from ufo.schema.command import Command, Result, ResultStatus
from ufo.schema.selector import Selector
from ufo.schema.target import TargetInfo, TargetKind
from ufo.schema.tool_facts import ToolFacts

EXPORT = TargetInfo(kind=TargetKind.CONTROL, id="12", name="Export", type="Button")
DONE = Result(status=ResultStatus.SUCCESS)
FAILED = Result(status=ResultStatus.FAILURE, error="gone")


@requirement("app-act:string")
def test_an_action_on_a_control_names_it_by_id_and_name() -> None:
    assert ActionCommandInfo(function="click_input", target=EXPORT).action_string == "click_input() on [12]Export"
    left = ActionCommandInfo(function="click_input", arguments={"button": "left"}, target=EXPORT)
    assert left.action_string == "click_input(button='left') on [12]Export"


@requirement("app-act:command")
def test_an_action_becomes_a_command_with_its_own_arguments() -> None:
    arguments = {"id": "12", "button": "left"}
    selectors = {"12": Selector(role="Button", name="Export")}
    action = ActionCommandInfo(function="click_input", arguments=arguments, selectors=selectors)
    command, other = (action.to_command() for _ in range(2))
    assert command == Command(
        tool_name="click_input",
        parameters=arguments,
        tool_type="action",
        call_id=command.call_id,
        selectors=selectors,
    )
    assert command.call_id != other.call_id


def test_the_status_of_a_list_is_that_of_its_last_successful_action() -> None:
    actions = ListActionCommandInfo(
        [
            ActionCommandInfo(function="a", status="CONTINUE", result=DONE),
            ActionCommandInfo(function="b", status="SCREENSHOT", result=DONE),
            ActionCommandInfo(function="c", status="FINISH", result=FAILED),
        ]
    )
    assert actions.status == "SCREENSHOT"
    assert ListActionCommandInfo().status == "FINISH"
    assert ListActionCommandInfo([ActionCommandInfo(function="c", status="FINISH", result=FAILED)]).status == "CONTINUE"


def test_repeats_are_counted_against_earlier_actions_and_failures_can_be_left_out() -> None:
    click = ActionCommandInfo(function="click_input", arguments={"id": "1"}, result=DONE)
    wait = ActionCommandInfo(function="wait", arguments={"seconds": 1}, result=FAILED)
    rows = ListActionCommandInfo([click, wait]).to_list_of_dicts(
        success_only=True, keep_keys=("function", "repeat_time"), previous_actions=[click, click, wait]
    )
    assert rows == [{"function": "click_input", "repeat_time": 2}]


def test_a_representation_tells_the_error_or_the_value() -> None:
    assert "gone" in ActionCommandInfo(function="a", result=FAILED).to_representation()
    value = Result(status=ResultStatus.SUCCESS, result="42")
    assert "42" in ActionCommandInfo(function="texts", result=value).to_representation()


def test_what_a_model_says_of_a_tool_counts_for_nothing() -> None:
    claimed = {"function": "remove_file", "facts": {"reads": True, "kind": "wait"}}
    assert ActionCommandInfo.model_validate(claimed).facts == ToolFacts()
    assert ActionCommandInfo(function="texts", facts=ToolFacts(reads=True)).facts.reads

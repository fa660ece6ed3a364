"""VERIFIED only over another channel than the one that acted; what no model stated is derived from what was done."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.requirement import requirement
from tests.scenarios.controls import control_id, on, target_id
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.conditions.kinds.element import ElementPredicate
from ufo.desktop.fake.apps import text_editor
from ufo.llm.provider import Turn
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.inputs import AppInputs
from ufo.schema.outcome import RunOutcome, RunSummary

TICK = "Send me the newsletter"


def to_form(turn: Turn) -> dict[str, Any]:
    return assign(target_id(turn, "Registration"), "fill it in")


async def told(tmp_path: Path, *answers: Any, request: str = "fill it in") -> RunSummary:
    person = ScriptedUser(consents=[True])
    async with stage(
        tmp_path,
        [to_form, *answers, *[host("FINISH", result="done")] * 2],
        user=person,
        model={"decide_locally": False},
    ) as scene:
        return await scene.run(request)


@requirement("expect:derived")
async def test_what_a_field_shows_after_it_was_written_is_derived_and_seen_in_the_picture(tmp_path: Path) -> None:
    summary = await told(
        tmp_path, on("Email", "set_edit_text", text="a@b.example"), request="write a@b.example as the mail address"
    )
    assert summary.outcome is RunOutcome.VERIFIED
    (finding,) = summary.evidence
    assert finding.predicate == ElementPredicate(name="Email", role="Edit", value="a@b.example")
    assert finding.channel == "accessibility and picture"


async def test_a_text_area_without_a_name_is_known_by_what_was_written(tmp_path: Path) -> None:
    def writes(turn: Turn) -> dict[str, Any]:
        assert isinstance(turn.inputs, AppInputs)
        area = next(control for control in turn.inputs.controls if control.type == "Document")
        return app("FINISH", act("set_edit_text", id=area.id, text="Milk and bread"))

    nameless = text_editor()
    main = nameless.windows[0]
    widgets = tuple(replace(widget, name="") if widget.role == "Document" else widget for widget in main.widgets)
    nameless = replace(nameless, windows=(replace(main, widgets=widgets), *nameless.windows[1:]))
    answers = [lambda turn: assign(target_id(turn, "Notes"), "write it down"), writes, host("FINISH")]
    async with stage(tmp_path, answers, running=("notes",), installed=(nameless,)) as scene:
        summary = await scene.run('note down "Milk and bread"')
    assert summary.outcome is RunOutcome.VERIFIED
    assert summary.evidence[0].predicate == ElementPredicate(name="", role="Document", value="Milk and bread")
    assert summary.evidence[0].channel == "accessibility and picture"


async def test_a_box_that_was_clicked_must_be_ticked(tmp_path: Path) -> None:
    summary = await told(tmp_path, on(TICK, "click_input"), request=f'tick "{TICK}"')
    assert summary.outcome is RunOutcome.VERIFIED
    assert summary.evidence[0].predicate == ElementPredicate(name=TICK, role="CheckBox", state="checked")


async def test_of_two_words_about_one_field_the_last_holds(tmp_path: Path) -> None:
    def twice(turn: Turn) -> dict[str, Any]:
        field = {"id": control_id(turn, "Email"), "name": "Email", "clear_current_text": True}
        return app("FINISH", act("set_edit_text", text="first", **field), act("set_edit_text", text="last", **field))

    summary = await told(tmp_path, twice)
    assert [finding.predicate for finding in summary.evidence] == [
        ElementPredicate(name="Email", role="Edit", value="last")
    ]


@pytest.mark.parametrize(
    "stated", [{"name": "Email", "value": "x@y.example"}, {"name": "email:", "value": "x@y.example"}]
)
@requirement("expect:independent")
async def test_where_no_picture_shows_a_change_the_channel_that_acted_proves_nothing(
    tmp_path: Path, stated: dict[str, Any]
) -> None:
    """The first sub-task wrote it, so that the second one's picture before shows it already."""
    expect = [{"on": "element", **stated}]
    again = on("Email", "set_edit_text", text="x@y.example", clear_current_text=True, more={"expect": expect})
    answers = [to_form, on("Email", "set_edit_text", "FAIL", text="x@y.example"), to_form, again, *[host("FINISH")] * 2]
    async with stage(tmp_path, answers) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED
    assert all(finding.truth == "satisfied" and not finding.independent for finding in summary.evidence)


async def test_another_control_than_the_one_acted_on_is_the_applications_own_answer(tmp_path: Path) -> None:
    def submits(turn: Turn) -> dict[str, Any]:
        name = act("set_edit_text", id=control_id(turn, "Name"), name="Name", text="Ana")
        button = act("click_input", id=control_id(turn, "Submit"), name="Submit")
        return app("FINISH", name, button, expect=[{"on": "window", "title": "Thank you"}])

    summary = await told(tmp_path, submits, request="enter Ana as Name and press Submit")
    assert summary.outcome is RunOutcome.VERIFIED
    assert summary.evidence[0].channel == "windows"


async def test_an_open_document_that_nothing_can_copy_is_unknown(tmp_path: Path) -> None:
    open_one = {"on": "document", "path": "Registration", "open": True, "paragraph": "x"}
    summary = await told(tmp_path, app("FINISH", expect=[open_one]))
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED
    assert summary.evidence[0].truth == "unknown"

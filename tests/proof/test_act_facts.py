"""Facts of acts: what reached outward always, anything else where another channel than the act's own saw what came of it."""

from __future__ import annotations

from typing import Any

import pytest

from ufo.proof.act_facts import MOST_ACTS, facts_of_acts
from ufo.proof.form_lines import form_lines
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus, Route
from ufo.schema.fact import Channel
from ufo.schema.form import Form, FormPart
from ufo.schema.target import TargetInfo
from ufo.schema.tool_facts import ActionKind, ToolFacts

_CLICK = ToolFacts(kind=ActionKind.CLICK)


def done(
    function: str, target: TargetInfo | None = None, facts: ToolFacts = _CLICK, **result: Any
) -> ActionCommandInfo:
    told = {"effect": Effect.PARTIAL, "route": Route.ACCESSIBILITY} | result
    return ActionCommandInfo(
        function=function, target=target, facts=facts, result=Result(status=ResultStatus.SUCCESS, **told)
    )


def button(name: str, window: str = "Mail") -> TargetInfo:
    return TargetInfo(name=name, type="Button", path=(window,))


def test_a_message_that_was_sent_is_told_with_its_form_and_what_came_of_it() -> None:
    fields = {"To": "anna@b.example", "Subject": "Hi"}
    form = Form(parts=tuple(FormPart(role="Edit", name=name, value=value) for name, value in fields.items()))
    act = done(
        "click_input",
        button("Send"),
        action_class="send",
        deed="Press 'Send' in 'Mail'",
        form=form,
        evidence=("Text 'Sent' appeared",),
    )
    (fact,) = facts_of_acts([act]).facts
    assert (
        fact.line
        == "Press 'Send' in 'Mail'; the form held To: 'anna@b.example', Subject: 'Hi'; then Text 'Sent' appeared"
    )
    assert (fact.outward, fact.independent, fact.place) == ("send", True, "Mail")
    assert {"anna@b.example", "Hi", "Sent"} <= set(fact.texts)
    assert fact.must_be_asked_for


def test_what_the_application_answers_to_a_press_is_another_channel() -> None:
    (fact,) = facts_of_acts([done("click_input", button("Next", "Wizard"), evidence=("Text 'Page 2' appeared",))]).facts
    assert (fact.channel, fact.independent, fact.outward) == (Channel.ACCESSIBILITY, True, "")
    assert "Page 2" in fact.texts


def test_what_only_the_act_itself_reports_is_no_fact() -> None:
    written = done("write_cell", route=Route.NATIVE, facts=ToolFacts(), effect=Effect.CONFIRMED)
    silent = done("click_input", button("Next"), effect=Effect.SUSPECTED_NOOP)
    ticked = done("set_checked", TargetInfo(name="News", type="CheckBox"), effect=Effect.CONFIRMED)
    assert facts_of_acts([written, silent, ticked]).facts == ()


def test_what_keys_do_is_seen_over_the_accessibility_interface() -> None:
    typed = done(
        "keyboard_input",
        facts=ToolFacts(kind=ActionKind.KEYS),
        route=Route.KEYBOARD,
        evidence=("Edit 'Text' now shows 'milk'",),
    )
    (fact,) = facts_of_acts([typed]).facts
    assert fact.independent
    assert "milk" in fact.texts


def test_a_program_that_was_run_is_told_though_nothing_else_saw_it() -> None:
    ran = done("run_shell", action_class="run_program", deed="Run 'rm a.txt'", route=Route.NATIVE)
    (fact,) = facts_of_acts([ran]).facts
    assert (fact.outward, fact.independent, fact.channel) == ("run_program", False, Channel.RESULT)


def test_what_leads_to_other_acts_and_what_a_control_shows_in_the_end_are_not_told_again() -> None:
    opened = done("launch_application", facts=ToolFacts(kind=ActionKind.LAUNCH))
    name = TargetInfo(name="Name", type="Edit")
    written = done("set_edit_text", name, route=Route.KEYBOARD)
    assert facts_of_acts([opened, written], told=frozenset({"name"})).facts == ()


def test_a_password_is_in_no_fact() -> None:
    field = TargetInfo(name="Password", type="Edit", states=("password",))
    act = done("set_edit_text", field, route=Route.KEYBOARD, evidence=("Edit 'Password' changed",))
    act = act.model_copy(update={"arguments": {"text": "s3cret"}})
    (fact,) = facts_of_acts([act]).facts
    assert "s3cret" not in fact.model_dump_json()


def test_like_acts_are_one_fact_and_the_outward_ones_stay_where_there_are_too_many() -> None:
    again = [done("click_input", button("Next"), evidence=("Text 'x' appeared",))] * 3
    (fact,) = facts_of_acts(again).facts
    assert fact.line.endswith("(3 times)")
    many = [done("click_input", button(f"B{number}"), evidence=("Text 'x' appeared",)) for number in range(80)]
    sent = done("click_input", button("Send"), action_class="send", deed="Press 'Send'")
    told = facts_of_acts([sent, *many])
    assert len(told.facts) == MOST_ACTS
    assert told.facts[0].outward == "send"
    assert told.left_out == ("21 acts of which nothing reached outward",)


def test_a_long_form_is_told_whole_in_several_facts_of_which_one_reaches_outward() -> None:
    boxes = [FormPart(role="CheckBox", name=f"Newsletter {number}", state="unchecked") for number in range(12)]
    body = " ".join(f"word{number}" for number in range(90))
    form = Form(
        parts=(
            FormPart(role="Edit", name="Full name", value="Anna Nowak"),
            *boxes,
            FormPart(role="RadioButton", name="Afternoon (14:00)", state="checked"),
            FormPart(role="Edit", name="Remark", value=body),
        )
    )
    act = done("click_input", button("Send"), action_class="send", deed="Press 'Send' in 'Mail'", form=form)
    first, *held = facts_of_acts([act]).facts
    assert first.line == "Press 'Send' in 'Mail'"
    assert [fact.outward for fact in (first, *held)] == ["send", *[""] * len(held)]
    assert all(fact.independent and fact.place == "Mail" for fact in held)
    assert all(len(fact.line) <= 300 and fact.line.count("'") % 2 == 0 for fact in held)
    assert f"the form held (2 of {len(held)}) " in held[1].line
    said = " ".join(fact.line for fact in held)
    assert "Full name: 'Anna Nowak', Afternoon (14:00): 'checked'" in said
    assert said.count("unchecked") == 0 and "not ticked: Newsletter 0, Newsletter 1" in said
    assert all(word in said for word in [*body.split(), *(box.name for box in boxes)])
    assert body in first.texts


def test_the_lines_of_one_forms_facts_stay_together_where_there_are_too_many_acts() -> None:
    form = Form(parts=tuple(FormPart(role="Edit", name=f"Field {n}", value=f"value {n} " * 8) for n in range(9)))
    sent = done("click_input", button("Send"), action_class="send", deed="Press 'Send'", form=form)
    many = [done("click_input", button(f"B{number}"), evidence=("Text 'x' appeared",)) for number in range(80)]
    told = facts_of_acts([sent, *many]).facts
    assert len(told) == MOST_ACTS
    assert sum(" of " in fact.line and "Field" in fact.line for fact in told) >= 3


def test_what_a_form_held_and_what_its_page_said_then_name_the_page() -> None:
    address = "127.0.0.1:8080/" + "very-long/" * 12
    for body, lines in (("Anna", 1), ("word " * 90, 6)):
        form = Form(parts=(FormPart(role="Edit", name="Remark", value=body),), address=address)
        act = done("click_input", button("Send"), action_class="send", deed="Press 'Send' in 'Mail'", form=form)
        facts = facts_of_acts([act.model_copy(update={"result": act.result.model_copy(update={"evidence": ("x",)})})])
        assert len(facts.facts) == lines
        assert all(" on the page 127.0.0.1:8080/very-long/" in fact.line for fact in facts.facts)
        assert all(address in fact.texts and len(fact.line) <= 300 for fact in facts.facts)
        assert not any(fact.line.endswith("…") for fact in facts.facts[1:])


@pytest.mark.parametrize(
    ("parts", "day"),
    [
        (("06", "15", "2025"), ("2025-06-15",)),
        (("15", "06", "2025"), ("2025-06-15",)),
        (("2025", "06", "05"), ("2025-06-05",)),
        (("05", "05", "2025"), ("2025-05-05",)),
        (("05", "06", "2025"), ()),
        (("31", "02", "2025"), ()),
        (("10", "30", "15"), ()),
    ],
)
def test_spin_boxes_of_a_form_that_give_a_day_tell_it(parts: tuple[str, ...], day: tuple[str, ...]) -> None:
    form = Form(
        parts=tuple(FormPart(role="Spinner", name=f"box {number}", value=value) for number, value in enumerate(parts))
    )
    (line,) = form_lines(form, 200)
    assert tuple(text for text in line.texts if "-" in text) == day


def test_a_form_tells_what_was_changed_in_it_and_that_all_else_is_as_it_was() -> None:
    parts = (
        FormPart(role="ComboBox", name="Language", value="French", was="English"),
        FormPart(role="CheckBox", name="Digest", state="unchecked", was="checked"),
        FormPart(role="CheckBox", name="Sound", state="checked", was="checked"),
        FormPart(role="CheckBox", name="Ranks", state="unchecked", was="unchecked"),
        FormPart(role="CheckBox", name="Hints", state="unchecked", was="unchecked"),
        FormPart(role="Edit", name="Name", value="Ada", was=""),
    )
    (line,) = form_lines(Form(parts=parts), 300)
    assert line.said == (
        "Language: 'French' (was 'English'), Digest: 'unchecked' (was 'checked'), Sound: 'checked', Name: 'Ada', "
        "not ticked: Ranks, Hints, all else as it was first seen"
    )
    assert line.gone == ("English", "checked")
    sent = done("click_input", button("Save"), form=Form(parts=parts), action_class="send", evidence=("x",))
    assert "English" in facts_of_acts([sent]).facts[0].gone


def test_a_form_of_which_some_was_not_seen_before_does_not_say_that_all_else_is_as_it_was() -> None:
    parts = (
        FormPart(role="Edit", name="Name", value="Ada", was="Eve"),
        FormPart(role="Edit", name="Town", value="Graz", was="Graz"),
        FormPart(role="Edit", name="Street", value="Ring 1"),
    )
    (line,) = form_lines(Form(parts=parts), 300)
    assert line.said == "Name: 'Ada' (was 'Eve'), Town: 'Graz', Street: 'Ring 1'"

from __future__ import annotations

from ufo.prompts.earlier_actions import describe_actions
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.target import TargetInfo, TargetKind
from ufo.schema.text_pages import PAGE

NAME = TargetInfo(kind=TargetKind.CONTROL, name="Full name", id="7", type="Edit")


def did(result: Result, **arguments: object) -> ActionCommandInfo:
    given = {"id": "7", "name": "Full name", **arguments}
    return ActionCommandInfo(function="set_edit_text", arguments=given, target=NAME, result=result)


def well(effect: Effect, **more: object) -> Result:
    return Result(status=ResultStatus.SUCCESS, effect=effect, **more)


def test_a_confirmed_action_is_told_once_and_by_the_controls_name() -> None:
    action = did(well(Effect.CONFIRMED, result="Ana", change="'Full name' now shows 'Ana'"), text="Ana")
    assert describe_actions([action], ("'Full name' now shows 'Ana'; focus moved",)) == [
        'set_edit_text(text="Ana") on "Full name": confirmed'
    ]


def test_the_evidence_of_a_partial_effect_is_shown() -> None:
    action = did(well(Effect.PARTIAL, evidence=("the field shows 'An'",), change="'Full name' changed"), text="Ana")
    assert describe_actions([action]) == [
        'set_edit_text(text="Ana") on "Full name": partial; evidence "the field shows \'An\'"'
    ]


def test_of_an_older_action_only_the_first_evidence_is_shown() -> None:
    action = did(well(Effect.PARTIAL, evidence=("it shows 'An'", "a bar appeared", "a box appeared")), text="Ana")
    old, newer, newest = describe_actions([action, action, action])
    assert old.endswith("evidence \"it shows 'An'; a bar appeared\"")
    assert newer.endswith("evidence \"it shows 'An'; a bar appeared; a box appeared\"")
    assert newest == newer


def test_what_a_tool_read_is_shown() -> None:
    read = ActionCommandInfo(
        function="read", arguments={"id": "7"}, target=NAME, result=well(Effect.CONFIRMED, result=[["a", 1]])
    )
    assert describe_actions([read]) == ['read() on "Full name": confirmed; value [["a", 1]]']


def test_what_a_call_named_is_not_told_again_with_what_it_gave_back() -> None:
    given = {"path": "/home/me/notes/a.txt", "lines": "1 to 2", "text": "one\ntwo\u2028three"}
    read = ActionCommandInfo(
        function="read_file", arguments={"path": "notes/a.txt"}, result=well(Effect.CONFIRMED, result=given)
    )
    made = ActionCommandInfo(
        function="make_folder",
        arguments={"path": "notes"},
        result=well(Effect.CONFIRMED, result={"path": "/home/me/notes"}),
    )
    assert describe_actions([read, made]) == [
        'read_file(path="notes/a.txt"): confirmed; value {"lines": "1 to 2", "text": "one\\ntwo three"}',
        'make_folder(path="notes"): confirmed',
    ]


def test_a_window_that_was_chosen_is_told_by_its_title_alone() -> None:
    shown = {"root_name": "notes", "window_info": {"name": "Notes", "id": "3", "rect": [0, 0, 800, 600]}}
    window = TargetInfo(kind=TargetKind.WINDOW, name="Notes", id="3")
    chosen = ActionCommandInfo(
        function="select", arguments={"id": "3"}, target=window, result=well(Effect.CONFIRMED, result=shown)
    )
    opened = ActionCommandInfo(
        function="open", arguments={"name": "editor"}, result=well(Effect.CONFIRMED, result=shown)
    )
    assert describe_actions([chosen, opened]) == [
        'select() on "Notes": confirmed',
        'open(name="editor"): confirmed; value "Notes"',
    ]


def test_an_error_that_the_feedback_tells_is_not_told_again() -> None:
    failed = did(Result(status=ResultStatus.FAILURE, error="'Full name' is disabled"), text="Ana")
    assert describe_actions([failed])[0].endswith("failure \"'Full name' is disabled\"")
    assert describe_actions([failed], ("'Full name' is disabled",))[0].endswith("failure, as told below")


def test_only_the_last_actions_tell_what_changed() -> None:
    actions = [did(well(Effect.CONFIRMED, change=f"change {n}"), text=str(n)) for n in range(9)]
    lines = describe_actions(actions)
    assert "change 2" not in lines[2] and "change 8" in lines[8]


def page(number: int) -> ActionCommandInfo:
    return ActionCommandInfo(function="read_text", result=well(Effect.CONFIRMED, result=f"{number}" * 3400 + "end"))


WROTE = did(well(Effect.CONFIRMED, result="Ana"), text="Ana")


def test_what_was_read_stays_whole_until_a_note_came_after_it() -> None:
    acts = [page(0), page(1), *[WROTE] * 9]
    assert ["end" in line for line in describe_actions(acts)[:2]] == [True] * 2
    assert not any("end" in line for line in describe_actions(acts, unnoted=9))
    assert any("end" in line for line in describe_actions(acts, unnoted=10))


def test_what_was_read_is_cut_once_an_act_has_used_all_of_it() -> None:
    used = did(well(Effect.CONFIRMED), text=f"{page(0).result.result}")
    assert "more characters" in describe_actions([page(0), used])[0]
    assert "more characters" not in describe_actions([page(0), WROTE])[0]


def test_what_had_to_be_cut_is_not_told_again_at_length() -> None:
    long = ActionCommandInfo(function="read_file", result=well(Effect.CONFIRMED, result="word " * 2000))
    assert len(describe_actions([long], of_turn=1)[0]) > 4000
    assert len(describe_actions([long, page(1)], of_turn=1)[0]) < 1200


def test_a_short_rest_of_what_was_read_is_told_and_costs_no_turn() -> None:
    read = did(well(Effect.CONFIRMED, result="y" * (PAGE + 1_100)))
    assert "more characters" not in describe_actions([read])[0]


def test_of_very_much_that_was_read_the_newest_is_whole() -> None:
    lines = describe_actions([page(number) for number in range(6)])
    assert ["end" in line for line in lines] == [False] * 3 + [True] * 3


def test_nothing_of_the_last_turn_is_left_out() -> None:
    acts = [did(well(Effect.CONFIRMED, result=f"value {n}"), text=str(n)) for n in range(60)]
    told = "\n".join(describe_actions(acts, of_turn=30))
    assert all(f'"value {n}"' in told for n in range(30, 60)) and "value 29" not in told


def test_forty_actions_take_hardly_more_room_than_fourteen() -> None:
    acts = [did(well(Effect.CONFIRMED, result=f"value {n}"), text=str(n)) for n in range(40)]
    few, many = (len("\n".join(describe_actions(acts[:count]))) for count in (14, 40))
    assert many <= few + 100
    assert describe_actions(acts)[0].startswith("(") and "set_edit_text)" in describe_actions(acts)[0]


def test_actions_that_were_skipped_together_are_one_line_with_one_reason() -> None:
    skipped = Result(status=ResultStatus.SKIPPED, error="the window 'Save As' opened")
    acts = [WROTE, *(did(skipped, text=text) for text in ("a", "b", "c", "d", "e"))]
    first, line = describe_actions(acts, of_turn=3)
    assert "confirmed" in first
    assert line.startswith("skipped: set_edit_text") and line.count("set_edit_text") == 5 and line.count("opened") == 1


def test_controls_that_a_search_found_are_told_without_the_ids_of_that_look() -> None:
    rows = [{"id": "60", "type": "Button", "name": "Book"}]
    (line,) = describe_actions([did(well(Effect.CONFIRMED, result=rows), text="Book")])
    assert "Book" in line and '"60"' not in line and "60" not in line
    (line,) = describe_actions([did(well(Effect.CONFIRMED, result=[{"id": "60", "from": "Ada"}]), text="mail")])
    assert "60" in line

"""What counts as the same sight and the same doing."""

from __future__ import annotations

from ufo.agents.repetition import Repetition, doing_of, sight_of
from ufo.schema.action import ActionCommandInfo
from ufo.schema.target import TargetInfo, TargetKind


def control(name: str, value: str = "", *states: str, key: str = "1") -> TargetInfo:
    return TargetInfo(kind=TargetKind.CONTROL, name=name, id=key, type="Text", value=value, states=states)


MANY = tuple(control(name) for name in ("a", "b", "c"))


def test_ids_what_is_new_and_clocks_do_not_make_another_sight() -> None:
    pair = (*MANY, control("clock", "it is 12:30:01, 40 % done", "new", key="7"))
    other = (*MANY, control("clock", "it is 12:31:59, 41.5 % done", key="9"))
    assert sight_of(pair, "title") == sight_of(other, "title")


def test_values_states_and_titles_do() -> None:
    assert sight_of((*MANY, control("x", "1"))) != sight_of((*MANY, control("x", "2")))
    assert sight_of((*MANY, control("x", "1", "checked"))) != sight_of((*MANY, control("x", "1")))
    assert sight_of(MANY, "one") != sight_of(MANY, "two")


def test_where_hardly_anything_is_listed_the_picture_tells() -> None:
    assert sight_of((), picture="one") != sight_of((), picture="two")
    assert sight_of(MANY, picture="one") == sight_of(MANY, picture="two")


def test_the_same_control_under_another_id_is_the_same_doing() -> None:
    def click(key: str) -> ActionCommandInfo:
        return ActionCommandInfo(
            function="click_input", arguments={"id": key, "name": "Go"}, target=control("Go", key=key)
        )

    assert doing_of([click("3")]) == doing_of([click("8")])
    assert doing_of([click("3")]) != doing_of([click("3"), click("3")])
    other = ActionCommandInfo(function="keyboard_input", arguments={"keys": "x"})
    assert doing_of([other]) != doing_of([ActionCommandInfo(function="keyboard_input", arguments={"keys": "y"})])
    assert doing_of([]) == "nothing"


def test_a_cycle_of_any_length_comes_back_to_what_was_counted() -> None:
    seen = Repetition()
    steps = [("s1", "a"), ("s2", "b"), ("s3", "c")] * 3
    assert [seen.note(*step) for step in steps] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    seen.forget()
    assert seen.note("s1", "a") == 1

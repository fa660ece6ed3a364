"""Keys of both providers in the notation of our tools, which reads them as the keys that were meant."""

from __future__ import annotations

import pytest

from ufo.desktop.values import Keys, TypeText
from ufo.tools.act.key_notation import parse_keys
from ufo_computer_use.gestures import Objection, chords, held, split_chord


@pytest.mark.parametrize(
    ("keys", "pressed"),
    [
        (["CTRL", "s"], [Keys(("ctrl", "s"))]),
        (["ctrl", "shift", "Tab"], [Keys(("ctrl", "shift", "tab"))]),
        (["Return"], [Keys(("enter",))]),
        (["KP_Enter"], [Keys(("enter",))]),
        (["ARROWDOWN"], [Keys(("down",))]),
        (["Page_Down"], [Keys(("pagedown",))]),
        (["BackSpace"], [Keys(("backspace",))]),
        (["Super_L"], [Keys(("super",))]),
        (["CMD", "c"], [Keys(("super", "c"))]),
        (["alt", "F4"], [Keys(("alt", "f4"))]),
        (["ctrl", "+"], [Keys(("ctrl", "+"))]),
        (["ctrl", "minus"], [Keys(("ctrl", "-"))]),
        ([" "], [Keys(("space",))]),
        (["a"], [TypeText("a")]),
        (["A"], [TypeText("A")]),
        (["^"], [TypeText("^")]),
        (["ctrl", "k", "s"], [Keys(("ctrl", "k")), Keys(("ctrl", "s"))]),
    ],
    ids=lambda item: "+".join(item) if isinstance(item, list) and isinstance(item[0], str) else "",
)
def test_a_key_of_a_model_is_the_key_that_is_pressed(keys: list[str], pressed: list[object]) -> None:
    assert list(parse_keys(chords(keys))) == pressed


@pytest.mark.parametrize("keys", [[], ["Hyper"], ["{"], ["ctrl", "Frobnicate"], [""], ["\n"]])
def test_what_is_no_key_is_told_to_the_model(keys: list[str]) -> None:
    with pytest.raises(Objection):
        chords(keys)


@pytest.mark.parametrize(
    ("written", "keys"),
    [
        ("ctrl+s", ("ctrl", "s")),
        ("ctrl++", ("ctrl", "+")),
        ("+", ("+",)),
        ("Return", ("Return",)),
        ("ctrl+shift+Tab", ("ctrl", "shift", "Tab")),
        ("", ()),
    ],
)
def test_a_chord_is_split_at_its_plus_signs(written: str, keys: tuple[str, ...]) -> None:
    assert split_chord(written) == keys


def test_one_modifier_can_be_held_during_a_click_and_nothing_else() -> None:
    assert (held([]), held(["SHIFT"]), held(["ctrl", "Control_L"])) == (None, "shift", "ctrl")
    for keys in (["a"], ["ctrl", "shift"]):
        with pytest.raises(Objection):
            held(keys)

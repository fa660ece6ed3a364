"""What keys type is read from the map that the seat hands out."""

from __future__ import annotations

import pytest

from ufo.desktop.linux.wayland.kwin.kwin_layout import KeyLayout, KeyPress, read_layout
from ufo.errors import NotActionable

_MAP = """xkb_keymap {
xkb_keycodes "(unnamed)" {
    minimum = 8;
    <AD01> = 24; <AD03> = 26; <AE11> = 20; <AB01> = 52; <LFSH> = 50; <LVL3> = 92; <LCTL> = 37; <RTRN> = 36; <KP7> = 79;
    alias <ALGR> = <LVL3>;
};
xkb_types "(unnamed)" { type "TWO_LEVEL" { modifiers= Shift; map[Shift]= 2; }; };
xkb_symbols "(unnamed)" {
    name[Group1]="German";
    key <AD01> { type= "FOUR_LEVEL_SEMIALPHABETIC", symbols[Group1]= [ q, Q, at, Greek_OMEGA ], symbols[Group2]= [ a, A ] };
    key <AD03> { type= "FOUR_LEVEL_SEMIALPHABETIC", symbols[Group1]= [ e, E, EuroSign, EuroSign ] };
    key <AE11> { type= "FOUR_LEVEL_PLUS_LOCK", symbols[Group1]= [ ssharp, question, backslash, questiondown, U1E9E ] };
    key <AB01> { [ y, Y, U2039 ] };
    key <LFSH> { [ Shift_L ] };
    key <LVL3> { type= "ONE_LEVEL", symbols[Group1]= [ ISO_Level3_Shift ] };
    key <LCTL> { [ Control_L ], actions[Group1]= [ SetMods(modifiers=Control) ] };
    key <RTRN> { [ Return ] };
    key <KP7> { type= "KEYPAD", [ KP_Home, KP_7 ] };
    modifier_map Shift { <LFSH> };
};
};
"""
_SHIFT, _ALTGR = 42, 84


@pytest.fixture
def german() -> KeyLayout:
    return read_layout(_MAP, 0)


@pytest.mark.parametrize(
    ("sign", "press"),
    [
        ("q", KeyPress(16)),
        ("Q", KeyPress(16, (_SHIFT,))),
        ("@", KeyPress(16, (_ALTGR,))),
        ("€", KeyPress(18, (_ALTGR,))),
        ("ß", KeyPress(12)),
        ("\\", KeyPress(12, (_ALTGR,))),
        ("¿", KeyPress(12, (_SHIFT, _ALTGR))),
        ("‹", KeyPress(44, (_ALTGR,))),
        ("\n", KeyPress(28)),
    ],
)
def test_a_sign_is_typed_by_its_key_and_those_held_with_it(german: KeyLayout, sign: str, press: KeyPress) -> None:
    assert german.press_for(sign) == press


def test_caps_lock_turns_letters_round_and_leaves_other_signs(german: KeyLayout) -> None:
    assert german.press_for("q", locked=True) == KeyPress(16, (_SHIFT,))
    assert german.press_for("Q", locked=True) == KeyPress(16)
    assert german.press_for("@", locked=True) == KeyPress(16, (_ALTGR,))


def test_what_no_key_types_is_refused_and_named(german: KeyLayout) -> None:
    assert german.carries("Qq@€") and not german.carries("q日")
    with pytest.raises(NotActionable, match="no key of this keyboard layout types '日'"):
        german.press_for("日")
    with pytest.raises(NotActionable, match="no key 'f5'"):
        german.chord(("ctrl", "f5"))


def test_a_chord_holds_what_its_keys_need(german: KeyLayout) -> None:
    assert german.chord(("ctrl", "q")) == (29, 16)
    assert german.chord(("ctrl", "@")) == (29, _ALTGR, 16)


def test_another_group_types_its_own_and_what_it_has_not_comes_from_the_first() -> None:
    second = read_layout(_MAP, 1)
    assert second.press_for("a") == KeyPress(16)
    assert second.press_for("e") == KeyPress(18)
    assert not second.carries("q")


def test_a_text_that_is_no_map_types_nothing() -> None:
    assert not read_layout("xkb_keymap { broken", 0).presses

"""Which signs a keyboard layout has, read from maps as a compositor hands them out."""

from __future__ import annotations

from ufo.desktop.linux.screen.keysyms import keysym_of
from ufo.desktop.linux.wayland.gnome.keyboard_signs import KeyboardSigns, signs_of

_GERMAN = """
xkb_symbols "pc+de" {
    name[1]="German";
    key <ESC> { [ Escape ] };
    key <AD01> { type= "FOUR_LEVEL", symbols[1]= [ q, Q, at, Greek_OMEGA ] };
    key <AD03> { type= "FOUR_LEVEL", [ e, E, EuroSign, U20AC ] };
    key <AC10> { [ odiaeresis, Odiaeresis, dead_doubleacute, dead_belowdot ] };
    key <LFSH> { [ Shift_L ] };
};
"""
_TWO = """
xkb_symbols "pc+us+ru:2" {
    key <SPCE> { [ space ] };
    key <AD01> { symbols[1]= [ q, Q ], symbols[2]= [ Cyrillic_shorti, Cyrillic_SHORTI ] };
    key <AE01> { symbols[1]= [ 1, exclam ], symbols[2]= [ 1, exclam ] };
};
"""


def _has(keymap: str, text: str) -> bool:
    return KeyboardSigns(lambda: keymap).has(map(keysym_of, text))


def test_the_layout_has_what_its_keys_type_alone_with_shift_and_with_altgr() -> None:
    assert _has(_GERMAN, "qQ@eEöÖ")


def test_what_needs_both_or_no_key_has_is_not_typed() -> None:
    assert not _has(_GERMAN, "€") and not _has(_GERMAN, "Ω") and not _has(_GERMAN, "ë") and not _has(_GERMAN, "😀")


def test_of_several_layouts_only_signs_count_that_each_has() -> None:
    assert _has(_TWO, "1! ")
    assert not _has(_TWO, "q") and not _has(_TWO, "й")


def test_without_a_map_nothing_is_typed() -> None:
    assert signs_of("") == frozenset()
    assert signs_of("xkb_symbols { key <AD01> { [ ] }; }") == frozenset()


def test_a_changed_layout_counts_at_once() -> None:
    maps = [_TWO]
    signs = KeyboardSigns(lambda: maps[0])
    assert not signs.has([keysym_of("ö")])
    maps[0] = _GERMAN
    assert signs.has([keysym_of("ö")])

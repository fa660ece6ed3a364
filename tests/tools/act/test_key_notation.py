"""The notation of keys: chords, repeats, held keys, and text as it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.requirement import requirement
from ufo.desktop.values import Keys, TypeText
from ufo.errors import ToolError
from ufo.tools.act.key_notation import KeyEvent, events_in, parse_keys, typed_text
from ufo_planner.text.keys import chord_keys, literal


def chords(*names: str) -> tuple[Keys, ...]:
    return tuple(Keys(tuple(name.split("+"))) for name in names)


@pytest.mark.parametrize(
    ("keys", "events"),
    [
        ("", ()),
        ("hello world", (TypeText("hello world"),)),
        ("{VK_CONTROL}c", chords("ctrl+c")),
        ("{vk_control}C", chords("ctrl+c")),
        ("{VK_CONTROL}{VK_SHIFT}s", chords("ctrl+shift+s")),
        ("{VK_MENU}{F4}", chords("alt+f4")),
        ("^s", chords("ctrl+s")),
        ("%{F4}", chords("alt+f4")),
        ("+a", chords("shift+a")),
        ("^+{END}", chords("ctrl+shift+end")),
        ("^(ac)", chords("ctrl+a", "ctrl+c")),
        ("^({HOME}+{END})x", (*chords("ctrl+home", "ctrl+shift+end"), TypeText("x"))),
        ("{TAB 2}", chords("tab", "tab")),
        ("{TAB}{ENTER}~", chords("tab", "enter", "enter")),
        ("{VK_RETURN}", chords("enter")),
        ("{a 3}", (TypeText("aaa"),)),
        ("{VK_SHIFT down}ab{VK_SHIFT up}c", (*chords("shift+a", "shift+b"), TypeText("c"))),
        ("{VK_LWIN}", chords("super")),
        ("a{ENTER}b", (TypeText("a"), *chords("enter"), TypeText("b"))),
        ("{{}x{}}{+}{^}{%}{~}{(}{)}", (TypeText("{x}+^%~()"),)),
        ("{unknown}", (TypeText("{unknown}"),)),
        ('{"a": 1}', (TypeText('{"a": 1}'),)),
        ("f(x)", (TypeText("f(x)"),)),
        ("50%", (TypeText("50%"),)),
        ("{VK_CONTROL}a{DELETE}", chords("ctrl+a", "delete")),
        ("^{TAB 2}", chords("ctrl+tab", "ctrl+tab")),
        ("{CTRL+S}{Ctrl+Shift+Left 2}", chords("ctrl+s", "ctrl+shift+left", "ctrl+shift+left")),
        ("{PAGE_DOWN}{VK_NEXT}{ArrowUp}", chords("pagedown", "pagedown", "up")),
        ("{VK_NUMPAD7}{VK_ADD}^{VK_SUBTRACT}", (TypeText("7+"), *chords("ctrl+-"))),
        ("^(ac", chords("ctrl+a", "ctrl+c")),
        ("a)b}c{", (TypeText("a)b}c{"),)),
    ],
)
@requirement("act:key-syntax")
def test_keys_are_read_as_they_are_meant(keys: str, events: tuple[KeyEvent, ...]) -> None:
    assert parse_keys(keys) == events


_NAMES = {
    "enter": "ENTER RETURN", "tab": "TAB", "escape": "ESC ESCAPE", "space": "SPACE",
    "backspace": "BACKSPACE BKSP BS BACK", "delete": "DELETE DEL", "insert": "INSERT INS", "home": "HOME", "end": "END",
    "pageup": "PGUP PRIOR PAGEUP PAGE_UP", "pagedown": "PGDN NEXT PAGEDOWN PAGE_DOWN",
    "up": "UP UPARROW ARROWUP", "down": "DOWN", "left": "LEFT", "right": "RIGHT",
    "capslock": "CAPSLOCK CAPS_LOCK CAPITAL CAP", "numlock": "NUMLOCK", "scrolllock": "SCROLLLOCK SCROLL",
    "printscreen": "PRTSC PRINT SNAPSHOT", "pause": "PAUSE BREAK", "menu": "APPS", "help": "HELP",
    "f1": "F1", "f24": "F24", "ctrl": "CTRL CONTROL VK_CONTROL VK_LCONTROL VK_RCONTROL",
    "shift": "SHIFT VK_SHIFT VK_LSHIFT VK_RSHIFT", "alt": "ALT LMENU RMENU VK_MENU VK_LMENU VK_RMENU",
    "super": "WIN LWIN RWIN VK_LWIN VK_RWIN",
}  # fmt: skip
"""Each key with its names in the described syntax."""


@requirement("act:key-syntax")
@pytest.mark.parametrize(("key", "name"), [(key, name) for key, names in _NAMES.items() for name in names.split()])
def test_each_name_of_a_key_is_that_key(key: str, name: str) -> None:
    assert parse_keys(f"{{{name}}}") == chords(key)


@pytest.mark.parametrize(
    ("keys", "text", "pressed"),
    [
        ("2450*19%", "2450*19%", ()),
        ("2450*19%{ENTER}", "2450*19%", chords("enter")),
        ("date +%F{ENTER}", "date +%F", chords("enter")),
        ("{VK_CONTROL}adate +%Y-%m-%d", "date +%Y-%m-%d", chords("ctrl+a")),
        ("x^2+(y-3)*4", "x^2+(y-3)*4", ()),
        ("2^(3+1){ENTER}", "2^(3+1)", chords("enter")),
        ("C++{TAB}", "C++", chords("tab")),
        ("A+{TAB}", "A+", chords("tab")),
        ("+49 30 1234{ENTER}", "+49 30 1234", chords("enter")),
        ("cd ~/in{ENTER}", "cd ~/in", chords("enter")),
        ("cd ~{ENTER}", "cd ~", chords("enter")),
        ("~/notes.txt", "~/notes.txt", ()),
        ("100 % of a^2 & b", "100 % of a^2 & b", ()),
        ("a && b || (c; d)", "a && b || (c; d)", ()),
        ("done^s", "done", chords("ctrl+s")),
        ("word+{HOME}^c", "word", chords("shift+home", "ctrl+c")),
        ("hello~", "hello", chords("enter")),
        ("{VK_CONTROL}+", "", (Keys(("ctrl", "+")),)),
        ("^+", "", (Keys(("ctrl", "+")),)),
        ("{VK_CONTROL down}+{VK_CONTROL up}", "", (Keys(("ctrl", "+")),)),
    ],
)
def test_signs_that_cannot_be_meant_as_keys_are_typed_as_they_stand(
    keys: str, text: str, pressed: tuple[Keys, ...]
) -> None:
    events = parse_keys(keys)
    assert typed_text(events) == text
    assert tuple(event for event in events if isinstance(event, Keys)) == pressed


@given(st.text(min_size=1, max_size=80), st.sampled_from(["", "{ENTER}", "^s"]))
def test_a_text_of_its_own_is_typed_as_it_stands_before_the_keys(text: str, keys: str) -> None:
    assert events_in({"text": text, "keys": keys}) == (TypeText(text), *parse_keys(keys))


def test_a_secret_in_a_text_of_its_own_keeps_its_placeholder() -> None:
    assert events_in({"text": "a%{{ secret:PIN }}"}) == (TypeText("a%{{secret:PIN}}"),)


@pytest.mark.parametrize("keys", ["{TAB 5000}", "{TAB 99999}", "^{LEFT 1000000}", f"{{TAB {'9' * 5000}}}"])
def test_repeats_beyond_reason_are_refused(keys: str) -> None:
    with pytest.raises(ToolError, match="fewer"):
        parse_keys(keys)


@pytest.mark.parametrize("keys", ["{VK_NOTHING}", "a{vk_foo 2}"])
def test_what_can_only_be_meant_as_a_key_is_refused_where_there_is_none(keys: str) -> None:
    with pytest.raises(ToolError, match="there is no key"):
        parse_keys(keys)


@given(st.text(max_size=80))
def test_any_text_can_be_read(keys: str) -> None:
    for event in parse_keys(keys):
        assert event != Keys(())


@given(st.text(alphabet=st.characters(exclude_characters="\r"), max_size=60))
def test_escaped_text_is_typed_as_it_was(text: str) -> None:
    events = parse_keys("".join(f"{{{sign}}}" if sign in "{}()+^%~" else sign for sign in text))
    assert typed_text(events) == text
    assert all(isinstance(event, TypeText) for event in events)


@given(st.lists(st.sampled_from(["ctrl", "alt", "shift"]), unique=True, max_size=3), st.sampled_from("asdf1"))
def test_chords_written_by_the_planner_are_read_back(modifiers: list[str], key: str) -> None:
    events = parse_keys(chord_keys((*modifiers, key)))
    assert events == ((Keys((*modifiers, key)),) if modifiers else (TypeText(key),))


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\r\n\t"), max_size=60))
def test_text_written_by_the_planner_is_typed_as_it_was(text: str) -> None:
    assert typed_text(parse_keys(literal(text))) == text

"""Classes and styles of Windows' controls in the common words. What it says needs no Windows."""

from __future__ import annotations

import itertools

import pytest

from ufo.desktop.windows.input.key_codes import code_of, is_extended
from ufo.desktop.windows.tree.control_kinds import actions_of, role_of, states_of, tick, without_mnemonic
from ufo.errors import NotActionable
from ufo.schema.roles import ROLES
from ufo.schema.target import STATES

_CLASSES = ("Button", "EDIT", "Static", "SysListView32", "RICHEDIT50W", "#32770", "Chrome_WidgetWin_1", "")


@pytest.mark.parametrize(
    ("kind", "style", "role"),
    [
        ("Button", 0x50010000, "Button"),
        ("BUTTON", 0x50010003, "CheckBox"),
        ("Button", 0x50011003, "ToggleButton"),
        ("Button", 0x50000009, "RadioButton"),
        ("Button", 0x50000007, "Group"),
        ("SysListView32", 0x50010001, "Table"),
        ("SysListView32", 0x50010003, "List"),
        ("RICHEDIT50W", 0x50010044, "Document"),
        ("Chrome_WidgetWin_1", 0x56000000, "Pane"),
    ],
)
def test_a_class_and_its_style_make_a_role(kind: str, style: int, role: str) -> None:
    assert role_of(kind, style) == role


def test_every_control_is_told_in_the_common_words() -> None:
    for kind, style in itertools.product(_CLASSES, (0, 0x1, 0x3, 0x9, 0x20, 0x804, 0xFFFFFFFF)):
        role = role_of(kind, style)
        states = states_of(role, kind, style, is_enabled=True, is_focused=True)
        assert role in ROLES and states <= STATES
    assert {tick(answer) for answer in range(4)} <= STATES


def test_what_is_only_read_or_disabled_takes_no_text() -> None:
    written = states_of("Edit", "Edit", 0x0, is_enabled=True, is_focused=False)
    only_read = states_of("Edit", "Edit", 0x800, is_enabled=True, is_focused=False)
    disabled = states_of("Edit", "Edit", 0x0, is_enabled=False, is_focused=False)
    assert "set_text" in actions_of("Edit", written)
    assert "set_text" not in actions_of("Edit", only_read) + actions_of("Edit", disabled)
    assert "password" in states_of("Edit", "Edit", 0x20, is_enabled=True, is_focused=False)


@pytest.mark.parametrize(
    ("caption", "shown"), [("&Save", "Save"), ("Save && quit\tCtrl+Q", "Save & quit"), ("A && B", "A & B"), ("", "")]
)
def test_a_caption_is_told_as_it_is_shown(caption: str, shown: str) -> None:
    assert without_mnemonic(caption) == shown


def test_keys_have_codes_by_their_names_and_a_wrong_name_is_refused_with_an_example() -> None:
    assert [code_of(name) for name in ("Ctrl", "a", "7", "f12", "enter")] == [0x11, 0x41, 0x37, 0x7B, 0x0D]
    assert is_extended(code_of("left")) and not is_extended(code_of("a"))
    with pytest.raises(NotActionable, match="'frobnicate'.*ctrl"):
        code_of("frobnicate")

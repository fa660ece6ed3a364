from __future__ import annotations

import pytest

from ufo.desktop.linux.menus.shortcut_text import shortcut_text


@pytest.mark.parametrize(
    ("binding", "text"),
    [
        ("n;<Alt>f:n;<Primary><Shift>n", "Ctrl+Shift+N"),
        ("s;<Alt>fs;<Shift><Control>s", "Ctrl+Shift+S"),
        ("<Alt>f;<Alt>f;", ""),
        ("i;<Alt>v:i;<Primary>KP_Add", "Ctrl+Num+"),
        (";;F11", "F11"),
        ("<ctrl>question", "Ctrl+?"),
        ("<Alt>Return", "Alt+Enter"),
        ("x", ""),
        ("", ""),
        (";;;;", ""),
        ("<Primary>", ""),
        ("<Unheard>a", ""),
    ],
)
def test_a_binding_becomes_what_a_person_reads(binding: str, text: str) -> None:
    assert shortcut_text(binding) == text

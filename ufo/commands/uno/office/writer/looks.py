"""How each look of a text is kept in the document: the property, and its value made from words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..api import Refused, enum, struct
from .places import length

_WEIGHTS = {"on": 150.0, "off": 100.0}
_LINES = {"on": 1, "off": 0}
_ALIGN = {"left": "LEFT", "right": "RIGHT", "center": "CENTER", "justify": "BLOCK"}
_ADJUSTED = ("LEFT", "RIGHT", "BLOCK", "CENTER")
"""com.sun.star.style.ParagraphAdjust, in the order of its numbers."""
_LISTS = {"bullet": "List 1", "number": "Numbering 123", "none": ""}
_NUMBERINGS = {
    "1": "Numbering 123", "a": "Numbering abc", "A": "Numbering ABC", "i": "Numbering ivx", "I": "Numbering IVX", "none": "",
}  # fmt: skip
_RAISED = {"superscript": 33, "subscript": -8}
"""As the application itself does it; formats of others know these as "superscript" and "subscript"."""
_SMALL, _FULL = 58, 100
"""Percent of the letters' height."""
_NO_COLOUR = -1
_PROPORTIONAL = 0
"""com.sun.star.style.LineSpacingMode.PROP."""


def _slant(value: str) -> Any:
    return enum("awt.FontSlant", "ITALIC" if value == "on" else "NONE")


def colour(value: str) -> int:
    return _NO_COLOUR if value == "none" else int(value.lstrip("#"), 16)


def _spacing(value: str) -> Any:
    return struct("style.LineSpacing", Mode=_PROPORTIONAL, Height=round(float(value) * 100))


def _break(value: str) -> Any:
    return enum("style.BreakType", "PAGE_BEFORE" if value == "on" else "NONE")


def align(value: str) -> Any:
    return enum("style.ParagraphAdjust", _ALIGN[value])


OF_CHARACTERS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "bold": ("CharWeight", _WEIGHTS.__getitem__),
    "italic": ("CharPosture", _slant),
    "underline": ("CharUnderline", _LINES.__getitem__),
    "strikethrough": ("CharStrikeout", _LINES.__getitem__),
    "colour": ("CharColor", colour),
    "highlight": ("CharBackColor", colour),
    "size": ("CharHeight", float),
    "font": ("CharFontName", str),
    "superscript": ("CharEscapement", lambda value: _RAISED["superscript"] if value == "on" else 0),
    "subscript": ("CharEscapement", lambda value: _RAISED["subscript"] if value == "on" else 0),
}
OF_PARAGRAPHS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "style": ("ParaStyleName", str),
    "align": ("ParaAdjust", align),
    "list": ("NumberingStyleName", _LISTS.__getitem__),
    "numbering": ("NumberingStyleName", _NUMBERINGS.__getitem__),
    "list level": ("NumberingLevel", lambda value: int(value) - 1),
    "line spacing": ("ParaLineSpacing", _spacing),
    "space above": ("ParaTopMargin", length),
    "space below": ("ParaBottomMargin", length),
    "indent": ("ParaLeftMargin", length),
    "first line": ("ParaFirstLineIndent", length),
    "page break": ("BreakType", _break),
}


def give_look(one: Any, look: str, value: str) -> None:
    """Set a look of a text, a paragraph or a style."""
    name, made = _property(look)
    setattr(one, name, made(value))
    if look in _RAISED:
        one.CharEscapementHeight = _SMALL if value == "on" else _FULL


def has_look(one: Any, look: str, value: str) -> bool:
    name, made = _property(look)
    return same(getattr(one, name), made(value))


def _property(look: str) -> tuple[str, Callable[[str], Any]]:
    known = {**OF_CHARACTERS, **OF_PARAGRAPHS}
    if look not in known:
        raise Refused(f"{look!r} cannot be set here; take one of {', '.join(known)}")
    return known[look]


def same(got: Any, wanted: Any) -> bool:
    if isinstance(wanted, float):
        return abs(float(got) - wanted) < 0.06
    if hasattr(wanted, "Mode"):
        return bool((got.Mode, got.Height) == (wanted.Mode, wanted.Height))
    if isinstance(wanted, int) and isinstance(got, int) and abs(wanted) > _FULL and wanted < _FULL**2:
        # LibreOffice keeps lengths in twentieths of a point.
        return abs(got - wanted) <= 2
    return bool(_plain(got) == _plain(wanted))


def _plain(value: Any) -> Any:
    """Return a comparable value: LibreOffice returns an alignment as a number in some places and as a word in others."""
    word = getattr(value, "value", value)
    return _ADJUSTED.index(word) if isinstance(word, str) and word in _ADJUSTED else word

"""How each look of a text or of cells is kept in a document: the property, and its value made from words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .api import enum, struct
from .refusals import Refused

_WEIGHTS = {"on": 150.0, "off": 100.0}
_LINES = {"on": 1, "off": 0}
_ALIGN = {"left": "LEFT", "right": "RIGHT", "center": "CENTER", "justify": "BLOCK"}
_ADJUSTED = ("LEFT", "RIGHT", "BLOCK", "CENTER")
"""com.sun.star.style.ParagraphAdjust, in the order of its numbers."""
_LISTS = {"bullet": "List 1", "number": "Numbering 123", "none": ""}
_NUMBERINGS = {
    "1": "Numbering 123", "a": "Numbering abc", "A": "Numbering ABC", "i": "Numbering ivx", "I": "Numbering IVX",
    "bullet": "List 1", "none": "",
}  # fmt: skip
RAISED = {"superscript": 33, "subscript": -8}
"""The percent by which texts are raised, as Writer itself does it; formats of others know these as "superscript" and
"subscript"."""
_LOWERED_ON_SLIDES = -33
_SMALL, _FULL = 58, 100
"""Percent of the letters' height."""
_NO_COLOUR = -1
_PROPORTIONAL = 0
"""com.sun.star.style.LineSpacingMode.PROP."""

_SCRIPTS = {
    "Asian": re.compile(r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"),
    "Complex": re.compile(r"[\u0590-\u0eff\u1000-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufeff]"),
}
"""Letters of the scripts that have looks of their own: Chinese, Japanese and Korean; Hebrew, Arabic, Hindi, Thai …"""
_BY_SCRIPT = ("CharWeight", "CharPosture", "CharHeight", "CharFontName")

Made = Callable[[str], Any]


@dataclass(frozen=True)
class Look:
    """The property of a text that keeps a look, and how its value is made. `in_cells`: that of cells where it is another one."""

    name: str
    made: Made
    of_paragraphs: bool = False
    in_cells: tuple[str, Made] | None = None


def length(value: str) -> int:
    """Return a length such as "5.00 mm" in hundredths of a millimetre."""
    return round(float(value.split()[0]) * 100)


def colour(value: str) -> int:
    return _NO_COLOUR if value == "none" else int(value.lstrip("#"), 16)


def _raised(look: str) -> Made:
    return lambda value: RAISED[look] if value == "on" else 0


_OF_PARAGRAPHS: dict[str, tuple[str, Made]] = {
    "style": ("ParaStyleName", str),
    "list": ("NumberingStyleName", _LISTS.__getitem__),
    "numbering": ("NumberingStyleName", _NUMBERINGS.__getitem__),
    "list level": ("NumberingLevel", lambda value: int(value) - 1),
    "line spacing": (
        "ParaLineSpacing", lambda value: struct("style.LineSpacing", Mode=_PROPORTIONAL, Height=round(float(value) * 100))
    ),
    "space above": ("ParaTopMargin", length),
    "space below": ("ParaBottomMargin", length),
    "indent": ("ParaLeftMargin", length),
    "first line": ("ParaFirstLineIndent", length),
    "page break": ("BreakType", lambda value: enum("style.BreakType", "PAGE_BEFORE" if value == "on" else "NONE")),
}  # fmt: skip
LOOKS: dict[str, Look] = {
    "bold": Look("CharWeight", _WEIGHTS.__getitem__),
    "italic": Look("CharPosture", lambda value: enum("awt.FontSlant", "ITALIC" if value == "on" else "NONE")),
    "underline": Look("CharUnderline", _LINES.__getitem__),
    "strikethrough": Look("CharStrikeout", _LINES.__getitem__),
    "colour": Look("CharColor", colour),
    "highlight": Look("CharBackColor", colour, in_cells=("CellBackColor", colour)),
    "size": Look("CharHeight", float),
    "font": Look("CharFontName", str),
    "superscript": Look("CharEscapement", _raised("superscript")),
    "subscript": Look("CharEscapement", _raised("subscript")),
    "align": Look(
        "ParaAdjust", lambda value: enum("style.ParagraphAdjust", _ALIGN[value]), True,
        ("HoriJustify", lambda value: enum("table.CellHoriJustify", _ALIGN[value])),
    ),
    **{look: Look(name, made, True) for look, (name, made) in _OF_PARAGRAPHS.items()},
}  # fmt: skip


def is_of_paragraphs(look: str) -> bool:
    return LOOKS[look].of_paragraphs


def give_look(target: Any, look: str, value: str, *, on_slide: bool = False) -> None:
    """Set a look of a text, a paragraph or a style."""
    for name in names_of(target, look):
        setattr(target, name, _wanted(look, value, on_slide))
    if look in RAISED:
        target.CharEscapementHeight = _SMALL if value == "on" else _FULL


def has_look(target: Any, look: str, value: str, *, on_slide: bool = False) -> bool:
    return all(same(getattr(target, name), _wanted(look, value, on_slide)) for name in names_of(target, look))


def names_of(target: Any, look: str) -> list[str]:
    """Return the properties that keep a look of a text, whose letters may be of several scripts."""
    name = LOOKS[look].name
    text = str(getattr(target, "String", "")) if name in _BY_SCRIPT else ""
    return [name, *(f"{name}{script}" for script, letters in _SCRIPTS.items() if letters.search(text))]


def _wanted(look: str, value: str, on_slide: bool) -> Any:
    wanted = LOOKS[look].made(value)
    return _LOWERED_ON_SLIDES if on_slide and look == "subscript" and wanted else wanted


def of_cells(look: str, value: str) -> tuple[str, Any]:
    """Return the property of cells that keeps a look, and its value."""
    found = LOOKS.get(look)
    if found is None:
        raise Refused(f"{look!r} cannot be set of cells")
    name, made = found.in_cells or (found.name, found.made)
    return name, made(value)


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

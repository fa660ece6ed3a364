"""Rates how well a person's words fit the words on a control, from 0.0 to 1.0."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from ufo.text.words import words
from ufo_planner.text.labels import without_shortcut
from ufo_planner.text.vocabulary import COUNTS

EXACT = 1.0
LIKELY = 0.9
POSSIBLE = 0.6

_SMALL_WORDS = frozenset({"a", "an", "the", "of", "to", "for", "in", "on", "and", "your", "my", "this", "that"})
_GENERAL_WORDS = frozenset(
    {
        "button", "field", "box", "link", "tab", "icon", "item", "option", "key", "menu", "list", "control",
        "entry", "checkbox",
    }
)  # fmt: skip

_MINIMUM_FUZZY = 0.8

# Words for the sign that a button shows instead of a word.
_SPOKEN: tuple[frozenset[str], ...] = (
    frozenset({"+", "plus", "add", "addition"}),
    frozenset({"-", "\u2212", "\u2013", "minus", "subtract", "subtraction"}),
    frozenset({"*", "\u00d7", "\u2715", "times", "multiply", "multiply by", "multiplied by", "multiplication"}),
    frozenset({"/", "\u00f7", "\u2215", "divide", "divide by", "divided by", "division"}),
    frozenset({"=", "equals", "equal", "equals sign", "calculate result", "result"}),
    frozenset({".", ",", "point", "decimal point", "dot", "comma", "numeric point"}),
    frozenset({"%", "percent", "percentage"}),
    frozenset({"\u221a", "root", "square root"}),
    frozenset({"(", "open parenthesis", "open bracket", "left parenthesis", "opening parenthesis"}),
    frozenset({")", "close parenthesis", "close bracket", "right parenthesis", "closing parenthesis"}),
    frozenset({"ok", "okay"}),
)


def similarity(wanted: str, offered: str | None) -> float:
    text, other = without_shortcut(wanted), without_shortcut(offered)
    if not text or not other:
        return 0.0
    if text == other or _speaks_of(text, other):
        return EXACT
    if len(text) == 1 or len(other) == 1:
        return 0.0
    asked, there = _telling(text), _telling(other)
    if asked and asked == there:
        return 0.97
    return max(_overlap(asked, there), _typo(text, other))


def _telling(text: str) -> tuple[str, ...]:
    found = tuple(words(text))
    return tuple(word for word in found if word not in _SMALL_WORDS) or found


def _speaks_of(text: str, other: str) -> bool:
    if any(text in names and other in names for names in _SPOKEN):
        return True
    return any(pair == {text, other} for pair in ({str(n), word} for n, word in enumerate(COUNTS[:10])))


def _overlap(asked: tuple[str, ...], there: tuple[str, ...]) -> float:
    if not asked or not there:
        return 0.0
    common = set(asked) & set(there)
    if common >= set(asked):
        return 0.82 if there[: len(asked)] == asked else 0.74
    if common >= set(there) and set(asked) - common <= _GENERAL_WORDS:
        return 0.9
    if len(asked) == 1 and len(asked[0]) >= 4 and there[0].startswith(asked[0]):
        return 0.7
    return 0.0


def _typo(text: str, other: str) -> float:
    if min(len(text), len(other)) < 4:
        return 0.0
    # A different digit means another thing ("Sheet1", "Sheet2") and is never a typing error.
    if re.findall(r"\d", text) != re.findall(r"\d", other):
        return 0.0
    # Nor is a different beginning of a word: "Uninstall" is no typing error for "Install".
    if [word[0] for word in text.split()] != [word[0] for word in other.split()]:
        return 0.0
    ratio = SequenceMatcher(None, text, other, autojunk=False).ratio()
    if ratio < _MINIMUM_FUZZY:
        return 0.0
    return POSSIBLE + (ratio - _MINIMUM_FUZZY)

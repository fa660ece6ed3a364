"""Tells what differs within one text: the words that went and those that came, letter for letter."""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import SequenceMatcher

from ufo.schema.patterns import regex

_WORD = regex(r"\w+|\s+|[^\w\s]")
_MOST_WORDS = 4000


@dataclass(frozen=True)
class Replacement:
    """`old` became `new`; either is "" for what was only added or only taken away. `start`: where in the text from before."""

    old: str
    new: str
    start: int = field(default=0, compare=False)


def replacements(before: str, after: str) -> tuple[Replacement, ...]:
    """Return what turns one text into the other, in order. Words are whole."""
    olds, news = words_of(before), words_of(after)
    if len(olds) + len(news) > _MOST_WORDS:
        return (Replacement(before, after),)
    found: list[list[int]] = []
    for kind, first, last, start, end in SequenceMatcher(None, olds, news, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        if found and _is_space(olds[found[-1][1] : first]):
            found[-1][1], found[-1][3] = last, end
        else:
            found.append([first, last, start, end])
    return tuple(
        Replacement("".join(olds[first:last]), "".join(news[start:end]), len("".join(olds[:first])))
        for first, last, start, end in found
    )


def words_of(text: str) -> list[str]:
    return list(_WORD.findall(text))


def _is_space(between: list[str]) -> bool:
    return len(between) <= 1 and "".join(between).strip() == ""


def likeness(before: str, after: str) -> float:
    """Return how much of the two texts is the same, from 0 to 1."""
    if before == after:
        return 1.0
    matcher = SequenceMatcher(None, before[:2000], after[:2000], autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() > 0.3 and matcher.quick_ratio() > 0.3 else 0.0

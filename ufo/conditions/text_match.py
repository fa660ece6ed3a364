"""Decides whether a document contains a text, and whether it holds one that was typed, in the form in which applications keep it.

Applications autocorrect: round quotation marks, long dashes, capitals at the start of sentences, and list marks that become
lists. Plain text is kept as it was typed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from types import MappingProxyType

from ufo.schema.patterns import any_case, regex

_WHITE = regex(r"[^\S\u00a0\u202f]+")
_HARD = regex("([\u00a0\u202f])")
"""Spaces at which no line is broken: another space only where the text that is wanted has one."""
_SPACED = regex(r"\t|\S {2,}\S|(?m:^ {2,}\S)")
_SHORTEST = 3
"""In letters. A shorter text is in many files by chance, so it must be a line of its own."""
LIST_MARK = regex(r"^\s*(?:[-*+\u2022\u2013]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?")
"""The bullet, number or check box at the start of a list's line in plain text."""
_KEPT_AS = MappingProxyType(
    {
        "'": "['\u2018\u2019\u201a\u2032]", '"': '["\u201c\u201d\u201e\u00ab\u00bb\u2033]', "--": "(?:--|[\u2013\u2014])",
        "-": "[-\u2010\u2011\u2012\u2013\u2014\u2212]", "...": r"(?:\.\.\.|\u2026)", "->": "(?:->|\u2192)",
        "<-": "(?:<-|\u2190)", "=>": "(?:=>|\u21d2)", "(c)": r"(?:\(c\)|\u00a9)", "(r)": r"(?:\(r\)|\u00ae)",
        "(tm)": r"(?:\(tm\)|\u2122)", "1/2": "(?:1/2|\u00bd)", "1/4": "(?:1/4|\u00bc)", "3/4": "(?:3/4|\u00be)",
    }
)  # fmt: skip
_TOKEN = any_case("|".join(sorted(map(re.escape, _KEPT_AS), key=len, reverse=True)) + r"|\s+|\w+|.")
_ENDS_SENTENCE = regex(r"[.!?:][\"')\]\u201d\u2019]*\s*$")


def contains_text(shown: str, wanted: str) -> bool:
    """Tell whether `shown` contains `wanted`. Runs of white space count as one space, and hard spaces as others unless `wanted`
    has one. Ligatures and wide letters, which files for printing use, count as the letters that they show.
    """
    folded = [in_one_form(text, wanted) for text in (wanted, shown)]
    return bool(folded[0]) and folded[0] in folded[1]


def as_wanted(text: str, wanted: str) -> str:
    return text if _HARD.search(wanted) else _HARD.sub(" ", text)


def in_one_form(text: str, wanted: str) -> str:
    """Return the text as it is compared with the one that is `wanted`."""
    pieces = _HARD.split(as_wanted(text, wanted))
    plain = (piece if _HARD.fullmatch(piece) else unicodedata.normalize("NFKC", piece) for piece in pieces)
    return _WHITE.sub(" ", "".join(plain)).strip(" ")


def contains_lines(shown: str, wanted: str) -> bool:
    r"""Tell whether `shown` contains `wanted` as `contains_text` does, with line breaks where `wanted` has them. "\nbeta" is a
    line that begins with beta.
    """
    if _SPACED.search(wanted):
        # Whoever writes tabs or several spaces in a row means these.
        text = as_wanted("\n".join(["", *shown.splitlines(), ""]), wanted)
        return "\n".join(wanted.splitlines() + [""] * wanted.endswith("\n")) in text
    parts = wanted.splitlines() + [""] * wanted.endswith("\n")
    if len(parts) < 2:
        return contains_text(shown, wanted)
    first, *middle, last = (in_one_form(part, wanted) for part in parts)
    lines = [in_one_form(line, wanted) for line in shown.splitlines()]
    # The end of a text is the end of its last line, whether or not a reader kept the line break.
    lines = ([] if first else [""]) + lines + [""] * bool(shown)
    return any(
        lines[place].endswith(first)
        and lines[place + 1 : place + 1 + len(middle)] == middle
        and lines[place + 1 + len(middle)].startswith(last)
        for place in range(len(lines) - len(middle) - 1)
    )


def holds_typed(shown: str, typed: str, *, is_rich: bool) -> bool:
    """Tell whether the lines typed are in what is shown, in their order. The first may end a longer line and the last may begin
    one.

    A text of fewer than `_SHORTEST` letters must be a whole line. `is_rich`: applications autocorrect this kind of document.
    """
    wanted = [line for line in typed.splitlines() if line.strip()]
    lines = [line for line in shown.splitlines() if line.strip()]
    if not wanted:
        return False
    if len(wanted) == 1:
        return _has(lines, wanted[0], whole=_letters(typed) < _SHORTEST, is_rich=is_rich)
    return any(_follow(lines[start:], wanted, is_rich) for start in range(len(lines)))


def _follow(lines: Sequence[str], wanted: Sequence[str], is_rich: bool) -> bool:
    first, *middle, last = (_patterns(line, is_rich) for line in wanted)
    if not any(re.search(rf"{text}\s*$", lines[0]) for text in first):
        return False
    rest = iter(lines[1:])
    for patterns in middle:
        if not any(_is_line(patterns, line) for line in rest):
            return False
    is_short = _letters(wanted[-1]) < _SHORTEST
    return any(_is_line(last, line) if is_short else _begins(last, line) for line in rest)


def _has(lines: Sequence[str], wanted: str, *, whole: bool, is_rich: bool) -> bool:
    patterns = _patterns(wanted, is_rich)
    if whole:
        return any(_is_line(patterns, line) for line in lines)
    return any(re.search(pattern, line) for pattern in patterns for line in lines)


def _is_line(patterns: Sequence[str], line: str) -> bool:
    return any(
        re.fullmatch(rf"\s*{pattern}\s*", text) for pattern in patterns for text in (line, LIST_MARK.sub("", line))
    )


def _begins(patterns: Sequence[str], line: str) -> bool:
    return any(re.match(rf"\s*{pattern}", text) for pattern in patterns for text in (line, LIST_MARK.sub("", line)))


def _patterns(line: str, is_rich: bool) -> tuple[str, ...]:
    line = line.strip()
    if not is_rich:
        return (r"\s+".join(map(re.escape, line.split())),)
    without = LIST_MARK.sub("", line).strip()
    return tuple(_pattern(text) for text in dict.fromkeys((line, without)) if text)


def _pattern(line: str) -> str:
    parts: list[str] = []
    for token in _TOKEN.finditer(line):
        text, before = token[0], line[: token.start()]
        kept = _KEPT_AS.get(text.casefold())
        if kept is not None:
            parts.append(kept)
        elif text.isspace():
            parts.append(r"\s+")
        elif text[0].isalpha():
            parts.append(_word(text, starts=not before.strip() or bool(_ENDS_SENTENCE.search(before))))
        else:
            parts.append(re.escape(text))
    return "".join(parts)


def _word(word: str, *, starts: bool) -> str:
    """Return a pattern for a word as autocorrect may keep it: with a capital at the start of a sentence, "I" for "i", and one
    capital for two at the start of a word that goes on in small letters.
    """
    head, rest = word[0], word[1:]
    if word == "i" or (starts and head.islower() and len(head.upper()) == 1):
        return f"[{head}{head.upper()}]{re.escape(rest)}"
    if len(word) > 2 and word[:2].isupper() and word[2:].islower():
        return f"{head}[{word[1]}{word[1].lower()}]{re.escape(word[2:])}"
    return re.escape(word)


def _letters(text: str) -> int:
    return len("".join(text.split()))

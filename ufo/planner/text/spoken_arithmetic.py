"""Turns calculations in words and signs into an expression of digits and operators: "15 % of 80" is "15/100*80"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from ufo.schema.patterns import any_case, regex

_LONGEST = 500
_UNITS = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_SCALES: Mapping[str, int] = MappingProxyType({"thousand": 10**3, "million": 10**6, "billion": 10**9})
_VALUES: Mapping[str, int] = MappingProxyType(
    {word: n for n, word in enumerate(_UNITS)} | {word: 20 + 10 * n for n, word in enumerate(_TENS)}
)
_NUMBER_WORD = "(?:" + "|".join((*_UNITS, *_TENS, "hundred", *_SCALES)) + ")"
_IN_WORDS = any_case(rf"\b{_NUMBER_WORD}(?:[\s-]+(?:and\s+)?{_NUMBER_WORD})*(?:\s+point(?:\s+{_NUMBER_WORD})+)?\b")
_GROUPED = regex(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_DECIMAL_COMMA = regex(r"(?<=\d),(?=\d)")

_OPERATORS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (any_case(pattern), sign)
    for pattern, sign in (
        (r"\b(?:multiplied\s+(?:by|with)|times)\b|(?<=[\d)\s])[x](?=[\s(\d-])|[\u00d7\u00b7\u22c5\u2217\u2715]", "*"),
        (r"\b(?:divided\s+by|over)\b|[\u00f7\u2215]|(?<=\d):(?=\d)|(?<=\s):(?=\s)", "/"),
        (r"\b(?:plus|added\s+to)\b|\uff0b", "+"),
        (r"\b(?:minus|less|negative)\b|[\u2212\u2013\u2014\ufe63]", "-"),
        (r"\b(?:raised\s+)?to\s+the\s+power(?:\s+of)?\b|\*\*", "^"),
        (r"\bsquared\b|\u00b2", "^2"),
        (r"\bcubed\b|\u00b3", "^3"),
        (r"\b(?:open|left)\s+(?:parenthesis|bracket)\b|\[", "("),
        (r"\b(?:close|right)\s+(?:parenthesis|bracket)\b|\]", ")"),
    )
)
_NUMBER = r"\d+(?:\.\d+)?|\.\d+"
_ROOT = any_case(rf"(?:\b(?:the\s+)?square\s+root\s+of\b|\bsqrt\b|\u221a)\s*(?P<of>{_NUMBER}|\([^()]*\))")
_PERCENT_OF = any_case(rf"(?P<part>{_NUMBER})\s*(?:%|\bpercent\b|\bper\s+cent\b)\s*of\s+")
_PERCENT_OFF = any_case(rf"(?P<part>{_NUMBER})\s*(?:%|\bpercent\b|\bper\s+cent\b)\s*off\s+(?:of\s+)?(?P<of>{_NUMBER})")
_CURRENCY = regex(r"[$\u00a3\u20ac](?=\s?\d)")
_PERCENT = any_case(rf"(?P<part>{_NUMBER})\s*(?:%|\bpercent\b|\bper\s+cent\b)")
_MORE_OR_LESS = any_case(
    rf"^(?P<before>\S.*?)\s*(?P<sign>[-+])\s*(?P<part>{_NUMBER})\s*(?:%|\bpercent\b|\bper\s+cent\b)\s*(?:\s(?:tax|vat|discount|tip))?$"
)
_FRACTION_OF = any_case(r"(?P<part>\d+\s*/\s*\d+)\s+of\s+(?=\d)")
_HALF = any_case(r"\b(?:a\s+)?half\s+of\b")
_TWICE = any_case(r"\b(twice|double)\s+")
_TOKEN = regex(rf"\s*(?:(?P<number>{_NUMBER})|(?P<sign>[-+*/^()]))")

_CALLS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (any_case(rf"^{pattern}$"), result)
    for pattern, result in (
        (r"(?:the\s+)?(?:product)\s+of\s+(?P<a>\S.*?)\s+and\s+(?P<b>\S.*)", "*"),
        (r"(?:the\s+)?(?:quotient)\s+of\s+(?P<a>\S.*?)\s+and\s+(?P<b>\S.*)", "/"),
        (r"(?:the\s+)?(?:difference)\s+(?:of|between)\s+(?P<a>\S.*?)\s+and\s+(?P<b>\S.*)", "-"),
        (r"subtract\s+(?P<b>\S.*?)\s+from\s+(?P<a>\S.*)", "-"),
        (r"multiply\s+(?P<a>\S.*?)\s+(?:by|with|and)\s+(?P<b>\S.*)", "*"),
        (r"divide\s+(?P<a>\S.*?)\s+by\s+(?P<b>\S.*)", "/"),
    )
)
_SUM = any_case(r"^(?:(?:the\s+)?(?:sum|total)\s+of|add(?:\s+up)?|sum(?:\s+up)?)\s+(?P<terms>\S.*)$")
_MEAN = any_case(r"^(?:the\s+)?(?:average|mean)\s+of\s+(?P<terms>\S.*)$")
_BETWEEN_TERMS = any_case(r"\s*,\s*(?:and\s+)?|\s+(?:and|to)\s+")


def expression(words: str) -> str | None:
    """Return the expression without spaces, or None where the words are no calculation (a bare number is one)."""
    text = words.strip().rstrip("=?. ").strip()
    if not text or len(text) > _LONGEST:
        return None
    for pattern, sign in _CALLS:
        if found := pattern.match(text):
            return _joined((found["a"], found["b"]), sign)
    if found := _MEAN.match(text):
        terms = tuple(_BETWEEN_TERMS.split(_GROUPED.sub(_ungrouped, found["terms"])))
        total = _joined(terms, "+")
        return f"({total})/{len(terms)}" if total else None
    if found := _SUM.match(text):
        return _joined(tuple(_BETWEEN_TERMS.split(_GROUPED.sub(_ungrouped, found["terms"]))), "+")
    return _signs(text)


def is_calculation(expression_text: str) -> bool:
    """Tell whether the expression calculates something and is not only a number."""
    return bool(re.search(r"[\d)][-+*/^]", expression_text))


def number_of(word: str) -> str | None:
    """Return "3", "three" or "twenty-one" as digits, or None where the word is no number."""
    text = _IN_WORDS.sub(_digits, word.strip())
    return text if re.fullmatch(_NUMBER, text) else None


def _joined(terms: tuple[str, ...], sign: str) -> str | None:
    parts = [_signs(term) for term in terms]
    if len(parts) < 2 or any(part is None for part in parts):
        return None
    return sign.join(f"({part})" if part and not re.fullmatch(_NUMBER, part) else str(part) for part in parts)


def _signs(words: str) -> str | None:
    text = _GROUPED.sub(_ungrouped, _IN_WORDS.sub(_digits, _CURRENCY.sub("", words)))
    text = _DECIMAL_COMMA.sub(".", text)
    text = _TWICE.sub("2*", _HALF.sub("0.5*", text))
    for pattern, sign in _OPERATORS:
        text = pattern.sub(sign, text)
    text = _ROOT.sub(r"(\g<of>^0.5)", text)
    text = _PERCENT_OFF.sub(r"(\g<of>*(1-\g<part>/100))", text)
    text = _PERCENT_OF.sub(r"\g<part>/100*", text)
    text = _FRACTION_OF.sub(r"\g<part>*", text)
    if found := _MORE_OR_LESS.match(text):
        # The percentage is of the value before it, as a pocket calculator and a shop mean it.
        before = _signs(found["before"])
        whole = before if before is None or re.fullmatch(_NUMBER, before) else f"({before})"
        return f"{whole}*(1{found['sign']}{found['part']}/100)" if whole else None
    text = _PERCENT.sub(r"(\g<part>/100)", text)
    return _well_formed(text)


def _well_formed(text: str) -> str | None:
    """Return the tokens without spaces where they form an expression, else None."""
    tokens: list[str] = []
    position, depth, wants_value = 0, 0, True
    while position < len(text):
        found = _TOKEN.match(text, position)
        if found is None:
            return None if text[position:].strip() else _ended(tokens, depth, wants_value)
        position = found.end()
        token = found["number"] or found["sign"]
        after = _state_after(token, wants_value)
        if after is None:
            return None
        wants_value = after
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth < 0:
            return None
        tokens.append(token)
    return _ended(tokens, depth, wants_value)


def _state_after(token: str, wants_value: bool) -> bool | None:
    """Tell whether a value must follow the token, or return None where the token is not allowed here."""
    if token[0].isdigit() or token[0] == ".":
        return False if wants_value else None
    if token == "(":
        return True if wants_value else None
    if token == ")":
        return None if wants_value else False
    return True if not wants_value or token in "+-" else None


def _ended(tokens: list[str], depth: int, wants_value: bool) -> str | None:
    return None if depth or wants_value or not tokens else "".join(tokens)


def _ungrouped(found: re.Match[str]) -> str:
    return found.group().replace(",", "")


def _digits(found: re.Match[str]) -> str:
    whole, _, fraction = found.group().casefold().partition(" point ")
    total = group = 0
    for word in re.findall(r"[a-z]+", whole):
        if word in _VALUES:
            group += _VALUES[word]
        elif word == "hundred":
            group = max(group, 1) * 100
        elif word in _SCALES:
            total, group = total + max(group, 1) * _SCALES[word], 0
    digits = "".join(str(_VALUES.get(word, "")) for word in fraction.split())
    return f"{total + group}.{digits}" if digits else str(total + group)

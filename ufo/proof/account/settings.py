"""Tells whether the settings that were changed are those that a request speaks of, by the words of their keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType

from ufo.proof.account.kept import is_of_a_file
from ufo.proof.acts.shown_again import SEEN_AGAIN, SHOWN_AGAIN
from ufo.proof.request import clause_words as say
from ufo.schema.patterns import any_case, regex
from ufo.schema.predicate import DocumentPredicate, ElementPredicate, FilePredicate, Finding

_SPLIT = any_case(r"[,;.!?\n]+|\b(?:and|or)\b")
_WORD = regex(r"[^\W\d_]{3,}")
_TOKEN = regex(r"[A-Z]?[a-z]{2,}|[A-Z]{3,}(?![a-z])")
_LINE = regex(r"\s*(?P<key>[\w.\[\]/-]+)\s*[=:]\s*(?P<value>[^\n]*?)\s*")
_ADDRESS = regex(r"\b\w+://[^\s,;'\"]+")
_NUMBER = regex(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)")
_STATES = MappingProxyType({"checked": "true", "selected": "true", "unchecked": "false"})
_OFF = frozenset({"0", "false", "no", "off", "never", "none", "disabled", ""})
_PLAIN = frozenset(
    [
        "the",
        "and",
        "for",
        "with",
        "into",
        "that",
        "this",
        "want",
        "should",
        "would",
        "like",
        "please",
        "file",
        "files",
        "let",
        "make",
    ]
    + [
        "set",
        "use",
        "config",
        "settings",
        "value",
        "option",
        "its",
        "not",
        "any",
        "more",
        "open",
        "show",
        "before",
        "after",
    ]
)


def settings_tell(words: str, proofs: Iterable[Finding]) -> bool:
    """Tell whether each part of the words has a setting of its own that was changed: on, or off behind a "no"."""
    changed = [pair for one in proofs if not one.stale for pair in (*_settings_of(one), *_shown_by(one))]
    used: set[int] = set()
    told = _ADDRESS.sub(lambda address: re.sub(r"[^\w]+", "_", address[0]), words)
    parts = [(part, denied) for part, denied in _parts(told) if _words_of(part) and not is_of_a_file(part)]
    for part, denied in parts:
        fits = (
            at
            for at, (key, value) in enumerate(changed)
            if at not in used
            and (value.casefold() in _OFF) is denied
            and _shares_a_word(key, part)
            and _has_its_number(value, part)
        )
        place = next(fits, None)
        if place is None:
            return False
        used.add(place)
    return bool(parts)


def _parts(words: str) -> Iterator[tuple[str, bool]]:
    """Return the parts with whether a negation before them, in the same sentence, holds for them."""
    negated = say.NEGATED.search(words)
    start = 0
    for match in [*_SPLIT.finditer(words), None]:
        end = match.start() if match is not None else len(words)
        yield words[start:end], negated is not None and negated.start() < end
        start = match.end() if match is not None else end


def _settings_of(finding: Finding) -> Sequence[tuple[str, str]]:
    predicate = finding.predicate
    if isinstance(predicate, DocumentPredicate) and getattr(predicate, "key", None) and predicate.value is not None:
        return [(str(predicate.key), predicate.value.strip("'\""))]
    if isinstance(predicate, FilePredicate) and predicate.exists and predicate.contains:
        match = _LINE.fullmatch(predicate.contains)
        return [(match["key"], match["value"].strip("'\""))] if match is not None else []
    return []


def _shown_by(finding: Finding) -> Sequence[tuple[str, str]]:
    """Return the setting that a control of a dialog shows which was closed and opened again."""
    predicate = finding.predicate
    if finding.channel not in (SHOWN_AGAIN, SEEN_AGAIN) or not isinstance(predicate, ElementPredicate):
        return []
    if predicate.state is not None:
        return [(_plainly(predicate.name), _STATES.get(predicate.state, predicate.state))]
    return [(_plainly(f"{predicate.name} {predicate.value}"), predicate.value)] if predicate.value is not None else []


def _plainly(words: str) -> str:
    return re.sub(r"[./]+", " ", words)


def _has_its_number(value: str, part: str) -> bool:
    """Tell whether a setting that is a number is the one that the part says, where the part says any."""
    numbers = _NUMBER.findall(part)
    return not numbers or _NUMBER.fullmatch(value) is None or value in numbers


def _words_of(part: str) -> list[str]:
    words = [one.casefold() for one in _WORD.findall(part)]
    return [one for one in words if one not in _PLAIN]


def _shares_a_word(key: str, part: str) -> bool:
    last = re.split(r"[./]", key)[-1]
    tokens = [one.casefold() for one in _TOKEN.findall(last) if len(one) > 2 and one.casefold() not in _PLAIN]
    return any(word.startswith(token) or token.startswith(word) for word in _words_of(part) for token in tokens)

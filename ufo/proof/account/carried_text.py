"""Tells whether the text of one field stands in another one, for a request to copy it there, whether by copying or by typing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ufo.proof.account.of_its_kind import KIND, WHICH, called_so
from ufo.proof.request.model import Deed, Listed, Look
from ufo.schema.patterns import any_case
from ufo.schema.tool_facts import ActionKind

_ONE = rf"(?:the\s+)?(?:(?:{WHICH})\s+)?(?:{KIND})"
_COPIES = any_case(
    r"\bcopy\s+(?:all\s+(?:of\s+)?)?(?:the\s+)?(?:whole\s+)?(?:text|contents?|value|words)\s+(?:in|of|from)\s+"
    rf"(?P<source>{_ONE})(?:\s+(?:below|above))?\s*(?:,|\band\b|\bthen\b)*\s*"
    rf"(?:paste|put|enter|insert|type|write)\s+(?:it|that|this|the\s+text)\s+in(?:to)?\s+(?P<target>{_ONE})"
)
"""A request that names both fields by their kind and place."""


def carried_by(request: str, deeds: Sequence[Deed], looks: Sequence[Look]) -> tuple[Deed, ...]:
    """Return the deeds that carried the text of one field to another as the request asks; none where the other field does not
    hold that text, or where it is not told which fields are meant.
    """
    match = _COPIES.search(" ".join(request.split()))
    if match is None:
        return ()
    for look in looks:
        own = [one for one in deeds if look.shows_before(one) and not one.reads]
        for near in _worked_on(own, look):
            source = called_so(match["source"], look, near)
            target = called_so(match["target"], look, near)
            if source is None or target is None or source == target or not source.value.strip():
                continue
            if _last_text(own, target) == _spaced(source.value):
                return tuple(one for one in own if _has_to_do(one, source, target))
    return ()


def tells_to_carry(words: str, request: str) -> bool:
    """Tell whether these words of a request are part of what it says of the two fields."""
    match = _COPIES.search(" ".join(request.split()))
    said = " ".join(words.split()).strip(" .,").removeprefix("then ").removeprefix("and ")
    return match is not None and bool(said) and said in f"{match.group()} below"


def _worked_on(deeds: Sequence[Deed], look: Look) -> Iterator[Listed]:
    numbers = {one.number for one in deeds if one.number}
    yield from (one for one in look.listed if one.number in numbers)


def _last_text(deeds: Sequence[Deed], target: Listed) -> str:
    """Return what the field showed after the last deed that wrote to it: keys go to the field that was clicked before them."""
    text, focused = "", ""
    for one in deeds:
        focused = one.number or focused
        if focused == target.number and one.facts.kind is ActionKind.KEYS and one.values:
            text = one.values[-1]
        elif one.number == target.number and one.texts and one.sure:
            text = one.texts[-1]
    return _spaced(text)


def _has_to_do(deed: Deed, source: Listed, target: Listed) -> bool:
    return deed.number in (source.number, target.number) or deed.facts.kind is ActionKind.KEYS


def _spaced(text: str) -> str:
    return " ".join(text.split())

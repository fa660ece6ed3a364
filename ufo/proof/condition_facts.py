"""Facts of conditions: what was stated for an end, or follows from an act on a control, as code found it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ufo.proof.independence import key_of
from ufo.proof.literals import listed
from ufo.schema.fact import Channel, Fact, FactKind
from ufo.schema.predicate import (
    DocumentPredicate,
    ElementPredicate,
    FilePredicate,
    Finding,
    PagePredicate,
    Predicate,
    ProcessPredicate,
    Truth,
    WindowPredicate,
)
from ufo.schema.roles import TOGGLES

_UNTOLD = frozenset({"on", "open", "exists", "typed", "changed_after", "role"})
"""Fields of conditions that hold no literal."""


def facts_of_conditions(findings: Iterable[Finding]) -> tuple[Fact, ...]:
    """Return one fact for each condition that was found to hold or not to hold. What could not be told is no fact."""
    told: dict[Predicate, Fact] = {}
    for finding in findings:
        if finding.truth is not Truth.UNKNOWN and not finding.withdrawn:
            told.setdefault(finding.predicate, _fact(finding))
    return tuple(told.values())


def controls_told(findings: Iterable[Finding]) -> frozenset[str]:
    """Return the keys of the controls of which it is known what they show at the end."""
    known = (one.predicate for one in findings if one.truth is Truth.SATISFIED)
    return frozenset(key_of(one.name, one.role) for one in known if isinstance(one, ElementPredicate) and _shows(one))


def _fact(finding: Finding) -> Fact:
    predicate = finding.predicate
    satisfied = finding.truth is Truth.SATISFIED
    return listed(
        Fact(
            kind=FactKind.CHANGE if satisfied and _is_a_change(finding) else FactKind.STATE,
            line=finding.evidence,
            place=_place(predicate),
            texts=tuple(_literals(predicate)),
            channel=_channel(finding),
            independent=finding.independent,
            satisfied=satisfied,
            news=not finding.stale,
        )
    )


def _is_a_change(finding: Finding) -> bool:
    """Tell whether it is a control that was switched in this run: nobody may switch what was not asked for. A text in a field may
    serve to find something.
    """
    predicate = finding.predicate
    is_switched = isinstance(predicate, ElementPredicate) and predicate.state is not None and predicate.role in TOGGLES
    return is_switched and finding.derived and not finding.stale


def _shows(predicate: ElementPredicate) -> bool:
    return predicate.exists and (predicate.value is not None or predicate.state is not None)


def _place(predicate: Predicate) -> str:
    for name in ("path", "page", "title", "name"):
        if place := getattr(predicate, name, ""):
            return str(place)
    return ""


def _channel(finding: Finding) -> Channel:
    match finding.predicate:
        case PagePredicate():
            return Channel.PAGE
        case WindowPredicate():
            return Channel.WINDOWS
        case ProcessPredicate():
            return Channel.PROCESS
        case ElementPredicate():
            return Channel.PICTURE if "picture" in finding.channel else Channel.ACCESSIBILITY
        case DocumentPredicate(open=True):
            return Channel.DOCUMENT
        case _:
            return Channel.FILE


def _literals(predicate: Predicate) -> Iterator[str]:
    """Iterate over the literals that a condition shows. That a file contains a text somewhere shows no value or place."""
    if isinstance(predicate, FilePredicate):
        yield predicate.path
    else:
        yield from _texts(predicate.model_dump(mode="json", exclude_defaults=True))


def _texts(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, one in value.items():
            if name not in _UNTOLD:
                yield from _texts(one, name)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one, key)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield str(value)

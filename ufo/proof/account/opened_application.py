"""Recognises a request that only asks for something to be opened, and for what it holds to be kept as it is."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.proof.request.clause_words import VERBS
from ufo.proof.request.match import holds_text
from ufo.proof.request.model import Deed
from ufo.schema.patterns import any_case
from ufo.schema.predicate import Finding, ProcessPredicate, WindowPredicate
from ufo.schema.tool_facts import ActionKind
from ufo.schema.wants_answer import without_quotations

_OPENS = any_case(
    r"\s*(?:please\s+|can you\s+)?(?:open|start|launch|bring\s+up|switch\s+to)\s+(?:up\s+)?(?:(?:the|an?|my|new)\s+)*"
    r"(?P<name>\w(?:[\w.+-]*\w)?(?:\s+\w(?:[\w.+-]*\w)?){0,3}?)"
    r"(?:\s+(?:application|app|program|window|please|for me))*\s*[.!?]*\s*"
)

_BEFORE = r"(?:^|[.!?:;,\n]|\b(?:and|then|to|please|also|you)\s)\s*"
_ORDER = any_case(rf"{_BEFORE}(?P<verb>{VERBS})\b(?![.\w])")
_KEEPING = frozenset(
    ["open", "launch", "start", "show", "close", "quit", "go", "visit", "browse", "switch", "save", "store", "export"]
    + ["copy", "move", "rename", "convert", "print", "keep", "download"]
)
"""What these do leaves contents as they are."""


def only_opens_or_saves(request: str) -> bool:
    """Tell whether all that the request tells to do is done when something is open or written, whatever it holds."""
    told = {one["verb"].casefold() for one in _ORDER.finditer(without_quotations(request))}
    return bool(told) and told <= _KEEPING


def opened_what_it_names(request: str, findings: Sequence[Finding], deeds: Sequence[Deed]) -> bool:
    """Tell whether a new window or program has the requested name, or whether there is a new one and that name was launched."""
    asked = _OPENS.fullmatch(request)
    if asked is None:
        return False
    news = [one.predicate for one in findings if one.proves and not one.stale]
    shown = [one.title for one in news if isinstance(one, WindowPredicate) and one.exists]
    shown += [one.name for one in news if isinstance(one, ProcessPredicate) and one.exists]
    launched = any(one.facts.kind is ActionKind.LAUNCH and holds_text(asked["name"], one.said) for one in deeds)
    return any(holds_text(asked["name"], one) for one in shown) or (bool(shown) and launched)

"""Recognises a request that only asks for an application to be opened, and names nothing but that application."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ufo.proof.request.match import holds_text
from ufo.proof.request.model import Deed
from ufo.schema.predicate import Finding, ProcessPredicate, WindowPredicate
from ufo.schema.tool_facts import ActionKind

_OPENS = re.compile(
    r"\s*(?:please\s+|can you\s+)?(?:open|start|launch|bring\s+up|switch\s+to)\s+(?:up\s+)?(?:(?:the|an?|my|new)\s+)*"
    r"(?P<name>\w(?:[\w.+-]*\w)?(?:\s+\w(?:[\w.+-]*\w)?){0,3}?)"
    r"(?:\s+(?:application|app|program|window|please|for me))*\s*[.!?]*\s*",
    re.IGNORECASE,
)


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

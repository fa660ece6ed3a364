"""Readers for scripted runs that do not agree to everything, and one that answers over HTTP."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from tests.llm.model_server import Reply, Request, says
from ufo.errors import ModelUnavailable
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider, agreed
from ufo.schema.inputs import ReadingInputs
from ufo.schema.reading import Ordered, PartVerdict, Reading, ReadPart

_REQUEST = re.compile(r'<data name="request of the person">\n(.*?)\n</data>', re.DOTALL)
_FACTS = re.compile(r'<data name="facts">\n(.*?)\n</data>', re.DOTALL)
_FACT = re.compile(r"^(\d+)(?:-(\d+))?( \*)?", re.MULTILINE)


def unread(answers: Iterable[Any]) -> ScriptedProvider:
    """Return a model whose reader is away: the first end stands, unverified, whatever the world shows."""
    return ScriptedProvider(answers, reader=lambda turn: ModelUnavailable("nobody reads"))


def shows_nothing(turn: Turn) -> Reading:
    """Find that no fact shows any of the request."""
    return _whole(turn, PartVerdict.NOT_SHOWN)


def minds_conditions(turn: Turn) -> Reading | Ordered:
    """Agree, but take what was stated and does not hold as against the request."""
    asked = turn.reading
    if isinstance(asked, ReadingInputs) and any(not fact.satisfied for fact in asked.facts):
        return _whole(turn, PartVerdict.CONTRADICTED, [fact.id for fact in asked.facts if not fact.satisfied])
    return agreed(turn)


def heeds_what_holds(turn: Turn) -> Reading | Ordered:
    """Agree, and name no fact that does not hold."""
    asked = turn.reading
    if isinstance(asked, ReadingInputs):
        asked = replace(asked, facts=tuple(fact for fact in asked.facts if fact.satisfied))
    return agreed(replace(turn, reading=asked))


def wants_change(name: str, text: str = "") -> Callable[[Turn], Reading | Ordered]:
    """Return a reader that takes the request for shown where a file of that name was changed, to this text."""

    def read(turn: Turn) -> Reading | Ordered:
        asked = turn.reading
        assert isinstance(asked, ReadingInputs)
        changed = [fact for fact in asked.facts if fact.must_be_asked_for and name in fact.line and text in fact.line]
        return agreed(turn) if changed else shows_nothing(turn)

    return read


def wants_told(*texts: str) -> Callable[[Turn], Reading | Ordered]:
    """Return a reader that takes the request for shown where facts that hold tell each of these texts."""

    def read(turn: Turn) -> Reading | Ordered:
        asked = turn.reading
        lines = [fact.line for fact in asked.facts if fact.satisfied] if isinstance(asked, ReadingInputs) else texts
        return agreed(turn) if all(any(text in line for line in lines) for text in texts) else shows_nothing(turn)

    return read


def wants_no_loss(turn: Turn) -> Reading | Ordered:
    """Agree, but say that nobody asked for what is lost."""
    said, asked = agreed(turn), turn.reading
    if isinstance(said, Ordered) or not isinstance(asked, ReadingInputs):
        return said
    lost = {fact.id for fact in asked.facts if fact.loss}
    return said.model_copy(update={"changes": [change for change in said.changes if change.fact not in lost]})


def reads(request: Request) -> Reply:
    """Answer a reader's prompt over HTTP as one that agrees to everything."""
    return says(read_prompt("\n".join(texts_in(request.body))))


def read_prompt(text: str) -> dict[str, Any]:
    """Answer the text of a reader's prompt as one that agrees to everything."""
    asked, facts = _REQUEST.findall(text)[-1], _FACTS.findall(text)[-1]
    ids = [(found[1], found[2] or found[1], bool(found[3])) for found in _FACT.finditer(facts)]
    shown = [first if first == last else f"{first}-{last}" for first, last, _ in ids]
    part = {"quote": asked, "verdict": "shown", "shown_by": shown}
    changes = [{"fact": name, "asked_by": asked} for name, (_, _, new) in zip(shown, ids, strict=True) if new]
    return {"parts": [part], "changes": changes}


def texts_in(node: object) -> Iterator[str]:
    """Yield every text that stands in the body of a request."""
    if isinstance(node, str):
        yield node
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from texts_in(child)


def _whole(turn: Turn, verdict: PartVerdict, facts: Iterable[str] = ()) -> Reading:
    asked = turn.reading
    assert isinstance(asked, ReadingInputs)
    return Reading(parts=[ReadPart(quote=asked.request, verdict=verdict, shown_by=list(facts))])

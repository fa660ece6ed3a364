"""What was sent to a model in each turn, from the run's log of requests: without pictures, and each text once."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ValidationError

from ufo.trace.run_folders import REQUESTS

_MOST_BYTES = 64_000_000
_MOST_TEXT = 24_000


class _Message(BaseModel):
    role: str
    text: str = ""


class _Call(BaseModel):
    step: int
    agent: str
    messages: tuple[_Message, ...] = ()


@dataclass(frozen=True, slots=True)
class PromptPart:
    """One message. `first_in`: the step that shows this same text already, where `text` is ""; None where it is shown here."""

    agent: str
    role: str
    text: str
    first_in: int | None = None


def prompts_of(folder: Path) -> Mapping[int, tuple[PromptPart, ...]]:
    """Return the messages by step. A log that is missing, cut or damaged has fewer."""
    found: defaultdict[int, list[PromptPart]] = defaultdict(list)
    first: dict[str, int] = {}
    for call in _calls(folder / REQUESTS):
        for message in call.messages:
            known = first.setdefault(message.text, call.step)
            shown = message.text if len(message.text) <= _MOST_TEXT else f"{message.text[:_MOST_TEXT]}\n(cut here)"
            part = PromptPart(call.agent, message.role, shown)
            if known != call.step:
                part = PromptPart(call.agent, message.role, "", known)
            found[call.step].append(part)
    return {step: tuple(parts) for step, parts in found.items()}


def _calls(path: Path) -> Iterator[_Call]:
    with suppress(OSError):
        if path.stat().st_size > _MOST_BYTES:
            return
        with path.open("rb") as file:
            for line in file:
                with suppress(ValueError, RecursionError, ValidationError):
                    yield _Call.model_validate(json.loads(line))

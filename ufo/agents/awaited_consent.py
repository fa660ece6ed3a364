"""The commands that wait for a person's consent, with the question that names them."""

from __future__ import annotations

from dataclasses import dataclass

from ufo.schema.command import Command


@dataclass(frozen=True, slots=True)
class PendingConfirmation:
    """Commands that wait for consent. `question` names exactly what will happen; `commands` run unchanged once the answer is
    yes. A model may also ask for consent to what it plans: then there are none, and it goes on with the answer.
    """

    question: str
    commands: tuple[Command, ...]

"""The commands that wait for a person's consent, with the question that names them."""

from __future__ import annotations

from dataclasses import dataclass

from ufo.schema.command import Command


@dataclass(frozen=True, slots=True)
class PendingConfirmation:
    """`question` names exactly what will happen; `commands` run as they are once it is answered with yes."""

    question: str
    commands: tuple[Command, ...]

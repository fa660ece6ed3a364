"""Prints the table of what is seen, for the terminal and the docs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table

OWNED_GOAL, REAL_GOAL = 1.0, 0.99
_HEADINGS = (
    "application",
    "controls",
    "recall",
    "goal",
    "",
    "precision",
    "reacted",
    "ms",
    "D-Bus calls",
    "what was missed",
)


@dataclass(frozen=True, slots=True)
class Seen:
    """The line of an application, or of something opened in it. `of`: how many controls there are. `reacted`: of how many that
    were worked in their middle. `why`: what was missed, or why there are no figures.
    """

    name: str
    of: int = 0
    recall: float | None = None
    precision: float | None = None
    ms: float | None = None
    calls: int | None = None
    goal: float | None = None
    why: str = ""
    reacted: tuple[int, int] | None = None

    @property
    def verdict(self) -> str:
        if self.recall is None or self.goal is None:
            return ""
        return "reached" if self.recall >= self.goal else "missed"


def table(found: Sequence[Seen]) -> Table:
    made = Table(title="What is seen", box=None, pad_edge=False, title_justify="left")
    for heading in _HEADINGS:
        made.add_column(heading, overflow="fold")
    for seen in found:
        made.add_row(*cells(seen))
    return made


def cells(seen: Seen) -> tuple[str, ...]:
    def number(value: float | None, form: str) -> str:
        return "" if value is None else format(value, form)

    counted = str(seen.of) if seen.recall is not None else ""
    reacted = "" if seen.reacted is None else f"{seen.reacted[0]} of {seen.reacted[1]}"
    figures = (number(seen.precision, ".3f"), reacted, number(seen.ms, ".0f"), number(seen.calls, "d"))
    return seen.name, counted, number(seen.recall, ".3f"), number(seen.goal, ".2f"), seen.verdict, *figures, seen.why


def markdown(found: Sequence[Seen]) -> str:
    lines = ["| " + " | ".join(_HEADINGS) + " |", "|" + "---|" * len(_HEADINGS)]
    lines += [
        "| " + " | ".join(" ".join(cell.replace("|", "\\|").split()) for cell in cells(seen)) + " |" for seen in found
    ]
    return "\n".join(lines)

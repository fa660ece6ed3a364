"""Questions to a person: one row each, in which the first answer wins.

While a run waits for the answer, its desktop is `held`. When it has waited long enough it has `given up`, and when its attempt
has ended the desktop is `free`. Whoever writes the answer is told by the same statement which of them it was: where the desktop
is free, the answer begins the next attempt; else the attempt that asked sees it, at once or at its end. None is lost between.
"""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from ufo.fleet.engine.tables import QUESTIONS, Tables
from ufo.fleet.jobs.decision import Decision
from ufo.fleet.jobs.names import AttemptId, TaskKey

_HELD, _GIVEN_UP, _FREE = "held", "given up", "free"
_OVER = "over"
"""In place of a decision: the attempt that asked is over, and another one was not needed."""

_OPEN = QUESTIONS.c.decision == ""


@dataclass(frozen=True, slots=True)
class Held:
    """A question of a run that still has its desktop."""

    tables: Tables
    attempt: AttemptId
    number: int

    @property
    def _row(self) -> sa.ColumnElement[bool]:
        return QUESTIONS.c.id == f"{self.attempt}#{self.number}"

    def ask(self, question: str) -> None:
        self.tables.added(_asked(self.tables, self.attempt, str(self.number), question, _HELD))

    def answer(self) -> str | None:
        """Return the answer, None where there is none yet."""
        rows = self.tables.rows(sa.select(QUESTIONS.c.answer).where(self._row, ~_OPEN))
        return str(rows[0]["answer"]) if rows else None

    def give_up(self) -> str | None:
        """Wait no longer. Return the answer that came in the last moment, else None."""
        self.tables.change(sa.update(QUESTIONS).where(self._row, _OPEN).values(desktop=_GIVEN_UP))
        return self.answer()


def free(connection: sa.Connection, tables: Tables, attempt: AttemptId, question: str) -> bool:
    """Let an attempt end that needs a person. Return whether the answer is there already."""
    mine = QUESTIONS.c.attempt == str(attempt)
    connection.execute(sa.update(QUESTIONS).where(mine, _OPEN).values(desktop=_FREE))
    late = sa.select(QUESTIONS.c.id).where(mine, ~_OPEN, QUESTIONS.c.desktop == _GIVEN_UP)
    if connection.execute(late).first() is not None:
        return True
    if connection.execute(sa.select(QUESTIONS.c.id).where(mine, _OPEN)).first() is None:
        _once(connection, _asked(tables, attempt, "end", question, _FREE), f"{attempt}#end")
    return False


def ask_what_to_do(connection: sa.Connection, tables: Tables, attempt: AttemptId, question: str) -> None:
    """Let a person decide over an attempt that was cut."""
    close(connection, QUESTIONS.c.attempt == str(attempt))
    _once(connection, _asked(tables, attempt, "cut", question, _FREE), f"{attempt}#cut")


def close(connection: sa.Connection, which: sa.ColumnElement[bool]) -> None:
    """Close the open questions of an attempt that is over otherwise."""
    cut = QUESTIONS.c.id.endswith("#cut", autoescape=True)
    connection.execute(sa.update(QUESTIONS).where(which, _OPEN, ~cut).values(decision=_OVER))


def answered(tables: Tables, task: TaskKey) -> tuple[tuple[str, str], ...]:
    """Return what a person has answered to questions of a task, in order."""
    statement = (
        sa.select(QUESTIONS.c.question, QUESTIONS.c.answer)
        .where(QUESTIONS.c.task == str(task), QUESTIONS.c.decision == Decision.ANSWER.value)
        .order_by(QUESTIONS.c.asked)
    )
    return tuple((row["question"], row["answer"]) for row in tables.rows(statement))


def decide(connection: sa.Connection, attempt: AttemptId, decision: Decision, answer: str) -> bool | None:
    """Write a decision on the open question of an attempt. Return whether its desktop was free, so that the decision is to be
    carried out now; None where another decision was first, or nothing was asked.
    """
    # The last one: a run that has given up one question may have asked none since.
    last = (
        sa.select(QUESTIONS.c.id)
        .where(QUESTIONS.c.attempt == str(attempt), _OPEN)
        .order_by(QUESTIONS.c.asked.desc())
        .limit(1)
        .scalar_subquery()
    )
    statement = (
        sa.update(QUESTIONS)
        .where(QUESTIONS.c.id == last, _OPEN)
        .values(decision=decision.value, answer=answer)
        .returning(QUESTIONS.c.desktop)
    )
    desktop = connection.execute(statement).scalar()
    return None if desktop is None else desktop == _FREE


def _asked(tables: Tables, attempt: AttemptId, number: str, question: str, desktop: str) -> sa.Insert:
    return sa.insert(QUESTIONS).values(
        id=f"{attempt}#{number}",
        attempt=str(attempt),
        task=str(attempt.task),
        question=question,
        desktop=desktop,
        decision="",
        answer="",
        asked=tables.now,
    )


def _once(connection: sa.Connection, statement: sa.Insert, key: str) -> None:
    if connection.execute(sa.select(QUESTIONS.c.id).where(QUESTIONS.c.id == key)).first() is None:
        connection.execute(statement)

"""Tasks of one name that must not run at the same time: who has the name, over all queues. The engine knows that of one queue."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa
from dbos import DBOSClient

from ufo.fleet.engine.tables import ALONE, Tables
from ufo.fleet.jobs.names import AttemptId


@dataclass(frozen=True, slots=True)
class Alone:
    tables: Tables
    client: DBOSClient

    def take(self, name: str, attempt: AttemptId) -> bool:
        """Take the name for an attempt. Return whether it has it: no other one that runs does."""
        rows = self.tables.rows(sa.select(ALONE.c.attempt).where(ALONE.c.name == name))
        if not rows:
            return self.tables.added(sa.insert(ALONE).values(name=name, attempt=str(attempt)))
        (holder,) = [row["attempt"] for row in rows]
        if holder == str(attempt):
            return True
        held = sa.update(ALONE).where(ALONE.c.name == name, ALONE.c.attempt == holder)
        return not self._runs(holder) and self.tables.change(held.values(attempt=str(attempt))) == [1]

    def leave(self, name: str, attempt: AttemptId) -> None:
        self.tables.change(sa.delete(ALONE).where(ALONE.c.name == name, ALONE.c.attempt == str(attempt)))

    def _runs(self, attempt: str) -> bool:
        """Tell whether an attempt runs. One that this role may not see does, as far as anybody here knows."""
        found = self.client.list_workflows(workflow_ids=[attempt], load_input=False, load_output=False)
        return not found or found[0].status == "PENDING"

"""What a person decides over a task that waits for one."""

from __future__ import annotations

from enum import StrEnum


class Decision(StrEnum):
    """ANSWER: an answer to a run's question. Of a task that was cut in mid-act: it is done AGAIN, it counts as DONE, or it is
    DROPped.
    """

    ANSWER = "answer"
    AGAIN = "again"
    DONE = "done"
    DROP = "drop"

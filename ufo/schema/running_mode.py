"""The mode of a run (spec: host_agent_overview.md, create_subagent; facts/described_system.md §1.10)."""

from __future__ import annotations

from enum import StrEnum


class RunningMode(StrEnum):
    """How a run came about and who acts in it: `BATCH_…` one task of many without a person, `FOLLOWER` the given steps of a
    plan, `…_OPERATOR` an operator agent in place of AppAgents.
    """

    NORMAL = "normal"
    BATCH_NORMAL = "batch_normal"
    FOLLOWER = "follower"
    NORMAL_OPERATOR = "normal_operator"
    BATCH_OPERATOR = "batch_normal_operator"

    @property
    def has_operator(self) -> bool:
        return self in (RunningMode.NORMAL_OPERATOR, RunningMode.BATCH_OPERATOR)

    @classmethod
    def _missing_(cls, value: object) -> RunningMode | None:
        return cls.BATCH_OPERATOR if value == "batch_operator" else None

"""The phases of a turn, and the result of a phase (spec: host_agent_strategy.md, facts §1.8)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class ProcessingPhase(StrEnum):
    SETUP = "setup"
    DATA_COLLECTION = "data_collection"
    LLM_INTERACTION = "llm_interaction"
    ACTION_EXECUTION = "action_execution"
    MEMORY_UPDATE = "memory_update"
    CLEANUP = "cleanup"


@dataclass(frozen=True, slots=True)
class ProcessingResult:
    """The result of a phase. `data` holds exactly the names that the strategy declares with `@provides`. `execution_time` is
    in seconds.
    """

    success: bool
    data: dict[str, Any] = field(default_factory=dict)
    error: str | None = None
    phase: ProcessingPhase | None = None
    execution_time: float = 0.0
    exception: BaseException | None = None

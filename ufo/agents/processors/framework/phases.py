"""The phases of a turn, their results and the values between them (spec: host_agent_strategy.md, facts §1.8)."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

from ufo.agents.round_context import Context, ContextNames
from ufo.errors import ProcessingException

T = TypeVar("T")


class ProcessingPhase(StrEnum):
    SETUP = "setup"
    DATA_COLLECTION = "data_collection"
    LLM_INTERACTION = "llm_interaction"
    ACTION_EXECUTION = "action_execution"
    MEMORY_UPDATE = "memory_update"
    CLEANUP = "cleanup"


@dataclass(frozen=True, slots=True)
class ProcessingResult:
    """The result of a phase. `data` holds exactly the names of `@provides`; `execution_time` is in seconds."""

    success: bool
    data: dict[str, Any] = field(default_factory=dict)
    error: str | None = None
    phase: ProcessingPhase | None = None
    execution_time: float = 0.0
    exception: BaseException | None = None


@dataclass
class BasicProcessorContext:
    """Names shared by every agent's turn. A subclass adds a field for each name that its strategies provide or read."""

    selected_keys: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def given(cls, agent: Any, context: Context) -> dict[str, Any]:
        """Return the values that a turn of the agent begins with."""
        return {}

    def to_dict(self, selective: bool = True) -> dict[str, Any]:
        """Return every field, or with `selective` those of `selected_keys` that have a value (None is none)."""
        names = self.selected_keys if selective else tuple(item.name for item in fields(self))
        values = {name: getattr(self, name) for name in names}
        return {name: value for name, value in values.items() if value is not None or not selective}

    @classmethod
    def names(cls) -> frozenset[str]:
        return frozenset(item.name for item in fields(cls))


@dataclass
class ProcessingContext:
    """The context of one turn: its local values, the round's context, and the results of its phases."""

    global_context: Context
    local_context: BasicProcessorContext
    phase_results: dict[ProcessingPhase, ProcessingResult] = field(default_factory=dict)
    _names: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        # They are needed whenever a value is read or written.
        self._names = self.local_context.names()

    def get_local(self, name: str) -> Any:
        """Return a local value. Raises ProcessingException for a name that this kind of turn does not have."""
        if name not in self._names:
            raise ProcessingException(f"{type(self.local_context).__name__} has no {name!r}")
        return getattr(self.local_context, name)

    def get_global(self, name: str | ContextNames, default: Any = None) -> Any:
        """Return a value of the round, or `default` for None. Raises ProcessingException for a name that no round has."""
        known = name if isinstance(name, ContextNames) else ContextNames.__members__.get(name)
        if known is None:
            raise ProcessingException(f"a round has no {name!r}; it has {', '.join(ContextNames.__members__)}")
        value = self.global_context.get(known)
        return default if value is None else value

    def commit(self, data: dict[str, Any]) -> None:
        for name, value in data.items():
            if name not in self._names:
                raise ProcessingException(f"{type(self.local_context).__name__} has no place for {name!r}")
            setattr(self.local_context, name, value)

    def set_phase_result(self, phase: ProcessingPhase, result: ProcessingResult) -> None:
        self.phase_results[phase] = result

    def get_phase_result(self, phase: ProcessingPhase) -> ProcessingResult | None:
        return self.phase_results.get(phase)

    def get_successful_phases(self) -> list[ProcessingPhase]:
        return [phase for phase, result in self.phase_results.items() if result.success]

    def get_failed_phases(self) -> list[ProcessingPhase]:
        return [phase for phase, result in self.phase_results.items() if not result.success]


class ContextView:
    """The part of the context that one strategy sees: the names that it declared in `@depends_on` and `@provides`, and the
    values of the round. Nothing that a strategy does to what it gets here changes the turn.
    """

    def __init__(self, context: ProcessingContext, reader: str, allowed: frozenset[str]) -> None:
        self._context = context
        self._reader = reader
        self._allowed = allowed

    def read(self, record: type[T]) -> T:
        """Return the frozen record of these values, one for each of its fields. Raises ProcessingException for a name that the
        strategy did not declare, and for a value that is not there and may not be None.
        """
        values = {}
        for item in fields(record):  # type: ignore[arg-type]  # a dataclass
            value = values[item.name] = self.get_local(item.name)
            if value is None and "None" not in str(item.type):
                raise ProcessingException(f"strategy {self._reader!r} needs {item.name!r}, and there is none")
        return record(**values)

    def get_local(self, name: str) -> Any:
        """Return a local value. Raises ProcessingException for a name that the strategy did not declare."""
        if name not in self._allowed:
            raise ProcessingException(f"strategy {self._reader!r} reads {name!r} without declaring it in @depends_on")
        return self._context.get_local(name)

    def get(self, name: str, default: Any = None) -> Any:
        """Return a local value as `get_local` does, or `default` where it is None."""
        value = self.get_local(name)
        return default if value is None else value

    def get_global(self, name: str | ContextNames, default: Any = None) -> Any:
        """Return a value of the round, as `ProcessingContext.get_global` does."""
        return self._context.get_global(name, default)

    @property
    def global_context(self) -> Context:
        return self._context.global_context

    @property
    def local_context(self) -> Any:
        """A copy of all local values, of the turn's own class, for what reports a whole turn."""
        return copy(self._context.local_context)

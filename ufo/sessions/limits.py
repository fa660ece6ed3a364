"""How much a run may use. Reaching a limit ends it with LIMIT, never in an endless burn."""

from __future__ import annotations

from ufo.agents.context import Context
from ufo.config.settings import LimitSettings
from ufo.errors import LimitReached
from ufo.trace.emitter import Emitter
from ufo.trace.events import Noticed

_WARN_AT = 0.75


class Limits:
    """Checked before each state is handled."""

    def __init__(self, settings: LimitSettings, emitter: Emitter) -> None:
        self._settings = settings
        self._emitter = emitter
        self._warned: set[str] = set()

    @property
    def seconds_left(self) -> float:
        return max(0.0, self._settings.max_time_s - self._emitter.elapsed)

    def check(self, context: Context) -> None:
        """Raises LimitReached; warns once at three quarters of each limit."""
        self._one("steps", context.session_step, self._settings.max_step)
        self._one("seconds", self._emitter.elapsed, self._settings.max_time_s)
        if self._settings.max_cost_usd is not None and context.usage.cost is not None:
            self._one("USD", context.usage.cost, self._settings.max_cost_usd)

    def _one(self, unit: str, used: float, limit: float) -> None:
        if used >= limit > 0 or (limit == 0 and used > 0):
            raise LimitReached(f"{used:g} of {limit:g} {unit} used; raise the limit or ask for less")
        if used >= limit * _WARN_AT and unit not in self._warned:
            self._warned.add(unit)
            self._emitter.emit(Noticed(text=f"{used:.4g} of {limit:g} {unit} used"))

"""Where events go: from one emitter to every listener."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from ufo.schema.picture import Picture
from ufo.trace.events import Event, PictureSaved, _Event

E = TypeVar("E", bound=_Event)


class Listener(Protocol):
    def on_event(self, event: Event) -> None: ...

    def on_picture(self, event: PictureSaved, picture: Picture) -> None: ...


class Emitter:
    """Stamps events with time and step and hands them to every listener, in order."""

    def __init__(self, listeners: Iterable[Listener], clock: Callable[[], float]) -> None:
        self._listeners = tuple(listeners)
        self._clock = clock
        self._began = clock()
        self.step = 0

    @property
    def elapsed(self) -> float:
        """Seconds since the run began."""
        return self._clock() - self._began

    def emit(self, event: E) -> E:
        stamped = event.model_copy(update={"at": round(self.elapsed, 4), "step": self.step})
        for listener in self._listeners:
            listener.on_event(stamped)  # type: ignore[arg-type]
        return stamped

    def save_picture(self, role: str, path: str, picture: Picture) -> None:
        """`path` is relative to the run's folder; the log writer keeps the picture there."""
        event = PictureSaved(role=role, path=path, at=round(self.elapsed, 4), step=self.step)
        for listener in self._listeners:
            listener.on_picture(event, picture)

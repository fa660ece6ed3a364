"""Sends events from one emitter to every listener."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar, runtime_checkable

from ufo.schema.picture import Picture
from ufo.schema.spans import Span, Spent
from ufo.secrets.masks import Masks
from ufo.secrets.password_guess import asks_for_a_secret, passwords_in
from ufo.trace.events import (
    Asked,
    Event,
    Noticed,
    PictureSaved,
    RoundStarted,
    RunEnded,
    RunStarted,
    StepEnded,
    TimeSpent,
    _Event,
)

_HINT = (
    "the request holds a password in clear text: it is masked in the log, but a model receives it. Write {{secret:NAME}} in its "
    "place (docs/secrets.md)"
)

_SHORTEST_S = 0.002
"""What took no longer is not told one by one: it counts as a part of what it lies in."""

E = TypeVar("E", bound=_Event)


class Listener(Protocol):
    """Receives every event. Pictures go to those that are `PictureListener`s too."""

    def on_event(self, event: Event) -> None: ...


@runtime_checkable
class PictureListener(Protocol):
    def on_picture(self, event: PictureSaved, picture: Picture) -> None: ...


class Emitter:
    """Stamps events with time and step, masks secrets in them, and passes them to every listener, in order.

    A text that a person gives as a password, in a request or as an answer, is masked from then on.
    """

    def __init__(
        self,
        listeners: Iterable[Listener],
        clock: Callable[[], float],
        masks: Masks | None = None,
        before_s: float = 0.0,
    ) -> None:
        """`before_s`: the seconds that the run lasted before it was broken off."""
        self._listeners = tuple(listeners)
        self._clock = clock
        self._masks = masks if masks is not None else Masks()
        self._began = clock() - before_s
        self._spans: list[Span] = []
        self.step = 0

    @property
    def elapsed(self) -> float:
        """Seconds since the run began."""
        return self._clock() - self._began

    @contextmanager
    def spending(self, on: Spent, name: str = "") -> Iterator[None]:
        """Measure the block; it is told with the end of the step or of the run."""
        began = self.elapsed
        try:
            yield
        finally:
            seconds = self.elapsed - began
            if seconds >= _SHORTEST_S:
                self._spans.append(Span(on=on, name=name, began=round(began, 4), seconds=round(seconds, 4)))

    def tell_spending(self) -> None:
        """Tell what time was spent on since this was told last."""
        if self._spans:
            spans, self._spans = tuple(self._spans), []
            self.emit(TimeSpent(spans=spans))

    def emit(self, event: E) -> E:
        if isinstance(event, StepEnded | RunEnded):
            self.tell_spending()
        self._note(event)
        stamped = self._masks.model(event.model_copy(update={"at": round(self.elapsed, 4), "step": self.step}))
        for listener in self._listeners:
            listener.on_event(stamped)  # type: ignore[arg-type]
        if isinstance(event, RoundStarted) and passwords_in(event.request):
            self.emit(Noticed(level="info", text=_HINT))
        return stamped

    def _note(self, event: _Event) -> None:
        if isinstance(event, RunStarted | RoundStarted):
            for value in passwords_in(event.request):
                self._masks.learn(value)
        elif isinstance(event, Asked) and event.answer and not event.confirmation and asks_for_a_secret(event.question):
            self._masks.learn(event.answer)

    def save_picture(self, role: str, path: str, picture: Picture) -> None:
        """Send a picture to each listener of pictures. `path`: relative to the run's folder, where the log writer saves it."""
        event = PictureSaved(role=role, path=path, at=round(self.elapsed, 4), step=self.step)
        for listener in self._listeners:
            if isinstance(listener, PictureListener):
                listener.on_picture(event, picture)

"""A desktop that is looked at and never touched: what would be delivered to an application is noted in its place."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.backend import Desktop
from ufo.desktop.forwarding_desktop import ForwardingDesktop
from ufo.desktop.snapshot import Handle
from ufo.desktop.target import Reconfirm, Target, window_of
from ufo.desktop.values import Click, Delivery, Drag, ElementVerb, Hover, InputEvent, Keys, Launch, Scroll, Window
from ufo.errors import Withheld
from ufo.schema.geometry import Point


class DryDesktop(ForwardingDesktop):
    """Implements `ufo.desktop.backend.Desktop` around `inner`. Whatever would change something raises Withheld, which says what
    would have been done; a window is not brought to the front, and nobody is told that it was. Hot keys work: they are the
    person's.
    """

    def __init__(self, inner: Desktop) -> None:
        super().__init__(inner)
        self._withheld: list[str] = []

    def take(self) -> tuple[str, ...]:
        """Return what was withheld since the last call, in order."""
        taken, self._withheld = tuple(self._withheld), []
        return taken

    async def focus(self, window_id: str) -> None:
        """Do nothing: looking needs no window in front."""

    async def close_window(self, window_id: str) -> None:
        raise self._instead(f"close the window {await self._title(window_id)}")

    async def wake(self, window_id: str) -> bool:
        raise self._instead(f"have the application of {await self._title(window_id)} tell its controls")

    async def hands(self, window_id: str | None) -> str:
        """Do nothing: there will be no input."""
        return ""

    async def act(self, handle: Handle, verb: ElementVerb, text: str | None = None) -> Delivery:
        written = "" if text is None else f": {text!r}"
        raise self._instead(f"{verb.replace('_', ' ')} {handle.role} {handle.name!r}{written}")

    async def send(
        self, to: Target | str | None, events: Sequence[InputEvent], reconfirm: Reconfirm | None = None
    ) -> None:
        window_id = window_of(to)
        where = f" in {await self._title(window_id)}" if window_id is not None else ""
        onto = f" ({to.handle.role} {to.handle.name!r})" if isinstance(to, Target) and to.handle is not None else ""
        raise self._instead(f"{', '.join(map(_told, events))}{where}{onto}")

    async def launch(self, what: Launch, timeout_s: float = 30.0) -> Window:
        raise self._instead(" ".join(("start", what.program, *what.arguments)))

    async def restart(self, window_id: str, timeout_s: float = 30.0) -> Window:
        raise self._instead(f"end and start again the application of {await self._title(window_id)}")

    def _instead(self, deed: str) -> Withheld:
        self._withheld.append(deed)
        return Withheld(f"dry run: it would {deed}")

    async def _title(self, window_id: str) -> str:
        title = next((window.title for window in await self._inner.windows() if window.id == window_id), "")
        return repr(title) if title else "a window that is gone"


def _told(event: InputEvent) -> str:
    match event:
        case Click(point=point, button=button, count=count):
            times = "" if count == 1 else f" {count} times"
            return f"click {'' if button == 'left' else f'the {button} button '}at {_place(point)}{times}"
        case Drag(start=start, end=end):
            return f"drag from {_place(start)} to {_place(end)}"
        case Hover(point=point):
            return f"move the pointer to {_place(point)}"
        case Scroll(point=point, dy=dy, dx=dx):
            return f"turn the wheel at {_place(point)} by {dx}, {dy}"
        case Keys(chord=chord):
            return f"press {'+'.join(chord)}"
        case _:
            return f"type {event.text!r}"


def _place(point: Point) -> str:
    return f"({point.x}, {point.y})"

"""What a window system can do with pointer and keyboard. Every stroke checks once more, as late as it can, that it reaches the
aim of its call.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ufo.desktop.linux.screen.call import Call
from ufo.desktop.values import Click, MouseButton, Scroll
from ufo.errors import ApplicationHung
from ufo.schema.geometry import Point

CLICKED_S = 0.5
"""How many seconds a program has to read a click."""


class UnreadKeys(ApplicationHung):
    """A stroke of the key that is to be changed has not been read yet. Nothing was changed, so the call can be repeated."""


class Strokes(Protocol):
    """For the screen's thread. What takes a `call` raises NotActionable where something else than its aim would get the stroke,
    and Disturbed where its precheck does.
    """

    def begin(self) -> tuple[Point | None, bool]:
        """Release what is held. Return where the pointer is, None where nobody can tell, and whether a popup is open."""
        ...

    def finish(self, before: Point | None, popup: bool, left_at: Point | None) -> None:
        """Release what is held, and move the pointer back from where the events left it."""
        ...

    def click(self, call: Call, event: Click) -> None: ...

    def hold_down(self, call: Call, event: Click) -> None:
        """Press the button where the pointer is, and do not let it go."""
        ...

    def let_go_elsewhere(self, call: Call, pressed: Point) -> None:
        """Let the button go outside of the control, where it does nothing."""
        ...

    def let_go(self) -> None: ...

    def hold(self, call: Call, keys: Iterable[str], start: Point, button: MouseButton) -> None:
        """Begin a drag: move to its start, and press the keys and the button."""
        ...

    def move(self, to: Point) -> None: ...

    def hover(self, call: Call, point: Point) -> None: ...

    def scroll(self, call: Call, event: Scroll) -> None: ...

    def offers_drop(self) -> int:
        """Return a number that changes once something that is dragged is offered to be dropped."""
        ...

    def chord(self, call: Call, chord: tuple[str, ...]) -> None:
        """Press the keys together. Raises UnreadKeys."""
        ...

    def carries(self, text: str) -> bool:
        """Tell whether the keyboard has all of these characters as it is."""
        ...

    def strike(self, call: Call, text: str) -> int:
        """Strike as many characters as can be struck at once, and return their number. Raises UnreadKeys."""
        ...

    def give_back_keys(self, at_once: bool = False) -> None:
        """Restore the keyboard as it was. Raises UnreadKeys, unless it must be done `at_once`."""
        ...

    def await_read(self, within_s: float, deaf_s: float) -> bool:
        """Wait until the active program has read all that was sent; False where it has not within `within_s` seconds. One that
        cannot be asked must have been at rest for `deaf_s` seconds.
        """
        ...

    def await_handled(self) -> None:
        """Wait until the window system has handed a click to its window, so that keys do not overtake it."""
        ...

    def await_layout(self) -> None:
        """Wait until the active program has laid out what a notch of the wheel moved."""
        ...

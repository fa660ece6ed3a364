"""Decides at which looks a model that sees pictures is sent some. A picture costs as much as a whole prompt, and most steps need
none: the list of controls says what is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect
from ufo.schema.target import TargetInfo

_ASKS = "SCREENSHOT"
_FEW = 3
"""So few controls are no list of a window."""


@dataclass(frozen=True, slots=True)
class LookFacts:
    """A look. `degraded`: why the tree is poor; `feedback`: what went wrong in the last step; `done`: its actions."""

    window: TargetInfo
    controls: Sequence[TargetInfo]
    degraded: str = ""
    feedback: str = ""
    done: Sequence[ActionCommandInfo] = ()


class NeededSight:
    """The decision for one agent. `always`: a picture goes with every look. `asked_last`: whether the last answer asked to
    see.
    """

    def __init__(self, *, always: bool = False) -> None:
        self._always = always
        self._shown: tuple[str, ...] = ()
        self._is_asked_for = self.asked_last = False

    def begin(self) -> None:
        """Begin another sub-task."""
        self._shown, self._is_asked_for, self.asked_last = (), False, False

    def heard(self, status: str) -> None:
        """Note the status of an answer. One that asks to see the window sees it to the end of the sub-task."""
        self.asked_last = status.upper() == _ASKS
        self._is_asked_for = self._is_asked_for or self.asked_last

    def needed(self, look: LookFacts) -> bool:
        """Tell whether pictures go with this look."""
        scene = _scene(look)
        is_new, self._shown = scene != self._shown, scene
        of_task = self._always or self._is_asked_for
        is_poor = bool(look.degraded) or len(look.controls) < _FEW or any(target.by_sight for target in look.controls)
        is_troubled = bool(look.feedback) or any(act.result.effect is Effect.SUSPECTED_NOOP for act in look.done)
        return of_task or is_new or is_poor or is_troubled


def _scene(look: LookFacts) -> tuple[str, ...]:
    """Return what the window is and which dialogs it shows. Its title is no part of it, since saving a file changes that."""
    dialogs = sorted(target.name for target in look.controls if target.type in ("Dialog", "Alert"))
    return (str(look.window.id), look.window.app_root or "", *dialogs)

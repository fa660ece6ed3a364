"""One trial: look, the fault, the action as an agent does it, and what the application says of it afterwards."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.misbehaving.owned import OwnedProcess, Told
from bench.misbehaving.plan import BY_OTHERS, HARMLESS, SHOWN_AS, TEXT, VERBS, Trial
from ufo.config.settings import Settings
from ufo.desktop.backend import Desktop
from ufo.desktop.values import Window
from ufo.schema.command import Command, Effect, Result
from ufo.schema.geometry import Rect
from ufo.schema.target import TargetInfo
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.dispatch.toolset import build_dispatcher
from ufo.tools.observe.selection import Selection, ToolScope
from ufo.tools.policy.policy import Policy

_SHOWN_S, _AFTERWARDS_S = 10.0, 0.4
_BESIDE_PX = 60
_FAR_PX = 120
"""From here on a window is moved back towards the corner, so that it stays on the screen."""
_ROLES = {
    "button": "Button", "question": "Button", "double": "Button", "check": "CheckBox", "point": "CheckBox",
    "toggle": "ToggleButton", "radio": "RadioButton", "row": "ListItem", "write": "Edit", "type": "Edit",
    "ground": "Button", "slide": "Slider", "list": "List",
}  # fmt: skip
_ALSO = {"ToggleButton": ("Button", "CheckBox"), "RadioButton": ("CheckBox",), "List": ("Table",)}
"""What toolkits call some controls as well: GTK 4 its toggles and radio buttons."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """`effect` is what the agent's record says, "failed" where an action failed without being refused; `done`, `wrong` and
    `unseen` (touched before it could be known that it was another one) what the application says; `hidden`: it was done, and
    a look-alike stands before it that shows nothing of it, so that either account is true."""

    trial: Trial
    effect: str
    done: bool
    wrong: tuple[str, ...]
    unseen: tuple[str, ...]
    hidden: bool
    told: str

    @property
    def false_confirmed(self) -> bool:
        return self.effect == Effect.CONFIRMED and not self.done and not self.hidden

    @property
    def right_refused(self) -> bool:
        """GTK 4 gives a box the focus by a click alone, which would work it: keys into one are refused rightly."""
        is_right = self.trial.fault in HARMLESS and (self.trial.subject, self.trial.kind) != ("gtk4", "keys")
        return is_right and self.effect in (Effect.REFUSED, "failed")

    @property
    def lost_truth(self) -> bool:
        return self.done and not self.hidden and self.effect in (Effect.SUSPECTED_NOOP, Effect.REFUSED, "failed")


@dataclass
class Subject:
    """An application under trial and an agent's tools on its window."""

    desktop: Desktop
    told: Told
    window: Window
    folder: Path
    settings: Settings
    by_words: bool = False
    """Its controls are known by what they show: nothing tells their kinds surely."""

    def __post_init__(self) -> None:
        self.selection = Selection(window=self.window)
        scope = ToolScope(self.desktop, self.selection, self.folder, self.settings.desktop.settle_timeout_s)
        inner = build_dispatcher("AppAgent", "default", scope, self.settings.tools)
        self.dispatcher = GuardedDispatcher(inner, Policy(self.settings.policy, scope))

    async def look_for(self, name: str, role: str) -> TargetInfo:
        """The control as an agent sees it. Raises TimeoutError where it is never shown."""
        command = Command(tool_name="get_app_window_controls_target_info", tool_type="data_collection")
        async with asyncio.timeout(_SHOWN_S):
            while True:
                (seen,) = await self.dispatcher.execute_commands([command])
                rows = [TargetInfo.model_validate(row) for row in seen.result or ()]
                found = [row for row in rows if self._is(row, name, role)]
                if len(found) == 1:
                    return found[0]
                await self.desktop.settle(self.window.id)

    def _is(self, row: TargetInfo, name: str, role: str) -> bool:
        if self.by_words:
            shown = (row.name or row.label or "").replace("...", "…").strip()
            return shown == name and (role != "Edit" or row.type == "Edit")
        return row.name == name and row.type in (role, *_ALSO.get(role, ()))


async def run_trial(trial: Trial, subject: Subject, intruder: OwnedProcess) -> Outcome:
    clock = asyncio.get_running_loop().time
    before = await intruder.tell(do="tell")
    early = trial.when is not None and trial.when < 0
    order = {"kind": trial.control, "fault": trial.fault, "delay": trial.delay, "noise": trial.noise, "early": early}
    await subject.told.tell(do="arm", **order)
    await subject.desktop.settle(subject.window.id)
    if early:
        await subject.told.tell(do="strike")
        await asyncio.sleep(-(trial.when or 0) / 1000)
    try:
        target = await subject.look_for(SHOWN_AS[trial.control], _ROLES[trial.control])
    except TimeoutError as error:
        rows = ", ".join(
            f"{element.role} {element.name!r}" for element in await subject.desktop.snapshot(subject.window.id)
        )
        raise TimeoutError(f"{trial}: the control was never seen among {rows}") from error
    if not early:
        await _strike(trial, subject, intruder, target)
    began = clock()
    act = _act(trial, subject, target)
    if trial.fault in BY_OTHERS and trial.when is not None:
        result, _ = await asyncio.gather(act, _intrude_in_time(trial, subject, intruder, target))
    else:
        result = await act
    # Whatever the application does late has happened before it is asked.
    await asyncio.sleep(max(0.0, began + (trial.delay + max(0, trial.when or 0)) / 1000 + _AFTERWARDS_S - clock()))
    after = await intruder.tell(do="hide")
    truth = await subject.told.tell(do="tell")
    touched = [f"{after[what] - before[what]} {what} in the intruder" for what in before if after[what] != before[what]]
    effect = result.effect or (Effect.UNVERIFIABLE if result.ok else "failed")
    told = f"{result.route or 'not sent'}: {'; '.join(result.evidence) or result.error or ''}"
    # A verb is told the end and may try again what did not last.
    wrong = [item for item in truth["wrong"] if trial.kind not in VERBS or item != "the control once more"]
    return Outcome(
        trial, str(effect), bool(truth["done"]), (*wrong, *touched), tuple(truth["unseen"]), bool(truth["hidden"]), told
    )


async def _strike(trial: Trial, subject: Subject, intruder: OwnedProcess, target: TargetInfo) -> None:
    if trial.fault in BY_OTHERS:
        if trial.when is None:
            await _intrude(trial, subject, intruder, target)
    elif trial.when is None:
        await subject.told.tell(do="strike")
    else:
        await subject.told.tell(do="strike", after=trial.when)


async def _intrude_in_time(trial: Trial, subject: Subject, intruder: OwnedProcess, target: TargetInfo) -> None:
    await asyncio.sleep((trial.when or 0) / 1000)
    await _intrude(trial, subject, intruder, target)


async def _intrude(trial: Trial, subject: Subject, intruder: OwnedProcess, target: TargetInfo) -> None:
    left, top, right, bottom = target.rect or (0, 0, 1, 1)
    around = [max(0, left - 20), max(0, top - 20), right + 20, bottom + 20]
    title = subject.window.title
    if trial.fault in ("cover_seen", "cover_unseen"):
        await intruder.tell(do="cover", rect=around, seen=trial.fault == "cover_seen")
    elif trial.fault in ("modal_other", "modal_over"):
        await intruder.tell(do="modal", rect=around, over=subject.window.id if trial.fault == "modal_over" else "")
    elif trial.fault == "shove":
        at = next(window.rect for window in await subject.desktop.windows() if window.id == subject.window.id)
        away = -50 if min(at.x, at.y) > _FAR_PX else 50
        await intruder.tell(do="shove", title=title, by=away)
    else:
        await intruder.tell(do=trial.fault)


async def _act(trial: Trial, subject: Subject, target: TargetInfo) -> Result:
    """As the last turn of a sub-task: what is confirmed must have lasted a while."""
    (result,) = await subject.dispatcher.execute_commands([_command(trial, subject, target)])
    (result,) = await subject.dispatcher.hold([result], subject.settings.system.hold_s)
    return result


def _command(trial: Trial, subject: Subject, target: TargetInfo) -> Command:
    named: dict[str, Any] = {"id": target.id, "name": target.name}
    if trial.kind in VERBS:
        return _verb(trial.kind, named)
    if trial.kind == "write":
        return Command(tool_name="set_edit_text", parameters={**named, "text": TEXT, "clear_current_text": True})
    if trial.kind == "keys":
        return Command(tool_name="keyboard_input", parameters={**named, "keys": "{SPACE}"})
    if trial.kind == "wheel":
        return Command(tool_name="wheel_mouse_input", parameters={**named, "wheel_dist": -3})
    if trial.kind == "drag":
        return Command(tool_name="drag_on_coordinates", parameters=_dragged(subject, target))
    if trial.kind == "type":
        return Command(tool_name="keyboard_input", parameters={**named, "keys": TEXT})
    if trial.kind == "double":
        return Command(tool_name="click_input", parameters={**named, "double": True})
    if trial.kind == "ground" and target.bounds is not None:
        return _clicked_beside(subject, target.bounds)
    if trial.kind == "point" and target.bounds is not None and subject.selection.window is not None:
        window, middle = subject.selection.window.rect, target.bounds.center
        place = {"x": (middle.x - window.x) / window.width, "y": (middle.y - window.y) / window.height}
        return Command(tool_name="click_on_coordinates", parameters=place)
    return Command(tool_name="click_input", parameters=named)


def _clicked_beside(subject: Subject, button: Rect) -> Command:
    """The bare page at the right of the button."""
    window = subject.selection.require_window().rect
    place = {
        "x": (button.right + _BESIDE_PX - window.x) / window.width,
        "y": (button.center.y - window.y) / window.height,
    }
    return Command(tool_name="click_on_coordinates", parameters=place)


def _dragged(subject: Subject, target: TargetInfo) -> dict[str, float]:
    """From the handle at its left to three quarters of it."""
    window, room = subject.selection.require_window().rect, target.bounds or Rect(0, 0, 1, 1)
    down = (room.center.y - window.y) / window.height
    start, end = room.x + 10, room.x + room.width * 3 // 4
    return {
        "start_x": (start - window.x) / window.width, "start_y": down,
        "end_x": (end - window.x) / window.width, "end_y": down, "duration": 0.3,
    }  # fmt: skip


def _verb(kind: str, named: dict[str, Any]) -> Command:
    if kind == "set_value":
        return Command(tool_name="set_value", parameters={**named, "value": TEXT})
    if kind == "fill":
        return Command(tool_name="fill", parameters={"fields": [{**named, "value": TEXT}]})
    if kind == "visit":
        return Command(tool_name="visit", parameters={"path": [named["name"]]})
    if kind == "set_checked":
        return Command(tool_name="set_checked", parameters={**named, "checked": True})
    return Command(tool_name="select", parameters=named)

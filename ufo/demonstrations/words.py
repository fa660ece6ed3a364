"""Steps in plain words: one line each, for the trace, the demonstration and the prompt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ufo.demonstrations.recorded import ProgramSeen, Step
from ufo.schema.selector import Selector

_TIMES = {2: "double-click", 3: "triple-click"}
_BUTTONS = {"right": "right-click", "middle": "middle-click"}
_LONG = 200


def line_of(step: Step) -> str:
    """Return a step as one line, such as: click Button 'Save' in 'report.odt — Writer'."""
    where = f" in {step.window!r}" if step.window else ""
    return f"{_done(step)}{where}".replace("\n", "⏎")


def lines_of(steps: Iterable[Step], programs: Iterable[ProgramSeen]) -> Iterator[str]:
    """Yield the steps as lines without the window, for one who works in that window, and the program before each change."""
    names = {one.number: one.app_root or one.process for one in programs}
    several, last = len(names) > 1, 0
    for step in steps:
        where = f"in {names.get(step.program, 'another program')}: " if several and step.program != last else ""
        last = step.program
        yield f"{where}{_done(step)}".replace("\n", "⏎")


def _done(step: Step) -> str:
    match step.kind:
        case "click":
            how = _BUTTONS.get(step.button) or _TIMES.get(step.count, "click")
            held = f" with {'+'.join(step.held)} held" if step.held else ""
            return f"{how} {_place(step)}{held}{_stands(step)}"
        case "type":
            what = "hidden text" if step.hidden else repr(_short(step.text))
            into = f" into {called(step.control)}" if step.control is not None else ""
            return f"type {what}{into}"
        case "keys":
            return f"press {step.keys}" + (f" {step.count} times" if step.count > 1 else "")
        case "drag":
            return f"drag {_place(step)} onto {called(step.to) if step.to is not None else 'a place without a name'}"
        case "scroll":
            way = "up" if step.count > 0 else "down"
            return f"turn the wheel {way} by {abs(step.count)} over {_place(step)}"
        case "close":
            return "close the window"


def called(control: Selector) -> str:
    """Return a control as people call it: Button 'Save'; a cell by the place that names it."""
    return f"{control.role} {control.words!r}" if control.words else control.role


def _place(step: Step) -> str:
    if step.control is not None:
        return called(step.control)
    return "the point ({:.0%}, {:.0%})".format(*step.at) if step.at is not None else "a place without a name"


def _stands(step: Step) -> str:
    return f" (now {step.state})" if step.state else ""


def _short(text: str) -> str:
    return text if len(text) <= _LONG else f"{text[:_LONG]}…"

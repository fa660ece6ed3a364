"""A recording as values: where it was made, the programs in it, what the person did step by step, and how it ended; and each step
in plain words, for the trace, the demonstration and the prompt.

The values are the lines of `recording.jsonl`. No text in them is a secret: what was typed where nobody may read it is `hidden`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ufo.schema.selector import Selector

VERSION = 1
_TIMES = {2: "double-click", 3: "triple-click"}
_BUTTONS = {"right": "right-click", "middle": "middle-click"}
_LONG = 200


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Begun(_Line):
    """`desktop` is its name, `started` an ISO time (UTC), `folder` the working folder of whoever records."""

    line: Literal["begun"] = "begun"
    version: int = VERSION
    name: str
    desktop: str = ""
    started: str = ""
    folder: str = ""


class ProgramSeen(_Line):
    """A program that the person worked in. `number` counts from 1. `documents`: the files and addresses that it was started with,
    `folder` where it works.
    """

    line: Literal["program"] = "program"
    number: int
    app_root: str
    process: str
    documents: tuple[str, ...] = ()
    folder: str = ""


class Step(_Line):
    """One thing that the person did.

    `program` is the number of the program, `window` the title of the window as it was. `control` is what was worked on, None
    where no control was known there; `to` is where a drag ended. `at` is the point in fractions of the window.

    Of "type": `text` is what was typed, or all that the control holds after it where `whole`; it is "" where it is `hidden`.
    Of "keys": `keys` is a chord such as "ctrl+s", `count` how often. Of "scroll": `count` notches, negative is down.
    `state` and `shown` are what the control showed afterwards, where it was still there. `change` says in one line what changed.
    `doubt` says why the control may not be the right one. `second`: when, since the recording began.
    """

    line: Literal["step"] = "step"
    number: int
    kind: Literal["click", "type", "keys", "drag", "scroll", "close"]
    program: int
    window: str = ""
    control: Selector | None = None
    to: Selector | None = None
    at: tuple[float, float] | None = None
    button: str = "left"
    count: int = 1
    held: tuple[str, ...] = ()
    text: str = ""
    whole: bool = False
    hidden: bool = False
    keys: str = ""
    state: str = ""
    shown: str = ""
    change: str = ""
    doubt: str = ""
    picture: str = ""
    second: float = 0.0


class Ended(_Line):
    """`reason`: what ended it, in words. `conditions`: predicates that held at the end (`ufo.schema.predicate`)."""

    line: Literal["ended"] = "ended"
    reason: str
    conditions: tuple[dict[str, Any], ...] = ()
    seconds: float = 0.0


Line = Annotated[Begun | ProgramSeen | Step | Ended, Field(discriminator="line")]


def line_of(step: Step) -> str:
    """Return a step as one line, such as: click Button 'Save' in 'report.odt — Writer'."""
    where = f" in {step.window!r}" if step.window else ""
    return f"{_done(step)}{where}".replace("\n", "⏎")


def lines_of(steps: Iterable[Step], programs: Iterable[ProgramSeen]) -> Iterator[str]:
    """Yield the steps as lines without the window, for one who works in that window, and the program before each change."""
    names = {program.number: program.app_root or program.process for program in programs}
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
            stands = f" (now {step.state})" if step.state else ""
            return f"{how} {_place(step)}{held}{stands}"
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


def _short(text: str) -> str:
    return text if len(text) <= _LONG else f"{text[:_LONG]}…"

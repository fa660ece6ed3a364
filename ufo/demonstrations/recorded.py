"""A recording as values: where it was made, the programs in it, what the person did step by step, and how it ended.

They are the lines of `recording.jsonl`. No text in them is a secret: what was typed where nobody may read it is `hidden`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ufo.schema.selector import Selector

VERSION = 1


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

"""What every kind of condition answers. A condition is what must hold after an action, a sub-task or a request: a model states
it, and code checks it without one (design.md §4).

The rest of the program asks these questions, and never which kind it has. A kind is one file of `kinds/` and one row of
`table.py`.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Annotated, Any, ClassVar, NamedTuple, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict

from ufo.conditions.before import Before
from ufo.conditions.world import World
from ufo.schema.fact import Channel
from ufo.schema.predicate import Finding, Truth

_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.05, 0.5


def _spelled(value: object) -> object:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int | float) else value


Shown = Annotated[str, BeforeValidator(_spelled)]
"""A text that is shown somewhere. Models write 6 and true as often as "6" and "true"."""


class ControlNamed(NamedTuple):
    """A control by its name and, where that is known, its role."""

    name: str
    role: str | None


@dataclass(frozen=True, slots=True)
class Topic:
    """What a prompt that tells of conditions is about. `endings`: of its files, None for files of every kind. `of_web`: it may be
    about pages. `in_full`: the fields of documents are told one by one; `with_properties`: so are the properties of files.
    """

    endings: frozenset[str] | None = frozenset()
    of_web: bool = True
    in_full: bool = False
    with_properties: bool = True


class Condition(BaseModel, ABC):
    """A condition of one kind. `on` is the kind's name where it is written down.

    A kind that may state that something is gone has the field `exists`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True)

    LINE: ClassVar[str] = ""
    """How a model states it, and what it means: one line of a prompt."""
    SILENT: ClassVar[frozenset[str]] = frozenset()
    """Fields whose values are no literals of the request."""
    OURS: ClassVar[frozenset[str]] = frozenset()
    """Fields that the program states for one run, and no model is told of: they would make every run's prompt another one."""
    LOOKS_AT_WINDOW: ClassVar[bool] = False
    """Whether it speaks of the window that is worked in, so that it means nothing in another one."""
    NAMES_A_FILE: ClassVar[bool] = False
    """Whether its `path` is that of a file, or the title of one that is open."""

    on: str

    @classmethod
    def form(cls, topic: Topic) -> str:
        """Return how a model states it, for a prompt on this topic; "" where there it is not to be told of."""
        return cls.LINE

    @classmethod
    def as_meant(cls, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what was written as a condition of this kind, in the words of another kind where that was meant."""
        return data

    @abstractmethod
    async def check(self, world: World) -> Finding:
        """Check it once, now. What cannot be told is unknown, and never satisfied."""

    @abstractmethod
    def channel(self) -> Channel:
        """Return what tells it: evidence over the channel that acted is no proof of the act."""

    @abstractmethod
    def in_words(self) -> str:
        """Return it as a person reads it."""

    async def held(self, before: Before) -> bool:
        """Tell whether it held before anything was done, so that it proves nothing new; False where that is not known."""
        return False

    def place(self) -> str:
        """Return where it must hold: a path, a page, the title of a window, the name of a control."""
        return self.path_on_disk() or ""

    def path_on_disk(self) -> str | None:
        """Return the path of the file that it is about, None for what is not read from a file."""
        return None

    def is_of_being_there(self) -> bool:
        """Tell whether it states nothing of a file but that it is there, or is not."""
        return False

    def tells_content(self) -> bool:
        """Tell whether checking it tells of what stands in its file, and not only of the file's being there."""
        return self.path_on_disk() is not None

    def shown_control(self) -> ControlNamed | None:
        """Return the control of which it tells what that shows. It explains the acts on the control, and where they went through
        the accessibility interface, which alone tells it, it proves nothing of them.
        """
        return None

    def switches_a_control(self) -> bool:
        """Tell whether that control was switched, and not only written into to find something."""
        return False

    def control_is_there(self) -> Condition | None:
        """Return that the control is there at all, whatever it shows."""
        return None

    def on_page(self, page: str) -> Condition | None:
        """Return the same of the page's own field, which is another witness than the accessibility interface."""
        return None

    def why_unreadable(self) -> str:
        """Return why no file of that kind can ever tell it, and what to state instead; "" where one can."""
        return ""

    def wants_it_gone(self) -> bool:
        return not getattr(self, "exists", True)

    def placed_at(self, path: str) -> Self:
        return self.model_copy(update={"path": path})

    def corrects(self, other: Condition) -> bool:
        """Tell whether it states the same with a place for the other's bare file name."""
        path, bare = self.path_on_disk(), other.path_on_disk()
        if not path or not bare or path == bare or not (other.may_lie_elsewhere() or "/" not in bare):
            return False
        return PurePath(path).name == PurePath(bare).name and self == other.placed_at(path)

    def may_lie_elsewhere(self) -> bool:
        """Tell whether the file may lie in another folder than was thought, although a folder is named."""
        return False

    def literals(self) -> Iterator[str]:
        """Yield the texts and numbers that it states."""
        silent = {"on", "exists", *self.SILENT, *self.OURS}
        yield from _texts(self.model_dump(mode="json", exclude_defaults=True, exclude=silent))

    def as_written(self) -> dict[str, Any]:
        """Return it as it is written down: JSON values, without what is as it always is."""
        return {"on": self.on, **self.model_dump(mode="json", exclude_defaults=True, exclude={"on"})}

    def as_told(self) -> dict[str, Any]:
        """Return it as a model states it."""
        return {name: value for name, value in self.as_written().items() if name not in self.OURS}

    def finding(self, truth: Truth, evidence: str, channel: str) -> Finding:
        """Return the finding. What is there and must not be is told as that: by itself it would read like what is wanted."""
        if truth is Truth.UNSATISFIED and self.wants_it_gone():
            evidence = f"{evidence}, which must not be"
        return Finding(predicate=self, truth=truth, evidence=evidence, channel=channel)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)
    elif isinstance(value, str | int | float) and not isinstance(value, bool) and value != "":
        yield str(value)


async def check_all(conditions: Sequence[Condition], world: World, timeout_s: float = 3.0) -> tuple[Finding, ...]:
    """Return one finding per condition, in order. Check those that do not hold yet again until they do or the time is over.

    Once all hold, check every one again, so that a state which came and went does not count.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + timeout_s
    pause = _FIRST_PAUSE_S
    findings = [await condition.check(world) for condition in conditions]
    while any(finding.truth is not Truth.SATISFIED for finding in findings) and loop.time() + pause < deadline:
        await asyncio.sleep(pause)
        pause = min(pause * 2, _LONGEST_PAUSE_S)
        findings = [
            finding if finding.truth is Truth.SATISFIED else await finding.predicate.check(world)
            for finding in findings
        ]
        if all(finding.truth is Truth.SATISFIED for finding in findings):
            findings = [await condition.check(world) for condition in conditions]
    return tuple(findings)

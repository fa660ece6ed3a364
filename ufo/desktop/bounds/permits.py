"""Which applications a run may work: those that `policy.only` names, and on the person's own screen those that they allowed.

On their own screen the person is asked once for each application, and may have the answer kept. What was not allowed is not
looked into either, because what is looked at goes to a model.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import PurePath
from types import MappingProxyType
from typing import Protocol

from ufo.config.allowed import AllowedApplications
from ufo.desktop.values import Application, Window

STARTED = "started"
"""The word of `policy.only` for the windows that the run itself started."""
_VERSION = re.compile(r"-\d+(?:\.\d+)*$")
_REVERSE_DOMAIN = re.compile(r"(?:[a-z0-9_-]+\.){2,}[a-z0-9_-]+")
_PARTS = re.compile(r"[-._\s]")
_CHOICES = MappingProxyType(
    {"this time": "this time", "yes": "this time", "always": "always", "never": "never", "no": "not this time"}
)
_TRIES = 2
ANSWERS = "Answer: this time, always, or never"
"""The end of the question whether an application may be worked, for who asks it with buttons."""


class Person(Protocol):
    """The person of a run, as `User` of agents has them."""

    async def ask(self, questions: Sequence[str]) -> list[str] | None: ...

    async def confirm(self, question: str) -> bool: ...


@dataclass(frozen=True, slots=True)
class Named:
    """An application. `root` is the name that answers are kept under ("gimp"), `names` what it is called besides."""

    root: str
    names: frozenset[str] = field(default_factory=frozenset)

    @classmethod
    def of(cls, *names: str) -> Named:
        """Return the application of these names, the best known first. A version at its end is no part of a name."""
        known = [name.casefold() for name in names if name]
        short = [_VERSION.sub("", name) for name in known]
        return cls(short[0] if short else "", frozenset({*known, *short, *(_PARTS.split(name)[-1] for name in short)}))

    def is_among(self, patterns: Sequence[str]) -> bool:
        return any(fnmatchcase(name, pattern.casefold()) for pattern in patterns for name in self.names)


def of_window(window: Window) -> Named:
    return Named.of(window.app_root or window.process, window.process)


def of_launch(program: str, applications: Sequence[Application]) -> Named:
    """Return the application that a launch names, by its id or its program, as its windows will be known."""
    chosen = next((application for application in applications if application.id == program), None)
    if chosen is None:
        return Named.of(PurePath(program).name)
    command = PurePath(chosen.command[0]).name if chosen.command else ""
    names = (chosen.id, command, chosen.name)
    return Named.of(*((command, *names) if _REVERSE_DOMAIN.fullmatch(chosen.id.casefold()) else names))


class Permits:
    """What one run may work. `is_own`: it works on the person's own screen, where what they never allow is never worked; with
    `asks` they are asked about every other application too.

    `person` is asked; without one, what was not allowed earlier is refused.
    """

    def __init__(self, only: Sequence[str] = (), *, is_own: bool = False, asks: bool = False) -> None:
        """Raises ConfigError where the answers that were kept cannot be read."""
        self.only = tuple(only)
        self.person: Person | None = None
        self._is_own = is_own
        self._asks = asks
        self._kept = AllowedApplications()
        self._given: set[str] = set()
        self._refused: dict[str, str] = {}
        self._denied: dict[str, str] = {}
        self._asking = asyncio.Lock()
        if is_own:
            self._kept.all()

    @property
    def bounds(self) -> bool:
        """Whether there is anything that the run may not work."""
        return self._is_own or bool(self.only)

    @property
    def denied(self) -> tuple[str, ...]:
        """Why what the run wanted to work was not permitted, one reason for each application."""
        return tuple(self._denied.values())

    def why_not(self, application: Named, *, started: bool = False) -> str:
        """Return why the application may not be worked now, with the next move, "" where it may. Nobody is asked. `started`: the
        run itself started that window.
        """
        return self.why_never(application, started=started) or self._why_not_yet(application.root)

    def why_never(self, application: Named, *, started: bool = False) -> str:
        """Return why nobody needs to be asked, because the answer is no; "" where it is not."""
        root = application.root
        if self.only and not application.is_among(self.only) and not (started and STARTED in self.only):
            named = ",".join(self.only)
            return (
                f"{root!r} is not among what this run may work (only {named}), so nothing of it was looked into or done; "
                f"to have it worked too: --only {named},{root}"
            )
        if self._is_own and self._answer(root) == "never":
            return f"{root!r} is never to be worked on your own screen, as you said; to take that back: ufo allow --forget {root}"
        return ""

    async def asked(self, application: Named, *, started: bool = False) -> str:
        """Ask the person where that is still needed, and return why the application may not be worked, "" where it may. Raises
        ConfigError where the answer cannot be kept.
        """
        async with self._asking:
            root = application.root
            if self._why_not_yet(root) and not self.why_never(application, started=started):
                await self._decide(root)
            why = self.why_not(application, started=started)
            if why:
                self._denied[root] = why
            return why

    async def _decide(self, root: str) -> None:
        """Ask, and note the answer. Nobody is asked twice in a run."""
        if self.person is None or root in self._refused:
            return
        answer = await self._answered(self.person, root)
        if answer in ("always", "never"):
            self._kept.remember(root, "always" if answer == "always" else "never")
        elif answer == "this time":
            self._given.add(root)
        else:
            said = "you said no for this time" if answer else "nobody answered"
            self._refused[root] = f"{root!r} may not be worked on your own screen: {said}; {_next(root)}"

    def _why_not_yet(self, root: str) -> str:
        if not self._asks or root in self._given or self._answer(root) == "always":
            return ""
        return self._refused.get(root) or (
            f"{root!r} may not be worked on your own screen before you say so, and nobody can be asked here; {_next(root)}"
        )

    def _answer(self, root: str) -> str:
        kept = self._kept.all().get(root)
        return kept.answer if kept is not None else ""

    async def _answered(self, person: Person, root: str) -> str:
        question = f"May {root} be worked on your own screen? {ANSWERS}"
        for _ in range(_TRIES):
            given = await person.ask([question])
            if given is None:
                return ""
            said = given[0].strip().casefold()
            meant = {answer for word, answer in _CHOICES.items() if said and word.startswith(said)}
            if len(meant) == 1:
                return meant.pop()
        return ""


def _next(root: str) -> str:
    return f"to allow it from now on: ufo allow {root}"

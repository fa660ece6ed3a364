"""What a real task is: its words, what lies ready for it, and who judges the world afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the world is as the task asked for, with what is wrong where it is not."""

    solved: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a task is done: its working folder, the environment of its private desktop, and the port of its local server."""

    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    port: int | None = None


class Server(Protocol):
    """A local server that a task needs while it is done."""

    @property
    def port(self) -> int:
        """The port on 127.0.0.1 at which it listens."""
        ...

    def close(self) -> None:
        """End the server and release its port."""
        ...


@dataclass(frozen=True, slots=True)
class Task:
    """One task as a person would ask for it.

    `request` and `opens` may hold `{port}`, and `opens` also `{folder}`. `needs` are the programs without which the task is left
    out. `prepare` lays the input files, and may return a request that replaces the written one. `judge` gets the agent's
    answer, which counts only where the task asks for a word. `opens` is the command of the application that stands open
    before. `careful_calls` is how many model calls a careful person would need. `serve` gets the working folder; where
    it `searches`, the server is a SearXNG service for what is looked up on the web. `backend` is the `desktop.backend` on which
    it is done.
    """

    name: str
    request: str
    needs: tuple[str, ...]
    prepare: Callable[[Place], str | None]
    judge: Callable[[Place, str], Verdict]
    opens: tuple[str, ...] = ()
    careful_calls: int = 2
    serve: Callable[[Path], Server] | None = None
    searches: bool = False
    backend: str = "auto"

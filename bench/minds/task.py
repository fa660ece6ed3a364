"""What a real task is: a request in a person's words, its input files, and a judge that looks at the world afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


class Server(Protocol):
    port: int

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Verdict:
    solved: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """`folder` is the task's working folder, `environment` that of the private desktop, `port` the one of its local server."""

    folder: Path
    environment: Mapping[str, str]
    port: int | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """`request` may hold {port}. `prepare` lays the input files and may return a replacement of the request; `judge` gets the
    place and the answer, and looks at the world. `opens` is the application that stands open before, with its arguments; it may
    hold {folder} and {port}. `careful_calls` are the model calls that a careful person would need. `serve` starts a local HTTP
    server."""

    name: str
    request: str
    needs: tuple[str, ...]
    prepare: Callable[[Place], str | None]
    judge: Callable[[Place, str], Verdict]
    opens: tuple[str, ...] = ()
    careful_calls: int = 2
    serve: Callable[[Path], Server] | None = None

"""Finds this user's running LibreOffices: the process behind a window, and the addresses where it listens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ufo.errors import ToolError, WindowGone
from ufo.platform import proc

_ACCEPT = re.compile(r"-?-accept=([^;]+);urp;?.*", re.DOTALL)
_CORE, _STARTER = "soffice.bin", "oosplash"


@dataclass(frozen=True, slots=True)
class OfficeInstance:
    """One running LibreOffice. `addresses`: the connections it was started to accept ("pipe,name=…"); `profile`: its `-env:`
    arguments.
    """

    pid: int
    program: Path
    addresses: tuple[str, ...]
    profile: tuple[str, ...]
    environment: dict[str, str] = field(repr=False)

    @property
    def command(self) -> Path:
        """The program that hands arguments to the running instance."""
        return self.program.with_name("soffice")


def find_instance(pid: int) -> OfficeInstance:
    """Find the LibreOffice of a window's process: that process itself, or a descendant where the process is a starter. Raises
    WindowGone where the process has ended, ToolError where it is not LibreOffice or belongs to another user.
    """
    core = next((number for number in _family(pid) if _name(number) == _CORE), None)
    if core is None:
        # A process that has ended but was not reaped yet has no arguments any more.
        if not proc.arguments(pid):
            raise WindowGone(
                f"the process {pid} of the selected window has ended; look again and select another window"
            )
        raise ToolError(
            f"the selected window belongs to {_name(pid)!r}, not to LibreOffice; select a LibreOffice window"
        )
    return _read(core)


def _family(pid: int) -> Iterator[int]:
    """Yield the process, and where it is a starter also its descendants."""
    yield pid
    if _name(pid) in (_STARTER, "soffice", "sh", "bash", "dash"):
        for child in proc.children(pid):
            yield from _family(child)


def _name(pid: int) -> str:
    arguments = proc.arguments(pid)
    return Path(arguments[0]).name if arguments else ""


def _read(pid: int) -> OfficeInstance:
    arguments = proc.arguments(pid)
    try:
        program, environment = proc.started_as(pid)
    except FileNotFoundError as error:
        raise WindowGone(f"LibreOffice (process {pid}) has ended; open the document again") from error
    except OSError as error:
        raise ToolError(
            f"LibreOffice (process {pid}) belongs to another user ({error}); work on a LibreOffice of your own"
        ) from error
    accepted = (_ACCEPT.fullmatch(argument) for argument in arguments)
    return OfficeInstance(
        pid=pid,
        program=program,
        addresses=tuple(found[1] for found in accepted if found),
        profile=tuple(argument for argument in arguments if argument.startswith("-env:")),
        environment=environment,
    )

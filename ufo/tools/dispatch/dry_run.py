"""A dry run: each command is judged as ever, and in place of being done it is told what it would have done.

What works through the desktop runs until the desktop is to be touched, so that all its own checks are made. What reaches an
application or a file in another way is not called at all, unless it only reads.
"""

from __future__ import annotations

from ufo.desktop.bounds.dry_desktop import DryDesktop
from ufo.schema.command import Command, Effect, Result, ResultStatus
from ufo.schema.tool import ToolInfo
from ufo.schema.tool_facts import ActionKind
from ufo.secrets.masks import Masks
from ufo.tools.dispatch.application_gate import WORKS_WINDOWS
from ufo.tools.dispatch.results import failed

_BY_DESKTOP = WORKS_WINDOWS | {"UICollector", "HostUIExecutor"}
"""Servers that reach an application through the desktop and in no other way."""
_OPENS = (ActionKind.LAUNCH, ActionKind.PROGRAM, ActionKind.WAKE)


class DryRun:
    """What a run would have done. `deeds`: one line for each, in order, without the secrets that `masks` know."""

    def __init__(self, desktop: DryDesktop, masks: Masks) -> None:
        self._desktop = desktop
        self._masks = masks
        self.deeds: list[str] = []

    def in_place_of(self, command: Command, tool: ToolInfo | None) -> Result | None:
        """Return the result of a command that is not called; None where it may be called."""
        self._desktop.take()
        if tool is None or tool.read_only or tool.namespace in _BY_DESKTOP:
            return None
        return self._told(command, tool, f"run {tool.namespace}")

    def told(self, command: Command, tool: ToolInfo | None, result: Result) -> Result:
        """Return the result with what the desktop withheld from the command."""
        withheld = self._desktop.take()
        return self._told(command, tool, withheld[0]) if withheld else result

    def _told(self, command: Command, tool: ToolInfo | None, deed: str) -> Result:
        deed = self._masks.text(f"{deed}, by {command}")
        self.deeds.append(deed)
        said = f"dry run: it would {deed}; nothing was delivered"
        if tool is not None and tool.facts.kind in _OPENS:
            return failed(command, f"{said}, and what would follow cannot be foreseen", tool.namespace, Effect.REFUSED)
        namespace = tool.namespace if tool is not None else None
        return Result(
            status=ResultStatus.SUCCESS,
            result=said,
            namespace=namespace,
            call_id=command.call_id,
            effect=Effect.UNVERIFIABLE,
            evidence=(said,),
        )

    def reason(self, stopped: str) -> str:
        """Return how a dry run ended. `stopped`: why it went no further, "" where it went to its end."""
        deeds = "; ".join(f"{number}. {deed}" for number, deed in enumerate(self.deeds, 1))
        would = f"it would: {deeds}" if deeds else "it found nothing to do"
        went = f"; it went no further: {stopped}" if stopped else ""
        return f"dry run, so nothing was delivered and nothing is done; {would}{went}"

"""Finds the controls that a command names by selector, in a fresh look right before the command runs."""

from __future__ import annotations

import asyncio
from typing import Any

from ufo.desktop.matching.find_again import Ambiguous, Found, find
from ufo.errors import StaleElement
from ufo.schema.command import Command
from ufo.schema.selector import Selector
from ufo.tools.observe.program_ids import identifiers_for
from ufo.tools.observe.selection import ToolScope


class Locator:
    """Finds controls by selector. `patience_s` is how long, in seconds, to wait for a control that is not there yet or not
    enabled.
    """

    def __init__(self, scope: ToolScope, patience_s: float = 3.0) -> None:
        self._scope = scope
        self._patience_s = patience_s

    async def locate(self, command: Command, *, patient: bool = True, reads: bool = False) -> Command:
        """Return the command with current ids. Raises StaleElement where a control is gone or cannot be identified with
        certainty.

        `reads`: accept a disabled control.
        """
        if not command.selectors:
            return command
        patience_s = self._patience_s if patient else 0.0
        ids = {item: await self._find(selector, patience_s, reads) for item, selector in command.selectors.items()}
        names = {item: self._scope.selection.controls[now].name for item, now in ids.items()}
        return command.model_copy(update={"parameters": _renamed(command.parameters, ids, names), "selectors": {}})

    async def _find(self, selector: Selector, patience_s: float, reads: bool) -> str:
        desktop, selection = self._scope.desktop, self._scope.selection
        window = selection.require_window()
        clock = asyncio.get_running_loop().time
        deadline = clock() + patience_s
        while True:
            looked = clock()
            snapshot = await desktop.snapshot(window.id)
            identifiers = await identifiers_for(desktop, selector, snapshot)
            finding = find(selector, snapshot, identifiers, selection.surroundings(snapshot))
            left = deadline - clock()
            if isinstance(finding, Found):
                # It was enabled when it was last used; a dialog may enable its button a moment after its field is filled.
                waits = "disabled" in finding.element.states and not reads and left > 0
                if not waits or not await desktop.changed(window.id, looked, left):
                    return selection.issue(finding.element)
            elif isinstance(finding, Ambiguous) or left <= 0 or not await desktop.changed(window.id, looked, left):
                raise StaleElement(f"{selector} was not found again: {finding.reason}; look at the window and choose")


def selected_in(command: Command) -> tuple[str, ...]:
    """Return the names above the first control that is named by selector, and its own name; () where there is no selector."""
    selector = next(iter(command.selectors.values()), None)
    return () if selector is None else (*(step.name for step in selector.path if step.name), selector.words)


def _renamed(value: Any, ids: dict[str, str], names: dict[str, str]) -> Any:
    if isinstance(value, list):
        return [_renamed(item, ids, names) for item in value]
    if not isinstance(value, dict):
        return value
    known = str(value.get("id", ""))
    renamed = {key: _renamed(item, ids, names) for key, item in value.items()}
    if known in ids:
        renamed["id"] = ids[known]
        if renamed.get("name"):
            renamed["name"] = names[known]
    return renamed

"""Which of the two sources of controls a look is taken from: UI Automation first, and window handles below it."""

from __future__ import annotations

from dataclasses import replace

from ufo.desktop.snapshot import Snapshot
from ufo.desktop.windows.api.messages import require_answers
from ufo.desktop.windows.tree.reader import Reader
from ufo.desktop.windows.ui_automation.automation_reader import AutomationReader
from ufo.desktop.windows.ui_automation.automation_tree import AutomationTree
from ufo.errors import DesktopError


def look_at(window: int, look: int, tree: AutomationTree | None) -> Snapshot:
    """Read a window. Handles are asked where UI Automation failed, or tells of nothing that can be worked. Where they tell of
    nothing either, pictures are left, as everywhere. Raises ApplicationHung.
    """
    failed: str | None = None
    by_automation: Snapshot | None = None
    if tree is not None:
        # A program that answers no message answers UI Automation only after its longer wait.
        require_answers(window)
        try:
            by_automation = AutomationReader(look, window, tree=tree).snapshot()
        except DesktopError as error:
            failed = str(error)
    if by_automation is not None and _workable(by_automation):
        return by_automation
    by_handles = Reader(look, window).snapshot()
    if _workable(by_handles):
        return by_handles
    return by_automation or replace(by_handles, degraded=failed)


def _workable(told: Snapshot) -> bool:
    return any(element.actions or element.states & {"focusable", "editable"} for element in told)

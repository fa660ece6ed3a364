"""Puts around a run's desktop what holds it to what the person allowed, in one place for every way of working it."""

from __future__ import annotations

from dataclasses import dataclass

from ufo.config.sections import ToolboxSections, ToolMap
from ufo.config.settings import DesktopSettings
from ufo.desktop.backend import Desktop
from ufo.desktop.bounds.dry_desktop import DryDesktop
from ufo.desktop.bounds.hands_desktop import HandsDesktop
from ufo.desktop.bounds.permits import Permits
from ufo.desktop.bounds.permitted_desktop import PermittedDesktop
from ufo.desktop.values import Window
from ufo.runs.desktops import DesktopInUse
from ufo.secrets.masks import Masks
from ufo.tools.dispatch.application_gate import ApplicationGate, servers_of_applications
from ufo.tools.dispatch.borrowed_hands import BorrowedHands
from ufo.tools.dispatch.dry_run import DryRun
from ufo.tools.dispatch.guarded_dispatcher import Bounds
from ufo.tools.observe.selection import ToolScope


@dataclass(frozen=True, slots=True)
class BoundedDesktop:
    """The desktop as the run may use it. `permits.person` is who is asked; `dry` notes what a dry run would have done."""

    desktop: Desktop
    permits: Permits
    permitted: PermittedDesktop | None = None
    dry: DryRun | None = None
    hands: BorrowedHands | None = None

    @property
    def notices(self) -> tuple[str, ...]:
        """What a person is told of the bounds when the run begins."""
        only = self.permits.only
        held = f"this run works only {','.join(only)}; nothing else is looked into or worked" if only else ""
        dry = "a dry run: nothing is delivered to any application or file" if self.dry is not None else ""
        return tuple(line for line in (held, dry) if line)

    def may(self, window: Window) -> bool:
        """Tell whether a window may be looked into now."""
        return self.permitted is None or self.permitted.may(window)

    def around(self, scope: ToolScope, tools: ToolMap) -> Bounds:
        """Return what holds the commands of one agent."""
        if self.permitted is None:
            return Bounds(None, self.dry, self.hands)
        gate = ApplicationGate(scope, self.permitted, self.permits, servers_of_applications(tools))
        return Bounds(gate, self.dry, self.hands)


def bounded(place: DesktopInUse, settings: ToolboxSections, masks: Masks) -> BoundedDesktop:
    """Return the desktop within its bounds; the same desktop where there are none. Raises ConfigError where what the person
    allowed cannot be read.
    """
    policy = settings.policy
    asks = place.is_own and policy.applications == "ask" and settings.system.safe_guard
    permits = Permits(policy.only, is_own=place.is_own, asks=asks)
    permitted = PermittedDesktop(place.desktop, permits) if permits.bounds else None
    desktop: Desktop = permitted or place.desktop
    dry = DryDesktop(desktop) if policy.dry_run else None
    desktop = dry or desktop
    borrowed = None
    if _is_unobtrusive(place, settings.desktop):
        desktop = HandsDesktop(desktop)
        borrowed = BorrowedHands(desktop, permits)
    return BoundedDesktop(desktop, permits, permitted, DryRun(dry, masks) if dry is not None else None, borrowed)


def _is_unobtrusive(place: DesktopInUse, settings: DesktopSettings) -> bool:
    return settings.hands == "unobtrusive" or (settings.hands == "auto" and place.is_own)

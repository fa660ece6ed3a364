"""Keeps the effects of confirmed actions until they are sure to last: applications change values back, at once or later."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ufo.desktop.snapshot import Element, Handle
from ufo.schema.roles import MENUS_AND_PLAIN_ITEMS
from ufo.tools.effects.compare import END_STATES
from ufo.tools.effects.judge import same_text

_LASTING = END_STATES - {"expanded", "collapsed"}
"""The states that should last. Opened menus and lists close by themselves after use, so these two are left out."""
_PASSES_ON = MENUS_AND_PLAIN_ITEMS | {"Cell"}
"""The roles whose selection is not meant to last. That of a cell goes on with the cursor, and the cell of a sheet that has the
cursor does not say, when it is asked by itself, that it is selected.
"""
_ONE_OF_SEVERAL = frozenset({"checked", "selected", "pressed"})


@dataclass(frozen=True, slots=True)
class Claim:
    """A control as it was before an action and after it. `call_id` is the command's, or "" where no command is known; `moved`:
    the purpose of the action was to move it, as for scrolled content; `sent`: a later action of our own may have sent off what
    was written, so that an empty field is no surprise.
    """

    handle: Handle
    old: Element
    new: Element
    made: float
    call_id: str = ""
    moved: bool = False
    sent: bool = False


def gave_way(claim: Claim, old: Element, new: Element, now: Iterable[Element]) -> bool:
    """Tell whether the state that the claim is about went over to a neighbour that was acted on since: only one of several
    radio buttons is checked, and only one of several tabs is selected. `now`: the look that shows `new`.
    """
    passed = (new.states - old.states) & (claim.new.states - claim.old.states) & _ONE_OF_SEVERAL
    is_neighbour = (new.role, new.path, new.window) == (claim.new.role, claim.new.path, claim.new.window)
    if not passed or not is_neighbour or new.handle.key == claim.handle.key:
        return False
    left = next((element for element in now if element.handle.key == claim.handle.key), None)
    return left is not None and not passed & left.states


def went_back(claim: Claim, now: Element) -> str:
    """Say that the control shows again what it showed before the action, "" where not. Other changes are progress."""
    name = f"{now.role} {(now.name or now.label or '')!r}"
    if claim.moved:
        return f"{name} moved back to where it was" if now.rect == claim.old.rect else ""
    old, new = claim.old.value or "", claim.new.value or ""
    if not same_text(old, new):
        if claim.sent and not (now.value or "").strip():
            return ""
        # Only the written text was meant to last, not where the selection or the cursor went on to.
        back = same_text(old, now.value or "")
        return (
            f"{name} changed back to {'what it showed' if 'password' in now.states else repr(old[:80])}" if back else ""
        )
    lasting = _LASTING - {"selected"} if now.role in _PASSES_ON else _LASTING
    ended = (claim.new.states ^ claim.old.states) & lasting
    if ended and now.states & lasting == claim.old.states & lasting:
        states = " and ".join(sorted(ended & now.states)) or f"not {' and '.join(sorted(ended))}"
        return f"{name} changed back and is {states} again"
    return ""

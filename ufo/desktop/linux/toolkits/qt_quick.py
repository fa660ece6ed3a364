"""Which windows are of Qt Quick, whose controls do not tell that they are disabled.

Qt 5.15 and 6.4 tell the same states, actions, interfaces and attributes of a disabled control as of an enabled one. Every widget
of Qt has actions, its windows too; a window of Qt Quick has none.
"""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref, ask_all
from ufo.desktop.linux.toolkits.profile import Toolkit

HINT = "this window does not tell which of its controls are disabled; one that looks pale may be"
_ACTION = "org.a11y.atspi.Action"


async def are_quick(line: Line, toolkit: Toolkit, tops: Sequence[Ref], deadline: float, stall_s: float) -> set[Ref]:
    if not toolkit.list_windows or not tops:
        return set()
    answers = await ask_all(line, [Question(top, ACCESSIBLE, "GetInterfaces") for top in tops], deadline, stall_s)
    told = {top: body[0] for top, body in zip(tops, answers, strict=True) if body and isinstance(body[0], list)}
    return {top for top, interfaces in told.items() if interfaces and _ACTION not in interfaces}

"""What programmers call their controls, as toolkits tell it: browsers the id in the page among the attributes, others the
accessible id (Qt 6.6 on the name of the object, GTK what the application sets). Most controls have none."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.linux.dbus.pipeline import Line, ask_all
from ufo.desktop.linux.snapshots.handles import HandleTable


async def names_of(
    line: Line, ones: Sequence[tuple[str, HandleTable]], deadline: float, stall_s: float
) -> dict[str, str]:
    """By the keys given. What was not answered in time is left out."""
    asked = [known.toolkit.acting.identifier_question(known.ref) for _, known in ones]
    answers = await ask_all(line, asked, deadline, stall_s)
    told = [
        (key, known.toolkit.acting.identifier_of(body))
        for (key, known), body in zip(ones, answers, strict=True)
        if body
    ]
    return {key: name for key, name in told if name}

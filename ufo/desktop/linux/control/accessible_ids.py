"""What programmers call their controls, as toolkits tell it: browsers the id in the page among the attributes, others the
accessible id (Qt 6.6 on the name of the object, GTK what the application sets). Most controls have none."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, PROPERTIES, attributes_of, variant
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref, ask_all
from ufo.desktop.linux.snapshots.handles import HandleTable
from ufo.desktop.linux.text import clean_name


async def names_of(
    line: Line, ones: Sequence[tuple[str, HandleTable]], deadline: float, stall_s: float
) -> dict[str, str]:
    """By the keys given. What was not answered in time is left out."""
    asked = [_question(known.ref, in_page=known.toolkit.pages) for _, known in ones]
    answers = await ask_all(line, asked, deadline, stall_s)
    named = {key: _named(body, in_page=known.toolkit.pages) for (key, known), body in zip(ones, answers, strict=True)}
    return {key: name for key, name in named.items() if name}


def _question(ref: Ref, *, in_page: bool) -> Question:
    if in_page:
        return Question(ref, ACCESSIBLE, "GetAttributes", "", ())
    return Question(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "AccessibleId"))


def _named(body: list[object] | None, *, in_page: bool) -> str:
    if not body:
        return ""
    if not in_page:
        return clean_name(variant(body))
    return clean_name(attributes_of(body).get("id", ""))

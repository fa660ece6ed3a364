"""Reads the whole text of an editable area in a web page. Its lines are objects of their own, each represented by one
placeholder character in the text around it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, TEXT, attributes_of, refs_of
from ufo.desktop.linux.dbus.pipeline import Ask, CallFailed, Line, Question, Ref, ask_all
from ufo.desktop.linux.text import whole_text

_SIGN = "\ufffc"
_STATIC = 116
_DEEPEST = 12
_ASKED = (
    Ask(ACCESSIBLE, "GetRole"),
    Ask(ACCESSIBLE, "GetAttributes"),
    Ask(TEXT, "GetText", "ii", (0, -1)),
)


async def text_with_embedded(line: Line, ref: Ref, deadline_s: float, stall_s: float) -> str | None:
    """Return the text of an object and of the objects embedded in it; None where it has no text. Raises ApplicationHung."""
    try:
        body = await line.call(ref, TEXT, "GetText", ("ii", (0, -1)), deadline_s)
    except CallFailed:
        return None
    text = body[0] if body else None
    if not isinstance(text, str):
        return None
    embedded = _Embedded(line, asyncio.get_running_loop().time() + deadline_s, stall_s)
    return whole_text(await embedded.whole(ref, text) or text)


@dataclass(frozen=True, slots=True)
class _Embedded:
    """Reads embedded objects until the loop time `deadline`."""

    line: Line
    deadline: float
    stall_s: float

    async def whole(self, ref: Ref, text: str, depth: int = 0) -> str | None:
        """Return `text` of `ref` with the texts of its embedded objects filled in. None where those were not answered, or their
        number differs from that of the placeholders.
        """
        if _SIGN not in text:
            return text
        whole, *others = text.split(_SIGN)
        parts = await self._parts(ref) if depth < _DEEPEST else []
        if len(parts) != len(others):
            return None
        for (part, said, is_line), after in zip(parts, others, strict=True):
            inside = await self.whole(part, said, depth + 1)
            if inside is None:
                return None
            # An empty line contains a line break of its own, which is not visible.
            line = inside.removesuffix("\n")
            whole = f"{_with_line_end(whole)}{line}\n{after}" if is_line else f"{whole}{inside}{after}"
        return whole.removesuffix("\n")

    async def _parts(self, ref: Ref) -> list[tuple[Ref, str, bool]]:
        """Return the children that the text has a placeholder for, each with its own text and whether it is a line."""
        (body,) = await ask_all(
            self.line, [Question(ref, ACCESSIBLE, "GetChildren", "", ())], self.deadline, self.stall_s
        )
        children = refs_of(body)
        asked = [Question(child, *ask) for child in children for ask in _ASKED]
        told = iter(await ask_all(self.line, asked, self.deadline, self.stall_s))
        answered = zip(children, zip(told, told, told, strict=True), strict=True)
        return [
            (child, text[0], not attributes_of(attributes).get("display", "").startswith("inline"))
            for child, (role, attributes, text) in answered
            if role and role[0] != _STATIC and text and isinstance(text[0], str)
        ]


def _with_line_end(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"

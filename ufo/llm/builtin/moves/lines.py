"""A line taken out of a text or put into it: the text is read whole and written whole."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ufo.llm.builtin.intents import EditLine
from ufo.llm.builtin.moves.replacing import rewritten, whole_text
from ufo.llm.builtin.moves.scene import Move, Scene, action, failed, first_way_left
from ufo.llm.builtin.similarity import closest
from ufo.schema.predicate import DocumentPredicate

_MARK = re.compile(r"^\s*(?:[-*+\u2022\u2013]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?")
_SHOWN_AT_MOST = 6


def edit_line(intent: EditLine, scene: Scene) -> Move:
    """By the document's own tool where there is one, else on the plain text that the window shows."""
    if scene.has("edit_paragraph"):
        return _by_tool(intent, scene)
    shown = whole_text(scene)
    if isinstance(shown, Move):
        return shown
    target, text = shown
    lines = text.split("\n")
    places = _places(intent, lines)
    if not places:
        return failed(_missing(intent, lines))
    if intent.deed != "remove" and len(places) > 1:
        return failed(f"{len(places)} lines say {intent.line!r}; say which by its number")
    wanted = "\n".join(_edited(intent, lines, places))
    done = (
        f"Take out {_named(lines, places)}."
        if intent.deed == "remove"
        else f"Put {intent.content!r} {intent.deed} {_named(lines, places)}."
    )
    return rewritten(target, wanted, done, scene)


def _by_tool(intent: EditLine, scene: Scene) -> Move:
    call = action(
        "edit_paragraph", action=intent.deed, paragraph=intent.line, number=intent.ordinal, text=intent.content
    )
    kept = (DocumentPredicate(path="", open=True, paragraph=intent.content),) if intent.content.strip() else ()
    gone = (
        (DocumentPredicate(path="", open=True, lacks=intent.line),) if intent.deed == "remove" and intent.line else ()
    )
    return first_way_left(
        scene, "changing the paragraph", (lambda: Move(intent.text, (call,), steady=True, expect=(*kept, *gone)),)
    )


def _places(intent: EditLine, lines: Sequence[str]) -> list[int]:
    """By number among the lines that say something, else those that say just that, list marks and letter case aside."""
    filled = [n for n, line in enumerate(lines) if line.strip()]
    if intent.ordinal:
        place = len(filled) if intent.ordinal == -1 else intent.ordinal
        return [filled[place - 1]] if 1 <= place <= len(filled) else []
    wanted = intent.line.strip()
    exact = [n for n in filled if wanted in (lines[n].strip(), _said(lines[n]))]
    return exact or [n for n in filled if _said(lines[n]).casefold() == wanted.casefold()]


def _said(line: str) -> str:
    return _MARK.sub("", line).strip()


def _edited(intent: EditLine, lines: Sequence[str], places: Sequence[int]) -> list[str]:
    if intent.deed == "remove":
        return [line for n, line in enumerate(lines) if n not in places]
    place = places[0] + (intent.deed == "after")
    mark = _MARK.match(lines[places[0]])
    # A new item of a list of dashes gets a dash; numbers would have to be counted anew.
    bullet = (
        mark.group()
        if mark and not any(one.isdigit() for one in mark.group()) and not _MARK.match(intent.content)
        else ""
    )
    return [*lines[:place], f"{bullet}{intent.content}", *lines[place:]]


def _named(lines: Sequence[str], places: Sequence[int]) -> str:
    return ", ".join(repr(lines[n].strip()) for n in places[:_SHOWN_AT_MOST])


def _missing(intent: EditLine, lines: Sequence[str]) -> str:
    if intent.ordinal:
        return f"the text has only {sum(bool(line.strip()) for line in lines)} lines"
    near = closest(intent.line, [line.strip() for line in lines if line.strip()])
    hint = f"; the nearest are {', '.join(map(repr, near[:_SHOWN_AT_MOST]))}" if near else ""
    return f"no line says just {intent.line!r}{hint}"

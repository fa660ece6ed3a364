"""Reads one line of a text, or counts its lines, words, characters or occurrences of a phrase, from the whole text."""

from __future__ import annotations

import re
from dataclasses import replace

from ufo.planner.intents import ReadPart
from ufo.planner.scene.scene import Move, Scene, action, failed, kept
from ufo.planner.scene.still_shown import still_shown
from ufo.schema.predicate import DocumentPredicate, Predicate
from ufo.schema.target import TargetInfo


def read_part(intent: ReadPart, scene: Scene) -> Move:
    """Read the text with the document's own tool where it has one, else from the window's largest text, and work out the part."""
    shown = _text(scene)
    if isinstance(shown, Move):
        return shown
    target, text = shown
    told = _line(intent.ordinal, text) if intent.part == "line" else _counted(intent, text)
    if not told:
        filled = sum(bool(line.strip()) for line in text.split("\n"))
        return failed(f"the text has {filled} lines that are not empty, and no line number {intent.ordinal}")
    move = replace(kept(told, scene), thought="Work it out from the whole text.")
    return move if scene.unmet else replace(move, expect=_proof(intent, target, told))


def _text(scene: Scene) -> tuple[TargetInfo | None, str] | Move:
    for tool in ("read_text", "texts"):
        if read := scene.done(tool):
            return _shows_all(scene), str(read[-1].result.result or "")
    if scene.attempts:
        return failed(f"the text could not be read: {scene.last_error}")
    if scene.has("read_text"):
        return Move("Read the document's text.", (action("read_text"),), ends=False)
    target = _shows_all(scene)
    if target is None:
        return failed(f"{scene.inputs.window.name!r} shows no text that can be read")
    if not scene.has("texts"):
        return target, target.value or ""
    return Move("Read the whole text.", (action("texts", target),), ends=False)


def _shows_all(scene: Scene) -> TargetInfo | None:
    """Return the window's main text, editable or not: the largest one of several lines."""
    texts = [one for one in scene.controls if one.type == "Document" or "multiline" in one.states]
    return max(texts, key=lambda one: one.bounds.area if one.bounds else 0, default=None)


def _line(ordinal: int, text: str) -> str:
    """Return a line by its number among the non-empty lines, negative from the end; "" where there is none."""
    filled = [line.strip() for line in text.split("\n") if line.strip()]
    place = ordinal - 1 if ordinal > 0 else len(filled) + ordinal
    return filled[place] if 0 <= place < len(filled) else ""


def _counted(intent: ReadPart, text: str) -> str:
    lines = text.removesuffix("\n").split("\n") if text else []
    match intent.part:
        case "lines":
            filled = sum(bool(line.strip()) for line in lines)
            return str(filled) if filled == len(lines) else f"{len(lines)}, {len(lines) - filled} of them empty"
        case "words":
            return str(len(text.split()))
        case "characters":
            return f"{len(text.replace(chr(10), ''))} without line breaks"
    edge = r"(?<!\w)", r"(?!\w)"
    pattern = f"{edge[0] if intent.of[:1].isalnum() else ''}{re.escape(intent.of)}{edge[1] if intent.of[-1:].isalnum() else ''}"
    any_case, just_so = len(re.findall(pattern, text, re.IGNORECASE)), len(re.findall(pattern, text))
    return str(any_case) if any_case == just_so else f"{any_case}, {just_so} of them in the same letter case"


def _proof(intent: ReadPart, target: TargetInfo | None, told: str) -> tuple[Predicate, ...]:
    """Return what proves the answer: the same text is still shown or, for a line of a document, a copy holds it."""
    if target is not None and target.value:
        return still_shown(target)
    return (DocumentPredicate(path="", open=True, paragraph=told),) if intent.part == "line" else ()

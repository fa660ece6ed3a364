"""Removes a line from a text, inserts one or sorts them. The text is read whole and written whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ufo.planner.files.replace import rewritten, shows, whole_text
from ufo.planner.intents import EditLine, SortLines
from ufo.planner.scene.scene import Move, Scene, action, failed, first_way_left
from ufo.planner.text.similarity import closest
from ufo.schema.patterns import regex
from ufo.schema.predicate import DocumentPredicate

_MARK = regex(r"^\s*(?:[-*+\u2022\u2013]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?")
_NUMBER = regex(r"-?\d{1,15}(?:\.\d{1,15})?")
_SHOWN_AT_MOST = 6


def edit_line(intent: EditLine, scene: Scene) -> Move:
    """Change a line with the document's own tool where it has one, else in the plain text that the window shows."""
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
        f"Remove {_named(lines, places)}."
        if intent.deed == "remove"
        else f"Put {intent.content!r} {intent.deed} {_named(lines, places)}."
    )
    return rewritten(target, wanted, done, scene)


def sort_lines(intent: SortLines, scene: Scene) -> Move:
    """Sort the lines of a plain text alphabetically, or by number where every line is one."""
    if scene.has("sort_table"):
        return failed("say which column to sort the rows of the table by")
    if scene.has("edit_paragraph"):
        return failed("the paragraphs of a document cannot be sorted; only the lines of a plain text can")
    shown = whole_text(scene)
    if isinstance(shown, Move):
        return shown
    target, text = shown
    ending = text[len(text.rstrip("\n")) :]
    lines = text[: len(text) - len(ending)].split("\n")
    if not all(line.strip() for line in lines):
        return failed("empty lines divide the text into parts, which sorting would mix up; remove them first")
    wanted = "\n".join(sorted(lines, key=_order(lines), reverse=intent.descending)) + ending
    if wanted == text:
        return Move("The lines are in that order already.", steady=True, expect=shows(target, wanted, scene))
    return rewritten(target, wanted, f"Put the {len(lines)} lines in order.", scene)


def _order(lines: Sequence[str]) -> Callable[[str], tuple[float, str, str]]:
    """Return the sort key: a list's marks do not count, and letter case only decides between equal lines."""
    said = [_said(line) for line in lines]
    by_number = all(_NUMBER.fullmatch(one) for one in said)
    return lambda line: (float(_said(line)) if by_number else 0.0, _said(line).casefold(), line)


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
    """Find the lines meant: by number among the non-empty ones, else by text without list marks, letter case ignored last."""
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
    # A new item in a list of dashes gets a dash. A numbered list would need new numbers, so it gets none.
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

"""What was done, told to a person in plain words. A plan's sentences are made to be read again; these are not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ufo.planner import intents
from ufo.planner.host.tasks import AgentTask, CloseTask, OpenTask, Task, WorkTask
from ufo.planner.phrases.say import say
from ufo.planner.ui.text import as_words

_LONGEST = 80
_TEXTS = (".odt", ".docx", ".rtf", ".txt", ".md", ".log")
_SECRET = re.compile(r"pass(?:word|code|phrase)|\bpin\b|secret", re.IGNORECASE)
_CARET = frozenset({("ctrl", "end"), ("ctrl", "home"), ("end",), ("home",)})
_ADJECTIVES: Mapping[str, str] = MappingProxyType(
    {"bold": "bold", "italic": "italic", "underline": "underlined", "strikethrough": "struck through"}
)
_LOOKS: Mapping[str, str] = MappingProxyType(
    {
        "style": "gave {which} the style {value}", "list": "made {which} a list ({value})", "colour": "coloured {which} {value}",
        "highlight": "highlighted {which} in {value}", "size": "set {which} in {value} pt", "font": "set {which} in {value}",
        "align": "set {which} to the {value}", "format": "formatted {which} as {value}",
    }
)  # fmt: skip
_KINDS_OF_PLACE = frozenset({"browser", "spreadsheet", "calculator", "text editor", "word processor", "file manager"})


def what_was_done(tasks: Sequence[Task]) -> str:
    """One sentence; "" where nothing was done that is worth telling."""
    parts = [part for place, task in enumerate(tasks) if (part := _of_task(task, tasks[place + 1 :]))]
    if not parts:
        return ""
    return f"Done{'' if len(parts) == 1 and parts[0].startswith('in ') else ':'} {'; '.join(parts)}."


def _of_task(task: Task, later: Sequence[Task]) -> str:
    match task:
        case OpenTask():
            used = any(isinstance(one, WorkTask) and one.opened == task for one in later)
            return "" if used and task.arguments and not task.is_address else f"opened {_opened(task)}"
        case CloseTask():
            return f"closed {task.what}" if task.what else "closed the window"
        case AgentTask():
            return str(task)
        case WorkTask():
            is_text = task.app.casefold().endswith(_TEXTS)
            done = ", ".join(_phrases([as_words(step) if is_text else step for step in task.steps]))
            place = f"the {task.app}" if task.app in _KINDS_OF_PLACE else task.app
            return (f"in {place}: {done}" if place else done) if done else ""
    return ""


def _opened(task: OpenTask) -> str:
    return str(task).removeprefix("open ")


def _phrases(steps: Sequence[intents.Intent]) -> list[str]:
    found = [_phrase(step) for step in steps]
    return [one for one in found if one]


def _phrase(step: intents.Intent) -> str:
    match step:
        case intents.ReadValue() | intents.ReadPart() | intents.Compute():
            return ""
        case intents.PressKeys():
            moves = all(chord in _CARET for chord in step.chords)
            return "" if moves else f"pressed {', '.join('+'.join(chord) for chord in step.chords)}"
        case intents.TypeInto():
            return _typed(step)
        case intents.Save():
            return f"saved it as {step.path}" if step.path else "saved it"
        case intents.GoTo():
            return f"went to {step.address}"
        case intents.Close():
            return f"closed {step.what}" if step.what else "closed the window"
        case intents.SwitchTo():
            return f"switched to {step.app}" if step.app else ""
    return _on_controls(step) or _in_texts(step) or _in_sheets(step) or say(step)


def _on_controls(step: intents.Intent) -> str:
    match step:
        case intents.ClickControl():
            return f"{'double-' if step.double else ''}clicked {_control(step.control)}"
        case intents.ChooseMenu():
            return f"chose {' > '.join(step.path)}"
        case intents.SelectItem():
            return f"chose {_said(step.item)}{f' in {_control(step.control)}' if step.control else ''}"
        case intents.SetChecked():
            return f"{'ticked' if step.checked else 'unticked'} {_control(step.control)}"
    return ""


def _typed(step: intents.TypeInto) -> str:
    if step.control is None and not step.replace:
        return f"wrote {_said(step.content)}"
    which = _control(step.control) if step.control else "the text"
    if not step.content:
        return f"emptied {which}"
    if _SECRET.search(which):
        return f"filled in {which}"
    return f"set {which} to {_said(step.content)}" if step.replace else f"wrote {_said(step.content)} in {which}"


def _in_texts(step: intents.Intent) -> str:
    match step:
        case intents.ReplaceText():
            return f"replaced {_said(step.old)} with {_said(step.new)}" if step.new else f"took out {_said(step.old)}"
        case intents.EditLine(deed="remove"):
            return f"took out the line {_said(step.line)}" if step.line else f"took out line {_number(step.ordinal)}"
        case intents.EditLine():
            beside = _said(step.line) if step.line else f"line {_number(step.ordinal)}"
            return f"added the line {_said(step.content)} {step.deed} {beside}"
        case intents.SortLines():
            return f"put the lines in order{', the last first' if step.descending else ''}"
        case intents.Format():
            return _formatted(step)
        case intents.ExtractTable():
            return f"took the table{f' {_said(step.caption)}' if step.caption else ''}"
    return ""


def _formatted(step: intents.Format) -> str:
    paragraph = f"paragraph {_number(step.ordinal)}" if step.ordinal else "everything"
    which = ", ".join(step.what if step.is_cells else map(_said, step.what)) or paragraph
    if step.look in _ADJECTIVES:
        return f"made {which} {'not ' if step.value == 'off' else ''}{_ADJECTIVES[step.look]}"
    if step.look == "align" and step.value in ("center", "justify"):
        return f"{'centred' if step.value == 'center' else 'justified'} {which}"
    return _LOOKS.get(step.look, "set {look} of {which} to {value}").format(
        look=step.look, which=which, value=step.value
    )


def _in_sheets(step: intents.Intent) -> str:
    match step:
        case intents.WriteCell():
            return f"wrote {_said(step.content)} in {step.cell}{f' of {step.sheet}' if step.sheet else ''}"
        case intents.InsertTable():
            return f"put the table in from {step.cell} on"
        case intents.MakeChart():
            of = step.source or step.showing
            return f"drew a {step.chart} chart{f' of {of}' if of else ''}"
        case intents.AppendRow():
            return f"added the row {', '.join(step.values)}"
        case intents.ArrangeSheet():
            return _arranged(step)
    return ""


def _arranged(step: intents.ArrangeSheet) -> str:
    verb, _, noun = step.deed.partition(" ")
    if verb == "sort":
        return f"sorted the table by {step.place}{', the largest or last first' if step.value else ''}"
    if noun == "sheet":
        which = f"the sheet {_said(step.place or step.value)}" if step.place or verb == "add" else "the sheet in view"
        return (
            {"add": "added", "rename": "renamed", "delete": "deleted"}[verb]
            + f" {which}"
            + (f" to {_said(step.value)}" if verb == "rename" else "")
        )
    count, kind = int(step.value or 1), noun.removesuffix("s")
    if verb == "insert":
        return f"inserted {count} {kind if count == 1 else noun} before {kind} {step.place}"
    return (
        f"deleted {_which(kind, step.place)}" if count == 1 else f"deleted {count} {noun} from {kind} {step.place} on"
    )


def _which(kind: str, place: str) -> str:
    is_told = place.isdecimal() or len(place) <= 2 and place.isupper()
    return f"{kind} {place}" if is_told else f"the {kind} with {_said(place)}"


def _control(phrase: intents.ControlPhrase) -> str:
    name = _said(phrase.name) if phrase.name else (phrase.role or "control").lower()
    numbered = f"{name} (number {_number(phrase.ordinal)})" if phrase.ordinal else name
    beside = f" next to {_said(phrase.near)}" if phrase.near else ""
    return f"{numbered}{beside}{f' of {_said(phrase.inside)}' if phrase.inside else ''}"


def _number(ordinal: int) -> str:
    return "last" if ordinal == -1 else str(ordinal)


def _said(text: str) -> str:
    """On one line, and no longer than a line."""
    flat = " / ".join(line.strip() for line in text.strip().splitlines() if line.strip())
    shown = flat if len(flat) <= _LONGEST else flat[: _LONGEST - 3] + "..."
    return f'"{shown}"'

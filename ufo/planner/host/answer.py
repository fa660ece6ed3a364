"""Composes the answer to a finished request: what was read and what was saved, else what was done."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.planner import intents
from ufo.planner.host.new_files import new_files
from ufo.planner.host.progress import Done
from ufo.planner.host.proof import held, of_kind
from ufo.planner.host.tasks import AgentTask, CloseTask, FileTask, OpenTask, Task, WorkTask
from ufo.planner.parse.file_names import CHANGES
from ufo.planner.parse.parse import forbidden_in
from ufo.planner.phrases.say import say
from ufo.planner.scene.paths import full_path
from ufo.planner.scene.results import as_text, table_of
from ufo.planner.ui.text import as_words
from ufo.schema.inputs import HostInputs
from ufo.schema.patterns import any_case

_PAGES = (".html", ".htm", ".xhtml")
_LONGEST = 80
_TEXTS = (".odt", ".docx", ".rtf", ".txt", ".md", ".log")
_SECRET = any_case(r"pass(?:word|code|phrase)|\bpin\b|secret")
_CARET = frozenset({("ctrl", "end"), ("ctrl", "home"), ("end",), ("home",)})
_KINDS_OF_PLACE = frozenset({"browser", "spreadsheet", "calculator", "text editor", "word processor", "file manager"})


def answer_for_the_person(done: Sequence[Done], inputs: HostInputs) -> str:
    """Return the values read and the files saved or, where there are none, what was done."""
    told: list[str] = []
    for place, one in enumerate(done):
        text = one.record.result.strip() if one.record is not None else ""
        used_later = any(isinstance(later.task, WorkTask) and later.task.brings_a_table for later in done[place + 1 :])
        is_told = text not in _saved_paths(one, inputs) and not (used_later and table_of(text) is not None)
        told += [as_text(text)] if text and is_told else []
    told += [_file_report(one) for one in done if isinstance(one.task, FileTask)]
    paths = [path for one in done for path in _saved_paths(one, inputs)]
    saved = [f"Saved {path}." for path in paths if not any(path in text for text in told)]
    left = [f"{name} is changed but not saved; ask to save it if you want that." for name in _left_unsaved(done)]
    left += [f"{name} is a new file." for name in sorted(new_files(inputs))]
    left += [f"Kept to: {one}." for one in forbidden_in(inputs.request)]
    if told or saved:
        return "\n".join(dict.fromkeys([*told, *saved, *left]))
    said = what_was_done([one.task for one in done]) or "There was nothing to do."
    return "\n".join([said, *left])


def _left_unsaved(done: Sequence[Done]) -> list[str]:
    """Return the files that were opened and changed, but not saved to the disk."""
    left: dict[str, None] = {}
    for one in done:
        if not isinstance(one.task, WorkTask) or one.task.opened is None or not one.task.opened.arguments:
            continue
        name = one.task.opened.arguments[-1]
        for step in one.task.steps:
            if isinstance(step, intents.Save):
                left.pop(name, None)
            elif isinstance(step, CHANGES) and not one.task.opened.is_address and not name.casefold().endswith(_PAGES):
                left[name] = None
    return list(left)


def _file_report(one: Done) -> str:
    """Return the file tool's own report where it gave one, else the task."""
    if isinstance(one.task, FileTask) and isinstance(one.task.step, intents.ListFolder):
        return _folder_report(one.task.step, held(one))
    evidence = one.action.result.evidence if one.action is not None else ()
    return f"{evidence[0]}." if evidence else f"Done: {one.task}."


def _folder_report(step: intents.ListFolder, names: Sequence[str]) -> str:
    found = of_kind(step, names)
    said = step.kind if step.kind in ("files", "folders", "items") else f"{step.kind} files"
    if not found:
        return f"0: there are no {said} in {step.folder}."
    return f"{len(found)}: {', '.join(found)}" if step.counted else "\n".join(found)


def _saved_paths(one: Done, inputs: HostInputs) -> list[str]:
    if not isinstance(one.task, WorkTask) or one.record is None:
        return []
    saves = [step for step in one.task.steps if isinstance(step, intents.Save) and step.path]
    return [full_path(step.path, inputs.working_folder) for step in saves]


def what_was_done(tasks: Sequence[Task]) -> str:
    """Return one sentence about what was done, or "" where nothing is worth reporting."""
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
            return f"replaced {_said(step.old)} with {_said(step.new)}" if step.new else f"removed {_said(step.old)}"
        case intents.EditLine(deed="remove"):
            return f"removed the line {_said(step.line)}" if step.line else f"removed line {_number(step.ordinal)}"
        case intents.EditLine():
            beside = _said(step.line) if step.line else f"line {_number(step.ordinal)}"
            return f"added the line {_said(step.content)} {step.deed} {beside}"
        case intents.SortLines():
            return f"sorted the lines{' in descending order' if step.descending else ''}"
        case intents.Format():
            which = ", ".join(step.what) or (f"paragraph {_number(step.ordinal)}" if step.ordinal else "everything")
            return f"formatted {which}: {' '.join(filter(None, (step.look, step.value)))}"
        case intents.ExtractTable():
            return f"extracted the table{f' {_said(step.caption)}' if step.caption else ''}"
    return ""


def _in_sheets(step: intents.Intent) -> str:
    match step:
        case intents.WriteCell():
            return f"wrote {_said(step.content)} in {step.cell}{f' of {step.sheet}' if step.sheet else ''}"
        case intents.InsertTable():
            return f"inserted the table at {step.cell}"
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
    done = f"{verb}{'d' if verb.endswith('e') else 'ed'}"
    if noun == "sheet":
        to = f" to {_said(step.value)}" if verb == "rename" else ""
        return f"{done} the sheet {_said(step.place or step.value)}{to}"
    count, kind = int(step.value or 1), noun.removesuffix("s")
    if count == 1 and verb == "delete":
        return f"deleted the {kind} {step.place}"
    return f"{done} {count} {kind if count == 1 else noun} from {kind} {step.place} on"


def _control(phrase: intents.ControlPhrase) -> str:
    name = _said(phrase.name) if phrase.name else (phrase.role or "control").lower()
    numbered = f"{name} (number {_number(phrase.ordinal)})" if phrase.ordinal else name
    beside = f" next to {_said(phrase.near)}" if phrase.near else ""
    return f"{numbered}{beside}{f' of {_said(phrase.inside)}' if phrase.inside else ''}"


def _number(ordinal: int) -> str:
    return "last" if ordinal == -1 else str(ordinal)


def _said(text: str) -> str:
    """Return the text in quotation marks on one line, cut to 80 characters."""
    flat = " / ".join(line.strip() for line in text.strip().splitlines() if line.strip())
    shown = flat if len(flat) <= _LONGEST else flat[: _LONGEST - 3] + "..."
    return f'"{shown}"'

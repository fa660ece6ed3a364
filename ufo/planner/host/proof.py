"""Derives the predicates that must hold when a request is done."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.planner.files.saved_contents import PICTURES
from ufo.planner.host.progress import LAUNCH, Done
from ufo.planner.host.tasks import CloseTask, FileTask, OpenTask, WorkTask
from ufo.planner.host.windows import launched_window, live_window
from ufo.planner.intents import (
    ChangePicture,
    ChooseMenu,
    ClickControl,
    Compute,
    EditLine,
    Format,
    InsertTable,
    Intent,
    ListFolder,
    MakeChart,
    ManageFile,
    PressKeys,
    ReadPart,
    ReadValue,
    ReplaceText,
    Save,
    SelectItem,
    SetChecked,
    TypeInto,
    WriteCell,
)
from ufo.planner.parse.file_names import CHANGES
from ufo.planner.phrases.places import is_path
from ufo.planner.scene.paths import full_path
from ufo.planner.scene.results import FoundTable, is_reference, table_of
from ufo.planner.sheets.cells import range_of
from ufo.planner.text.applications import windows_of
from ufo.planner.ui.text import as_words
from ufo.schema.inputs import HostInputs
from ufo.schema.looks import look_value
from ufo.schema.patterns import regex
from ufo.schema.picture_changes import size_after
from ufo.schema.predicate import DocumentPredicate, FilePredicate, Predicate, WindowPredicate

_PLAIN_TEXT = (".txt", ".md", ".csv", ".log", ".json", ".xml", ".html", ".py", ".ini")
_TEXTS = (".odt", ".docx", ".fodt")
_SHEETS = (".ods", ".xlsx", ".fods")
_KEPT_AS_WRITTEN = regex(r"(?:-?(?:0|[1-9]\d{0,14}))|[A-Za-z][A-Za-z ]*")
_MOVING_ON = frozenset({("enter",), ("ctrl", "end"), ("ctrl", "home"), ("ctrl", "s"), ("end",), ("home",)})
_PROVED_AT_MOST = 200
_LINES_PROVED = 20
_BY_HAND = (ChooseMenu, ClickControl, PressKeys, SelectItem, SetChecked, TypeInto)
"""Steps whose effect on a picture is not proved by a file's existence."""
_TRUTHS = frozenset({"true", "false"})


def held(one: Done) -> list[str]:
    """Return the names that the listed folder holds; those of folders end with a slash."""
    told = one.action.result.result if one.action is not None else None
    return [str(name) for name in told.get("names") or ()] if isinstance(told, dict) else []


def of_kind(step: ListFolder, names: Sequence[str]) -> list[str]:
    match step.kind:
        case "items":
            return list(names)
        case "folders":
            return [name for name in names if name.endswith("/")]
        case "files":
            return [name for name in names if not name.endswith("/")]
    ending = f".{step.kind.lstrip('.')}".casefold()
    return [name for name in names if name.casefold().endswith(ending)]


def proof(done: Sequence[Done], inputs: HostInputs) -> list[Predicate]:
    found: list[Predicate] = []
    table: FoundTable | None = None
    opened_path = told = ""
    for place, one in enumerate(done):
        if isinstance(one.task, OpenTask):
            found += _of_window(one, done[place + 1 :], inputs)
            opened_path = _document_path(one.task, inputs) or opened_path
        elif isinstance(one.task, FileTask):
            found = [*_still_there(found, one), *_of_files(one, inputs)]
        elif isinstance(one.task, CloseTask):
            found += _of_closing(one, inputs)
        elif isinstance(one.task, WorkTask) and one.record is not None:
            path = _own_path(one.task, inputs) or opened_path
            found += [*_of_work(one.task, table, path, inputs), *_carried_over(one.task, told, path, inputs)]
        if one.record is not None:
            table = table_of(one.record.result) or table
            told = one.record.result.strip() or told
    return list(dict.fromkeys(found))


def _of_window(one: Done, later: Sequence[Done], inputs: HostInputs) -> list[Predicate]:
    """Return the proof that an opened window is still there, where nothing was done after it was opened."""
    if later or one.action is None:
        return []
    shown = launched_window(one.action)
    window = live_window(shown, windows_of(inputs.targets)) if shown is not None else None
    return [WindowPredicate(title=window.name)] if window is not None and window.name else []


def _of_files(one: Done, inputs: HostInputs) -> list[Predicate]:
    """Return the proof of where a file was put and where it no longer is."""
    assert isinstance(one.task, FileTask)
    step = one.task.step
    if isinstance(step, ListFolder):
        folder = full_path(step.folder, inputs.working_folder)
        return [FilePredicate(path=f"{folder}/{name}") for name in of_kind(step, held(one))[:_PROVED_AT_MOST]]
    if isinstance(step, ChangePicture):
        made, (width, height) = _put_at(one), size_after(step.changes) or _reported_size(one)
        kept = FilePredicate(path=full_path(step.source, inputs.working_folder))
        # The size of a picture can be read only from some formats.
        is_read = made.casefold().endswith(".png")
        return [DocumentPredicate(path=made, width=width, height=height) if is_read else FilePredicate(path=made), kept]
    source, end = full_path(step.source, inputs.working_folder), _put_at(one)
    left = [FilePredicate(path=source, exists=False)] if step.deed in ("move", "remove") else []
    return [*left, *([FilePredicate(path=end)] if end and step.deed != "remove" else [])]


def _still_there(found: Sequence[Predicate], one: Done) -> list[Predicate]:
    """Drop earlier proof of a file that was moved or removed since."""
    assert isinstance(one.task, FileTask)
    step = one.task.step
    gone = isinstance(step, ManageFile) and step.deed in ("move", "remove")
    name = step.source.rpartition("/")[2] if isinstance(step, ManageFile) else ""
    return [p for p in found if not (gone and isinstance(p, FilePredicate) and p.path.endswith(name) and p.exists)]


def _reported_size(one: Done) -> tuple[int | None, int | None]:
    """Return the width and height in pixels that the tool reported, for the file to prove."""
    told = one.action.result.result if one.action is not None else None
    size = [told.get(side) for side in ("width", "height")] if isinstance(told, dict) else [None, None]
    width, height = (side if isinstance(side, int) else None for side in size)
    return width, height


def _put_at(one: Done) -> str:
    told = one.action.result.result if one.action is not None else None
    return str(told.get("path") or "") if isinstance(told, dict) else ""


def _of_closing(one: Done, inputs: HostInputs) -> list[Predicate]:
    title = str(one.action.arguments.get("name") or "") if one.action is not None else ""
    others = [window.name.casefold() for window in windows_of(inputs.targets)]
    # Another window with the same name may rightly be open and would refute the proof.
    if not title or any(title.casefold() in other for other in others):
        return []
    return [WindowPredicate(title=title, exists=False)]


def _of_work(task: WorkTask, table: FoundTable | None, path: str, inputs: HostInputs) -> list[Predicate]:
    """Return what the file must hold after the work's last save."""
    saves = [(place, step) for place, step in enumerate(task.steps) if isinstance(step, Save)]
    if not saves:
        return []
    place, last = saves[-1]
    target = full_path(last.path, inputs.working_folder) if last.path else path
    if target.casefold().endswith(PICTURES) and any(isinstance(step, _BY_HAND) for step in task.steps[:place]):
        return []
    found: list[Predicate] = [
        FilePredicate(path=full_path(step.path, inputs.working_folder)) for _, step in saves if _has_ending(step.path)
    ]
    if not _has_ending(target):
        return found
    before = task.steps[:place]
    found += _of_looks_and_lines(before, target)
    found += _of_words(before, table, target)
    if target.casefold().endswith(_PLAIN_TEXT):
        found += [FilePredicate(path=target, contains=text) for text in _typed(before)]
    elif target.casefold().endswith(_TEXTS):
        lines = [line.strip() for text in _typed(before) for line in text.split("\n") if line.strip()]
        found += [DocumentPredicate(path=target, paragraph=line) for line in lines[:_LINES_PROVED]]
    elif target.casefold().endswith(_SHEETS):
        found += _of_sheet(before, table, target)
    return found


def _carried_over(task: WorkTask, told: str, path: str, inputs: HostInputs) -> list[Predicate]:
    """Return the proof that what was read elsewhere was put into the file and saved there."""
    places = [
        n for n, step in enumerate(task.steps) if isinstance(step, TypeInto | WriteCell) and is_reference(step.content)
    ]
    saves = [step for step in task.steps[places[-1] :] if isinstance(step, Save)] if places else []
    reads = any(isinstance(step, ReadValue | ReadPart | Compute) for step in task.steps)
    if not saves or not told or reads or table_of(told) is not None:
        return []
    target = full_path(saves[-1].path, inputs.working_folder) if saves[-1].path else path
    step = task.steps[places[-1]]
    if target.casefold().endswith(_PLAIN_TEXT):
        return [FilePredicate(path=target, contains=told)]
    if target.casefold().endswith(_TEXTS):
        lines = [line.strip() for line in told.split("\n") if line.strip()]
        return [DocumentPredicate(path=target, paragraph=line) for line in lines[:_LINES_PROVED]]
    if isinstance(step, WriteCell) and target.casefold().endswith(_SHEETS) and _KEPT_AS_WRITTEN.fullmatch(told):
        return [DocumentPredicate(path=target, sheet=step.sheet or None, start=step.cell, cells=((told,),))]
    return []


def _of_looks_and_lines(steps: Sequence[Intent], path: str) -> list[Predicate]:
    """Prove formatting and edited lines where the file's format shows them and no later step may change them."""
    changes = [step for step in steps if isinstance(step, CHANGES)]
    found: list[Predicate] = []
    for step in changes:
        if (
            isinstance(step, Format)
            and path.casefold().endswith(".odt")
            and all(isinstance(one, Format) for one in changes)
        ):
            value = look_value(step.look, step.value)
            found += [
                DocumentPredicate(path=path, paragraph=text, property=step.look, value=value) for text in step.what
            ]
        elif isinstance(step, EditLine) and all(isinstance(one, EditLine) for one in changes):
            if step.deed == "remove" and step.line and path.casefold().endswith((*_PLAIN_TEXT, *_TEXTS)):
                found.append(DocumentPredicate(path=path, without=step.line))
            elif step.content.strip() and path.casefold().endswith(_PLAIN_TEXT):
                found.append(FilePredicate(path=path, contains=step.content))
            elif step.content.strip() and path.casefold().endswith(_TEXTS):
                found.append(DocumentPredicate(path=path, paragraph=step.content))
    return found


def _of_words(steps: Sequence[Intent], table: FoundTable | None, path: str) -> list[Predicate]:
    """Prove a text whose last change was to replace words, or to insert a table into it."""
    changes = [step for step in steps if isinstance(step, TypeInto | PressKeys | ReplaceText | InsertTable)]
    last = as_words(changes[-1]) if changes and path.casefold().endswith((*_PLAIN_TEXT, *_TEXTS)) else None
    if isinstance(last, InsertTable) and table is not None and path.casefold().endswith(_TEXTS):
        return [DocumentPredicate(path=path, cells=table.rows)]
    if isinstance(last, ReplaceText):
        holds = {"lacks": last.old} if last.old not in last.new else {}
        return [DocumentPredicate(path=path, paragraph=last.new.strip() or None, **holds)]
    return []


def _of_sheet(steps: Sequence[Intent], table: FoundTable | None, path: str) -> list[Predicate]:
    found: list[Predicate] = []
    written = [step.cell for step in steps if isinstance(step, WriteCell)]
    drawn = ""
    for place, step in enumerate(steps):
        if isinstance(step, InsertTable) and table is not None:
            drawn = range_of(step.cell, table)
            if not written:
                found.append(DocumentPredicate(path=path, start=step.cell, cells=table.rows))
        elif isinstance(step, MakeChart):
            refers = step.source or drawn or None
            found.append(DocumentPredicate(path=path, chart=step.chart, chart_refers_to=refers))
        elif isinstance(step, WriteCell) and _stays(step, steps[place + 1 :]):
            cells = ((step.content,),)
            found.append(DocumentPredicate(path=path, sheet=step.sheet or None, start=step.cell, cells=cells))
    return found


def _stays(step: WriteCell, later: Sequence[Intent]) -> bool:
    """Tell whether the cell shows the content as written: no formula, and no number or word that is displayed differently."""
    again = any(
        isinstance(one, InsertTable | TypeInto) or isinstance(one, WriteCell) and one.cell == step.cell for one in later
    )
    if is_reference(step.content):
        return False
    return not again and bool(_KEPT_AS_WRITTEN.fullmatch(step.content)) and step.content.casefold() not in _TRUTHS


def _typed(steps: Sequence[Intent]) -> list[str]:
    """Return the texts that were typed and not changed afterwards."""
    texts: list[str] = []
    for step in steps:
        if isinstance(step, TypeInto) and step.control is None:
            texts = [] if step.replace else texts
            texts += [] if is_reference(step.content) or not step.content.strip() else [step.content]
        elif isinstance(step, TypeInto | ReplaceText) or isinstance(step, PressKeys) and not _leaves_typed_text(step):
            texts = []
    return texts


def _leaves_typed_text(step: PressKeys) -> bool:
    """Tell whether the keys leave the typed text unchanged."""
    return all(chord in _MOVING_ON for chord in step.chords)


def _document_path(task: OpenTask, inputs: HostInputs) -> str:
    return full_path(task.arguments[-1], inputs.working_folder) if task.arguments and not task.is_address else ""


def _own_path(task: WorkTask, inputs: HostInputs) -> str:
    if task.opened is not None:
        return _document_path(task.opened, inputs)
    is_own = is_path(task.app) and ("/" in task.app or _was_launched(task.app, inputs))
    return full_path(task.app, inputs.working_folder) if is_own else ""


def _was_launched(document: str, inputs: HostInputs) -> bool:
    """Tell whether the document was launched here. In a window open before, the name may belong to another folder."""
    return any(
        one.function == LAUNCH and one.result.ok and document in (one.arguments.get("arguments") or ())
        for one in inputs.actions
    )


def _has_ending(path: str) -> bool:
    """Tell whether a path has a file ending. Without one the application chooses it, so that the file's name is unknown."""
    return "." in path.rpartition("/")[2].lstrip(".")

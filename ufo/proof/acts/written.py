"""Works out what an action wrote, and what a file that came of it must hold to contain that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ufo.commands.act.key_notation import events_in
from ufo.commands.policy.words.action_words import class_of_label
from ufo.desktop.values import TypeText
from ufo.errors import ToolError
from ufo.proof.acts.typed import Block, blocks, is_typed, pieces
from ufo.proof.findings.derived import cells_written, derived
from ufo.proof.findings.kinds import Kind, kind_made
from ufo.schema.action import ActionCommandInfo
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Effect
from ufo.schema.predicate import DocumentPredicate, ElementPredicate, FilePredicate, Finding, Predicate, path_on_disk
from ufo.schema.properties import CSV, ODS, XLSX, ending_of, property_named
from ufo.schema.roles import DOCUMENT_PARTS
from ufo.schema.tool_facts import ActionKind
from ufo.verify.document_match import ANY, contains_text
from ufo.verify.documents.model import Area
from ufo.verify.documents.references import area_name, parse_reference
from ufo.verify.typed_text import SHORTEST

_BETWEEN: dict[tuple[str, ...], str] = {("enter",): "\n", ("tab",): "\t"}


def kind_of(act: ActionCommandInfo, later: Sequence[ActionCommandInfo]) -> Kind | None:
    """Return the only kind of condition that proves the act, if any.

    `later`: what was done after it; a text that is sent is no document.
    """
    kind = kind_made(act.facts)
    if kind is not None or not _writes(act):
        return kind
    return "contents" if _is_in_a_document(act) and not any(map(_sends, later)) else "entries"


def texts_of(act: ActionCommandInfo) -> tuple[str, ...]:
    """Return what it wrote, in connected pieces. Passwords are left out because they cannot be read, formulas because their
    cells show something else.
    """
    if act.target is not None and "password" in act.target.states:
        return ()
    if act.facts.kind is ActionKind.KEYS:
        texts = _typed(act.arguments)
    elif act.facts.kind is ActionKind.FORM:
        texts = [str(one.get("value")) for one in act.arguments.get("fields") or () if _has_text(one)]
    else:
        texts = [str(act.arguments.get(act.facts.writes, ""))]
    return tuple(text.strip() for text in texts if text.strip() and not text.lstrip().startswith("="))


def is_named_by(act: ActionCommandInfo, predicate: Predicate) -> bool:
    """Tell whether what was written is the name of what is there: of the file, in the window's title, of the control."""
    texts = texts_of(act)
    path = path_on_disk(predicate)
    if path is not None:
        return bool(texts) and all(_names(path, text) for text in texts)
    shown = predicate.name if isinstance(predicate, ElementPredicate) else getattr(predicate, "title", "")
    return bool(texts) and all(len(text) >= SHORTEST and contains_text(shown, text) for text in texts)


def _names(path: str, text: str) -> bool:
    name = path.replace("\\", "/").rpartition("/")[2].casefold()
    stem = name.rpartition(".")[0] or name
    return name in text.casefold() or stem == text.casefold()


def ways_in(acts: Sequence[ActionCommandInfo], place: int, path: str) -> tuple[tuple[Predicate, ...], ...]:
    """Return what must hold for the file to contain all that the act at `place` wrote: any one of these ways, wholly.

    () means that what it wrote cannot be looked for in a file, ((),) that nothing of it was to stay.
    """
    act = acts[place]
    if is_typed(act) or _switches_look(acts, place):
        ways = [_as_cells] if _is_sheet(path) else [_as_text, _as_cells] if _is_table(path) else [_as_text]
        found = [way(acts, place, path) for way in ways]
        return tuple(one for one in found if one is not None)
    if _is_replaced(act, acts[place + 1 :]):
        return ((),)
    texts = texts_of(act)
    if texts:
        return (tuple(FilePredicate(path=path, contains=text, typed=True) for text in texts),)
    implied = [one for one in derived([act], 0.0) if isinstance(one, DocumentPredicate) and one.open]
    stated = tuple(one.model_copy(update={"path": path, "open": False}) for one in implied)
    return (stated,) if stated else ()


def texts_in(acts: Sequence[ActionCommandInfo], place: int) -> tuple[str, ...]:
    """Return what is left in the end of what it wrote, joined with what other acts typed right before and after."""
    act = acts[place]
    if not is_typed(act):
        return texts_of(act)
    joined = tuple(piece.text for piece in pieces(acts) if place in piece.acts)
    return joined or texts_of(act)


def _as_text(acts: Sequence[ActionCommandInfo], place: int, path: str) -> tuple[Predicate, ...]:
    """Return conditions for its lines, and for bold and similar text where such a file records that."""
    found: list[FilePredicate] = []
    for piece in pieces(acts):
        if place in piece.acts and not _names(path, piece.text):
            found.append(FilePredicate(path=path, contains=piece.text, typed=True))
    return tuple(dict.fromkeys((*found, *looks_in(acts, place, path))))


def looks_in(acts: Sequence[ActionCommandInfo], place: int, path: str) -> tuple[DocumentPredicate, ...]:
    """Return conditions for what this act made bold, italic or underlined; () where such a file does not record that."""
    if ending_of(path) not in property_named("bold").formats:
        return ()
    marked = (one for piece in pieces(acts) for one in piece.looks if place in one.acts)
    stated = (DocumentPredicate(path=path, paragraph=one.text, property=one.look, value="on") for one in marked)
    return tuple(dict.fromkeys(stated))


def _as_cells(acts: Sequence[ActionCommandInfo], place: int, path: str) -> tuple[Predicate, ...] | None:
    """Return conditions for each block at its place. None where a lone short text has no known place, as that proves nothing."""
    found: list[Predicate] = []
    for block in blocks(acts):
        if not any(place in piece.acts for piece in block.cells.values()):
            continue
        texts = [piece.text for piece in block.cells.values()]
        if len(texts) == 1 and _names(path, texts[0]):
            continue
        if not block.start and len(texts) == 1 and len(texts[0]) < SHORTEST:
            return None
        found.append(_block_at(block, path))
    return tuple(found)


def _block_at(block: Block, path: str) -> DocumentPredicate:
    rows, columns = ([at[way] for at in block.cells] for way in (0, 1))
    top, left = min(rows), min(columns)
    cells = tuple(
        tuple(
            block.cells[row, column].text if (row, column) in block.cells else ""
            for column in range(left, max(columns) + 1)
        )
        for row in range(top, max(rows) + 1)
    )
    first = parse_reference(block.start) if block.start else None
    start = ANY
    if first is not None:
        row, column = first.area.row + top, first.area.column + left
        start = area_name(Area(column, row, column, row))
    return DocumentPredicate(path=path, sheet=ANY, start=start, cells=cells)


def _switches_look(acts: Sequence[ActionCommandInfo], place: int) -> bool:
    return any(place in one.acts for piece in pieces(acts) for one in piece.looks)


def is_made_good(act: ActionCommandInfo, later: Sequence[ActionCommandInfo]) -> bool:
    """Tell whether one of the later acts did what this one was to do: it wrote the same cells or the same control anew, or it
    reached the control on which this one had no effect.
    """
    if _is_replaced(act, later):
        return True
    own = (act.target.name, act.target.type) if act.target is not None and act.target.name else None
    return act.result.effect is Effect.SUSPECTED_NOOP and any(
        own == (one.target.name, one.target.type) and one.result.effect is not Effect.SUSPECTED_NOOP
        for one in later
        if one.result.ok and one.target is not None
    )


def _is_replaced(act: ActionCommandInfo, later: Sequence[ActionCommandInfo]) -> bool:
    """Tell whether all that it wrote into a control or into cells was written anew afterwards."""
    cells = cells_written(act)
    if cells:
        return cells <= {place for one in later if one.result.ok for place in cells_written(one)}
    if act.target is None or not act.facts.writes:
        return False
    own = (act.target.name, act.target.type)
    anew = (
        one for one in later if one.result.ok and one.target is not None and (one.target.name, one.target.type) == own
    )
    return any(one.facts.replaces_text or one.arguments.get("clear_current_text") for one in anew)


def _is_sheet(path: str) -> bool:
    return ending_of(path) in (*ODS, *XLSX)


def _is_table(path: str) -> bool:
    return ending_of(path) in CSV


def new_files(findings: Sequence[Finding]) -> tuple[str, ...]:
    """Return the files that were written since, as far as something holds about them."""
    news = (one.predicate for one in findings if one.proves and (one.rewritten or not one.stale))
    held = (one for one in news if getattr(one, "exists", True))
    return tuple(dict.fromkeys(path for one in held if (path := path_on_disk(one)) is not None))


def _writes(act: ActionCommandInfo) -> bool:
    return act.facts.into_document or bool(texts_of(act))


def _is_in_a_document(act: ActionCommandInfo) -> bool:
    if act.target is None:
        return act.facts.into_document or act.facts.kind is ActionKind.KEYS
    is_large = "multiline" in act.target.states and act.target.type != "Terminal"
    return act.target.type in DOCUMENT_PARTS or is_large


def _sends(act: ActionCommandInfo) -> bool:
    name = act.target.name if act.target is not None else str(act.arguments.get("name") or "")
    return act.result.ok and class_of_label(name) is ActionClass.SEND


def _typed(arguments: Mapping[str, Any]) -> list[str]:
    """Return the runs of text, with line ends and tabs in them; any other key ends a run."""
    try:
        events = events_in(arguments)
    except ToolError:
        return []
    runs = [""]
    for event in events:
        if isinstance(event, TypeText):
            runs[-1] += event.text
        elif (between := _BETWEEN.get(event.chord)) is not None:
            runs[-1] += between
        else:
            runs.append("")
    return runs


def _has_text(field: Any) -> bool:
    return isinstance(field, dict) and field.get("value") is not None and not isinstance(field["value"], bool)

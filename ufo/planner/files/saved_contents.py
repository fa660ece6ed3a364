"""Derives from the steps before a save what the saved file must contain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ufo.planner.scene.results import table_of
from ufo.planner.scene.scene import Scene
from ufo.planner.sheets.cells import cell_name, cell_reference, row_and_column
from ufo.planner.text.key_notation import unescaped
from ufo.schema.action import ActionCommandInfo
from ufo.schema.predicate import DocumentPredicate, FilePredicate, Predicate
from ufo.schema.roles import DOCUMENT_TEXTS

_SHEETS = (".ods", ".xlsx")
_TEXTS = (".odt", ".docx")
_AS_TYPED = (".txt", ".md", ".log", ".ini", ".conf", ".py", ".yaml", ".yml", ".tex")
"""Endings of files that hold exactly the text that was typed, character for character."""
_PLAIN = (".txt", ".md", ".csv", ".log", ".html", ".json", ".xml", ".py", ".ini", ".conf", ".yaml", ".yml", ".tex")

PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".xcf", ".svg")
_WORKING = frozenset(
    {"click_input", "visit", "keyboard_input", "select", "set_value", "set_checked", "fill", "set_edit_text"}
)

_KNOWN_AT_MOST = 2000
_GONE_PROVED = 5
_WRITING = ("set_edit_text", "keyboard_input", "click_input")
_CARET_KEYS = ("{VK_CONTROL}{END}", "{VK_CONTROL}a", "{VK_CONTROL}s", "{VK_CONTROL}{VK_SHIFT}s")


@dataclass(frozen=True, slots=True)
class _Block:
    """A block of written cells from `row` and `column` on; None stands for a formula's value. `sheet` "" is the current one."""

    sheet: str
    row: int
    column: int
    rows: list[list[str | None]]


def saved_contents(path: str, scene: Scene) -> tuple[Predicate, ...]:
    suffix = "." + path.rpartition(".")[2].lower()
    if suffix in PICTURES and any(one.function in _WORKING and one.result.ok for one in scene.before):
        # The file's existence does not prove what the program's menus did to the picture.
        return ()
    found: list[Predicate] = [FilePredicate(path=path)]
    if suffix in _SHEETS:
        found += _cells(path, scene.before)
        found += _charts(path, scene.before)
    if suffix in _TEXTS:
        found += _tables(path, scene.before)
        found += _replaced(path, scene.before)
    written = _written(scene.before)
    if suffix in _TEXTS and len(written) == 1:
        found.append(DocumentPredicate(path=path, paragraph=_first_line(written[0])))
    if suffix in _AS_TYPED:
        found += [FilePredicate(path=path, contains=text.rstrip("\n")) for text in written]
        found += [DocumentPredicate(path=path, without=line) for line in _taken_out(scene.before, written)]
    elif suffix in _PLAIN and len(written) == 1:
        found.append(FilePredicate(path=path, contains=_first_line(written[0])))
    return tuple(found)


def _cells(path: str, actions: Sequence[ActionCommandInfo]) -> list[Predicate]:
    """Return the texts that the cells hold at the end: later writing replaces earlier. A formula's value is not known."""
    blocks: list[_Block] = []
    for one in actions:
        sheet = str(one.arguments.get("sheet_name") or "")
        table = table_of(one.arguments.get("table")) if one.function == "insert_excel_table" else None
        if table is not None:
            start = int(one.arguments.get("start_row", 1)), int(one.arguments.get("start_col", 1))
            blocks.append(_Block(sheet, *start, [list(row) for row in table.rows]))
        elif one.function == "write_cell" and cell_reference(str(one.arguments.get("cell"))):
            content = str(one.arguments.get("content", ""))
            row, column = row_and_column(str(one.arguments["cell"]))
            _overwrite(blocks, _Block(sheet, row, column, [[None if content.startswith("=") else content]]))
    return [
        DocumentPredicate(
            path=path,
            sheet=block.sheet or None,
            start=cell_name(block.row, block.column),
            cells=tuple(tuple(map(str, cells)) for cells in block.rows),
        )
        for block in blocks
        if all(cell is not None for cells in block.rows for cell in cells)
    ]


def _overwrite(blocks: list[_Block], written: _Block) -> None:
    """Put the one cell in `written` into the latest block that covers it, or append it as a block of its own."""
    for block in reversed(blocks):
        row, column = written.row - block.row, written.column - block.column
        if block.sheet == written.sheet and 0 <= row < len(block.rows) and 0 <= column < len(block.rows[row]):
            block.rows[row][column] = written.rows[0][0]
            return
    blocks.append(written)


def _charts(path: str, actions: Sequence[ActionCommandInfo]) -> list[Predicate]:
    made = [one.arguments for one in actions if one.function == "insert_chart"]
    return [
        DocumentPredicate(
            path=path, chart=str(one.get("chart_type")), chart_refers_to=str(one.get("data_range")) or None
        )
        for one in made
    ]


def _tables(path: str, actions: Sequence[ActionCommandInfo]) -> list[Predicate]:
    given = [one.arguments.get("cells") for one in actions if one.function == "insert_table"]
    tables = [found for found in map(table_of, given) if found is not None]
    return [DocumentPredicate(path=path, cells=table.rows) for table in tables]


def _replaced(path: str, actions: Sequence[ActionCommandInfo]) -> list[Predicate]:
    """Return the proof of a replacement that is the last change to the text. Later changes may bring back the old words."""
    changes = [one for one in actions if one.function in ("replace_text", *_WRITING)]
    if not changes or changes[-1].function != "replace_text":
        return []
    old, new = str(changes[-1].arguments.get("old")), str(changes[-1].arguments.get("new"))
    holds = {"lacks": old} if old not in new else {}
    return [DocumentPredicate(path=path, paragraph=new.strip() or None, **holds)]


def _written(actions: Sequence[ActionCommandInfo]) -> list[str]:
    """Return the texts typed since the document was last rewritten whole; none where anything else may have changed them."""
    texts: list[str] = []
    for one in actions:
        arguments = one.arguments
        if one.function not in _WRITING or arguments.get("keys") in _CARET_KEYS:
            continue
        is_text = one.target is None or one.target.type in DOCUMENT_TEXTS or "multiline" in one.target.states
        text = str(arguments.get("text", "")) or unescaped(str(arguments.get("keys", "")))
        if not is_text or not text.strip():
            return []
        texts = [text] if arguments.get("clear_current_text") else [*texts, _with_what_was_there(text, one, texts)]
    return texts


def _with_what_was_there(text: str, one: ActionCommandInfo, before: Sequence[str]) -> str:
    """Return the text with the old content before it where all of a plain text is known: the file must hold both."""
    shown = one.target.value or "" if one.target is not None and one.target.type == "Edit" else ""
    known = one.function == "set_edit_text" and not before and len(shown) <= _KNOWN_AT_MOST
    return f"{shown}{text}" if known else text


def _taken_out(actions: Sequence[ActionCommandInfo], written: Sequence[str]) -> list[str]:
    """Return removed lines of a rewritten text. That the remaining text is in the file does not prove that they are gone."""
    anew = [one for one in actions if one.function == "set_edit_text" and one.arguments.get("clear_current_text")]
    shown = anew[-1].target.value or "" if anew and anew[-1].target is not None else ""
    emptied = bool(anew) and anew[-1] is _last_written(actions) and not str(anew[-1].arguments.get("text", "")).strip()
    if not (len(written) == 1 or emptied) or len(shown) > _KNOWN_AT_MOST:
        return []
    left = {_bare(line) for text in written for line in text.splitlines()}
    gone = [line.strip() for line in shown.splitlines() if _bare(line) and _bare(line) not in left]
    return list(dict.fromkeys(gone))[:_GONE_PROVED]


def _last_written(actions: Sequence[ActionCommandInfo]) -> ActionCommandInfo | None:
    told = [one for one in actions if one.function in _WRITING and one.arguments.get("keys") not in _CARET_KEYS]
    return told[-1] if told else None


def _bare(line: str) -> str:
    """Return the line in lower case, without any marks or numbers of a list item before it."""
    return re.sub(r"^[\W\d_]+", "", line).strip().casefold()


def _first_line(text: str) -> str:
    return next(line.strip() for line in text.splitlines() if line.strip())

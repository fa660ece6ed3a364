"""What an action wrote, and what a file that came of it must hold for that to be there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ufo.commands.classes import class_of_label
from ufo.commands.keys import parse_keys
from ufo.desktop.backend import TypeText
from ufo.errors import ToolError
from ufo.schema.action import ActionCommandInfo
from ufo.schema.action_class import ActionClass
from ufo.schema.predicate import DocumentPredicate, ElementPredicate, FilePredicate, Finding, Predicate, path_on_disk
from ufo.verify.comparing import contains_text
from ufo.verify.derived import derived
from ufo.verify.kinds import Kind, kind_made

_INTO_DOCUMENTS = frozenset(
    {"write_cell", "insert_excel_table", "insert_chart", "insert_table", "edit_paragraph", "replace_text"}
)
_TEXT_IN = {"set_edit_text": "text", "set_value": "value", "edit_paragraph": "text", "replace_text": "new"}
_DOCUMENTS = frozenset({"Document", "Paragraph", "Cell", "Table"})
_BETWEEN: dict[tuple[str, ...], str] = {("enter",): "\n", ("tab",): "\t"}
_SHORTEST = 3
"""Shorter texts stand in many a file by chance."""


def kind_of(act: ActionCommandInfo, later: Sequence[ActionCommandInfo]) -> Kind | None:
    """Which kind of condition alone tells of it. `later`: what was done after it; what is sent is no document any more."""
    kind = kind_made(act.function)
    if kind is not None or not _writes(act):
        return kind
    return "contents" if _is_in_a_document(act) and not any(map(_sends, later)) else "entries"


def texts_of(act: ActionCommandInfo) -> tuple[str, ...]:
    """What it wrote, in pieces that stand together. Nobody can read a password, and a formula shows something else."""
    if act.target is not None and "password" in act.target.states:
        return ()
    if act.function == "keyboard_input":
        texts = _typed(str(act.arguments.get("keys", "")))
    elif act.function == "fill":
        texts = [str(one.get("value")) for one in act.arguments.get("fields") or () if _has_text(one)]
    else:
        texts = [str(act.arguments.get(_TEXT_IN.get(act.function, ""), ""))]
    return tuple(text.strip() for text in texts if text.strip() and not text.lstrip().startswith("="))


def is_named_by(act: ActionCommandInfo, predicate: Predicate) -> bool:
    """Whether what was written is the name of what is there: of the file, in the window's title, of the control."""
    texts = texts_of(act)
    path = path_on_disk(predicate)
    if path is not None:
        name = path.replace("\\", "/").rpartition("/")[2].casefold()
        stem = name.rpartition(".")[0] or name
        return bool(texts) and all(name in text.casefold() or stem == text.casefold() for text in texts)
    shown = predicate.name if isinstance(predicate, ElementPredicate) else getattr(predicate, "title", "")
    return bool(texts) and all(len(text) >= _SHORTEST and contains_text(shown, text) for text in texts)


def must_be_in(act: ActionCommandInfo, path: str) -> tuple[Predicate, ...]:
    """() where what it wrote cannot be looked for in a file."""
    texts = texts_of(act)
    if texts:
        is_long = all(len("".join(text.split())) >= _SHORTEST for text in texts)
        return tuple(FilePredicate(path=path, contains=text) for text in texts) if is_long else ()
    told = [one for one in derived([act], 0.0) if isinstance(one, DocumentPredicate) and one.open]
    return tuple(one.model_copy(update={"path": path, "open": False}) for one in told)


def new_files(findings: Sequence[Finding]) -> tuple[str, ...]:
    """Files of which something holds that did not before."""
    news = (one.predicate for one in findings if one.proves and not one.stale)
    held = (one for one in news if getattr(one, "exists", True))
    return tuple(dict.fromkeys(path for one in held if (path := path_on_disk(one)) is not None))


def _writes(act: ActionCommandInfo) -> bool:
    return act.function in _INTO_DOCUMENTS or bool(texts_of(act))


def _is_in_a_document(act: ActionCommandInfo) -> bool:
    if act.target is None:
        return act.function in _INTO_DOCUMENTS or act.function == "keyboard_input"
    is_large = "multiline" in act.target.states and act.target.type != "Terminal"
    return act.target.type in _DOCUMENTS or is_large


def _sends(act: ActionCommandInfo) -> bool:
    name = act.target.name if act.target is not None else str(act.arguments.get("name") or "")
    return act.result.ok and class_of_label(name) is ActionClass.SEND


def _typed(keys: str) -> list[str]:
    """Runs of text, line ends and tabs in them; any other key ends one."""
    try:
        events = parse_keys(keys)
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

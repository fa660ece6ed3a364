"""Finds which texts of an act name files. What is typed into a document, a form or a calculator names none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ufo.schema.action import ActionCommandInfo
from ufo.schema.tool_facts import ActionKind
from ufo.tools.observe.selection import Selection

_NAMES_FILES = frozenset({
    "address", "arguments", "attachments", "command", "cwd", "document", "documents", "file", "file_dir", "file_name", "files",
    "folder", "folders", "image", "link", "new_name", "path", "paths", "picture", "pictures", "saved", "source", "sources",
    "target", "targets", "then", "to", "uri", "url",
})  # fmt: skip
"""Names of arguments, and of parts of results, that name files."""
_TYPES = frozenset({ActionKind.TEXT, ActionKind.VALUE, ActionKind.KEYS, ActionKind.FORM, ActionKind.OTHER})


def files_named(act: ActionCommandInfo, selection: Selection | None = None) -> Iterator[str]:
    """Iterate over the texts among the arguments of an act that may name files. `selection`: the window that it goes to: what is
    typed in a dialog may be a name for a file.
    """
    yield from named_in(act.arguments)
    if selection is not None and act.facts.kind in _TYPES and _is_dialog(selection):
        yield from _texts(act.arguments)


def named_in(given: Any) -> Iterator[str]:
    """Iterate over the texts in arguments or in a result that may name files, by what they are called there."""
    if isinstance(given, Mapping):
        yield from _saved_as(given)
        for name, value in given.items():
            yield from _texts(value) if name in _NAMES_FILES else named_in(value)
    elif isinstance(given, list | tuple):
        yield from _each(named_in(part) for part in given)


def _saved_as(given: Mapping[str, Any]) -> Iterator[str]:
    """Tell the file that a folder, a name and an ending name together."""
    folder, name, ending = (str(given.get(part) or "") for part in ("file_dir", "file_name", "file_ext"))
    if name and (folder or ending):
        ending = f".{ending.lstrip('.')}" if ending and not Path(name).suffix else ""
        yield str(Path(folder) / f"{name}{ending}")


def _is_dialog(selection: Selection) -> bool:
    """Tell whether the window is a dialog or shows one with a field of one line."""
    window, look = selection.window, selection.snapshot
    is_own = window is not None and (window.modal or window.parent is not None)
    shows = any(element.role == "Dialog" for element in look or ())
    return (is_own or shows) and any(
        element.role == "Edit" and "multiline" not in element.states for element in look or ()
    )


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str | Path):
        yield str(value)
    elif isinstance(value, Mapping):
        yield from _each(map(_texts, value.values()))
    elif isinstance(value, list | tuple):
        yield from _each(map(_texts, value))


def _each(parts: Iterable[Iterator[str]]) -> Iterator[str]:
    for part in parts:
        yield from part

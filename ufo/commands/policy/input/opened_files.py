"""Files that are opened by hand: a path that is typed, a name or a row in a dialog, an entry of a file manager. What an
application shows is read, so that each is judged as one that is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from ufo.commands.act.key_notation import events_in
from ufo.commands.policy.files.reading import gravest, read_at
from ufo.commands.policy.files.save_dialogs import fields, in_save_dialog, plain_keys
from ufo.commands.policy.files.save_in_place import pressed
from ufo.commands.policy.files.shown_folder import shown_folder
from ufo.commands.policy.input.entered_text import in_page, opens, struck
from ufo.commands.policy.input.file_manager import folder_shown
from ufo.commands.policy.programs.addresses import file_of, read_address
from ufo.commands.policy.programs.indirect_execution import is_file_manager
from ufo.commands.policy.scene.scene import Judged, Scene
from ufo.commands.policy.words.action_words import is_consent
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Keys
from ufo.errors import ToolError
from ufo.schema.action_class import ActionClass
from ufo.schema.file_names import path_meant
from ufo.schema.roles import FILE_ENTRIES, ONE_LINE_FIELDS, PLAIN_COMMANDS, ROWS
from ufo.schema.tool_facts import ActionKind

_PRESSES = (ActionKind.CLICK, ActionKind.POINT, ActionKind.CHECK, ActionKind.PATH)
_LONGEST = 4096


def opening(scene: Scene, kind: ActionKind, arguments: Mapping[str, Any]) -> Judged:
    """Judge the files that a command at the screen may open. EDIT where they may be read, and where it opens none."""
    if in_save_dialog(scene):
        return Judged(ActionClass.EDIT)
    meant = dict.fromkeys(path for path in _opened(scene, kind, arguments) if _is_file(path))
    return gravest((read_at(scene, path) for path in meant), ActionClass.EDIT)


def _opened(scene: Scene, kind: ActionKind, arguments: Mapping[str, Any]) -> Iterator[Path]:
    if kind is ActionKind.KEYS:
        yield from _by_keys(scene, arguments)
    elif kind in (ActionKind.TEXT, ActionKind.VALUE):
        yield from _typed(scene, scene.element(arguments), str(arguments.get("text") or arguments.get("value") or ""))
    elif kind is ActionKind.FORM:
        rows = arguments.get("fields")
        for row in rows if isinstance(rows, list) else []:
            if isinstance(row, Mapping):
                yield from _typed(scene, scene.element(row), str(row.get("value") or ""))
    elif kind in _PRESSES:
        yield from _by_press(scene, arguments)


def _by_keys(scene: Scene, arguments: Mapping[str, Any]) -> Iterator[Path]:
    try:
        events = events_in(arguments)
    except ToolError:
        return
    text = struck(events, scene.copied)
    chords = [event.chord for event in events if isinstance(event, Keys)]
    target = scene.element(arguments) or next((one for one in _shown(scene) if "focused" in one.states), None)
    if text.strip():
        yield from _typed(scene, target, text, leads=any(len(chord) > 1 for chord in chords))
    elif "\n" in text:
        yield from _chosen(scene, [one for one in _shown(scene) if one.states & {"selected", "focused"}])


def _by_press(scene: Scene, arguments: Mapping[str, Any]) -> Iterator[Path]:
    path = arguments.get("path")
    labels = [str(path[-1])] if isinstance(path, list | tuple) and path else []
    elements = pressed(scene, arguments)
    twice = bool(arguments.get("double")) or arguments.get("count", 1) not in (1, None)
    entries = [one for one in elements if one.role in FILE_ENTRIES and (twice or one.role not in ROWS)]
    if entries:
        yield from _chosen(scene, entries)
    labels += [one.name for one in elements if one.role in PLAIN_COMMANDS]
    if any(opens(one) or is_consent(one) for one in labels) or any("default" in one.states for one in elements):
        yield from _chosen(scene, [one for one in _shown(scene) if "selected" in one.states])


def _typed(scene: Scene, target: Element | None, text: str, *, leads: bool = False) -> Iterator[Path]:
    """Yield the files that a text may name, by itself or with what stands there already. `leads`: keys before it may have led
    elsewhere. What surely goes into a page or a text of several lines names none.
    """
    if in_page(scene, target):
        return
    if target is not None and target.role not in ONE_LINE_FIELDS and not leads and not scene.written:
        return
    before = "".join(plain_keys(scene))
    held = (target.value or "") if target is not None and target.role in ONE_LINE_FIELDS else ""
    for whole in dict.fromkeys((text, before + text, held + text)):
        yield from _named(scene, whole)


def _chosen(scene: Scene, entries: Iterable[Element]) -> Iterator[Path]:
    """Yield the files that the fields of a dialog name, and those of its rows or of a file manager's."""
    if not is_file_manager(scene) and not _dialogs(scene) and not _is_of_window(scene):
        return
    yield from chain.from_iterable(_named(scene, text) for text in fields(scene))
    for name in dict.fromkeys(one.name for one in entries if one.role in FILE_ENTRIES and one.name):
        yield from (folder / name for folder in _folders(scene))


def _named(scene: Scene, text: str) -> Iterator[Path]:
    name = text.strip().strip("\"'")
    if not name or "\n" in name or len(name) > _LONGEST:
        return
    address = read_address(name)
    if address is not None:
        path = file_of(address) if address.scheme == "file" else None
        yield from [path] if path is not None else []
    elif name.startswith(("/", "~")):
        yield path_meant(name, scene.working_folder)
    else:
        yield from (folder / name for folder in _folders(scene))


def _folders(scene: Scene) -> tuple[Path, ...]:
    """Return the folders that a name without one may be in: of a file manager, or of a dialog."""
    if is_file_manager(scene):
        shown = folder_shown(scene)
        return () if shown is None else (shown,)
    dialogs = _dialogs(scene)
    return (*shown_folder(scene, dialogs).found, scene.working_folder) if dialogs or _is_of_window(scene) else ()


def _dialogs(scene: Scene) -> list[str]:
    return [one.name for one in _shown(scene) if one.role == "Dialog"]


def _is_of_window(scene: Scene) -> bool:
    """Tell whether the selected window is itself a dialog of another one."""
    return scene.window is not None and (scene.window.modal or scene.window.parent is not None)


def _shown(scene: Scene) -> Iterable[Element]:
    return scene.selection.snapshot or ()


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False

"""Judges what opens or touches files: by a tool, and by a press in a list of files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from ufo.desktop.snapshot import Element
from ufo.desktop.values import Keys
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command
from ufo.schema.file_names import path_meant
from ufo.schema.roles import FILE_ENTRIES, ONE_LINE_FIELDS, PLAIN_COMMANDS, ROWS
from ufo.schema.tool_facts import ActionKind
from ufo.tools.act.key_notation import typed_text
from ufo.tools.policy.files.reading import read_at
from ufo.tools.policy.files.save_dialogs import destination, fields, in_save_dialog, is_saving, plain_keys
from ufo.tools.policy.files.save_in_place import pressed, saving_in_place
from ufo.tools.policy.files.shown_folder import shown_folder
from ufo.tools.policy.input.entered_text import in_page, opens, struck
from ufo.tools.policy.input.file_manager import folder_shown, managing
from ufo.tools.policy.programs.addresses import file_of, read_address
from ufo.tools.policy.programs.indirect_execution import is_file_manager
from ufo.tools.policy.scene.scene import Judged, Scene, gravest, keys_in
from ufo.tools.policy.words.action_words import is_consent

_ONLY_READ = (
    ActionKind.READ_FILE,
    ActionKind.READ_RECORDS,
    ActionKind.READ_API,
    ActionKind.LIST_REMOTE,
    ActionKind.CALL_SERVICE,
    ActionKind.FOREIGN,
)
_PRESSES = (ActionKind.CLICK, ActionKind.POINT, ActionKind.CHECK, ActionKind.PATH)
_LONGEST = 4096


def opening(scene: Scene, kind: ActionKind, arguments: Mapping[str, Any]) -> Judged:
    """Judge the files that a command at the screen may open. EDIT where they may be read, and where it opens none."""
    if in_save_dialog(scene):
        return Judged(ActionClass.EDIT)
    meant = dict.fromkeys(path for path in _opened(scene, kind, arguments) if _is_file(path))
    return gravest(read_at(scene, path) for path in meant)


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
    events = keys_in(arguments)
    text = struck(events, scene.copied)
    chords = [event.chord for event in events if isinstance(event, Keys)]
    target = scene.element(arguments) or scene.focused
    if text.strip():
        yield from _typed(scene, target, text, leads=any(len(chord) > 1 for chord in chords))
    elif "\n" in text:
        yield from _chosen(scene, [element for element in scene.elements if element.states & {"selected", "focused"}])


def _by_press(scene: Scene, arguments: Mapping[str, Any]) -> Iterator[Path]:
    path = arguments.get("path")
    labels = [str(path[-1])] if isinstance(path, list | tuple) and path else []
    elements = pressed(scene, arguments)
    twice = bool(arguments.get("double")) or arguments.get("count", 1) not in (1, None)
    entries = [element for element in elements if element.role in FILE_ENTRIES and (twice or element.role not in ROWS)]
    if entries:
        yield from _chosen(scene, entries)
    labels += [element.name for element in elements if element.role in PLAIN_COMMANDS]
    if any(opens(label) or is_consent(label) for label in labels) or any(
        "default" in element.states for element in elements
    ):
        yield from _chosen(scene, [element for element in scene.elements if "selected" in element.states])


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
    if not is_file_manager(scene) and not scene.dialogs and not scene.is_dialog:
        return
    yield from chain.from_iterable(_named(scene, text) for text in fields(scene))
    for name in dict.fromkeys(element.name for element in entries if element.role in FILE_ENTRIES and element.name):
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
    dialogs = scene.dialogs
    return (*shown_folder(scene, dialogs).found, scene.working_folder) if dialogs or scene.is_dialog else ()


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


@dataclass(frozen=True, slots=True)
class Further:
    """The command, its kind, and `earlier`: the commands before it in the same turn."""

    kind: ActionKind
    command: Command
    earlier: Sequence[Command]


def also_judged(scene: Scene, judged: Judged, what: Further) -> Judged:
    kind, command, arguments = what.kind, what.command, what.command.parameters
    if kind in _ONLY_READ and judged.action_class is ActionClass.OBSERVE:
        return judged
    if _answers_for_agreed(scene, judged, command):
        return Judged(ActionClass.EDIT, judged.question)
    further = [
        judged,
        saving_in_place(scene, kind, arguments, what.earlier),
        managing(scene, kind, arguments),
        opening(scene, kind, arguments),
    ]
    found = gravest(further)
    return found if found.paths else replace(found, paths=_saved_by_dialog(scene, kind, command))


def _answers_for_agreed(scene: Scene, judged: Judged, command: Command) -> bool:
    """Return whether a dialog asks to replace the very file that was just consented to: one yes is enough."""
    agreed, element = scene.run.agreed, scene.element(command.parameters)
    if agreed is None or element is None or judged.action_class is not ActionClass.OVERWRITE:
        return False
    said = scene.dialog_text(element)
    quoted = any(f"{left}{agreed.name}{right}" in said for left, right in ('""', "''", "“”", "‘’", "„“", "«»", "  "))
    return is_consent(element.name) and (quoted or said.rstrip().endswith(agreed.name))


def _saved_by_dialog(scene: Scene, kind: ActionKind, command: Command) -> tuple[Path, ...]:
    """Return the files that a save dialog is told to make, so that they are known as this run's own."""
    if not in_save_dialog(scene):
        return ()
    element = scene.element(command.parameters)
    texts = fields(scene)
    if kind is ActionKind.KEYS:
        events = keys_in(command.parameters)
        if not any(
            isinstance(event, Keys) and event.chord == ("enter",) for event in events
        ) and "\n" not in typed_text(events):
            return ()
        typed = typed_text(events).strip()
        texts = [typed] if typed else texts
    elif element is None or not (is_saving(element.name) or is_consent(element.name)):
        return ()
    return destination(scene, texts, commits=True).paths

"""Judges files cut, pasted, dragged and renamed in a file manager like our own tools for the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ufo.desktop.snapshot import Element
from ufo.desktop.values import Keys
from ufo.schema.action_class import ActionClass
from ufo.schema.geometry import Point
from ufo.schema.patterns import any_case
from ufo.schema.roles import FILE_ENTRIES, FILE_VIEWS, PLAIN_COMMANDS
from ufo.schema.tool_facts import ActionKind
from ufo.tools.act.key_notation import typed_text
from ufo.tools.observe.in_view import innermost
from ufo.tools.policy.files.judge_files import destination_of, expanded
from ufo.tools.policy.files.save_in_place import pressed
from ufo.tools.policy.input.controls import at_point, control, pressing
from ufo.tools.policy.programs.indirect_execution import is_file_manager
from ufo.tools.policy.scene.scene import Judged, Scene, gravest, keys_in
from ufo.tools.policy.words.action_words import worst

_TAKES = any_case(
    r"(?:cut|copy|move|ausschneiden|kopieren|couper|copier|cortar|copiar|taglia|copia|knippen|kopiëren|wytnij|kopiuj|вырезать"
    r"|копировать)(?:\s.*)?|剪切|复制|切り取り|コピー|잘라내기|복사"
)
_PUTS = any_case(
    r"(?:paste|einfügen|coller|pegar|incolla|colar|plakken|wklej|вставить|make link|create link|link here|(?:move|copy) to)"
    r"(?:\s.*)?|粘贴|貼り付け|붙여넣기"
)
_TYPES = (ActionKind.KEYS, ActionKind.TEXT, ActionKind.FORM, ActionKind.VALUE)
_LINKS = frozenset({("ctrl", "shift", "v"), ("ctrl", "v"), ("shift", "insert")})


def managing(scene: Scene, kind: ActionKind, arguments: Mapping[str, Any]) -> Judged:
    """Judge a command in a file manager. EDIT in any other window, and where no file goes to a place that needs a question."""
    if not is_file_manager(scene):
        return Judged(ActionClass.EDIT)
    if kind is ActionKind.DRAG:
        return _dragging(scene, arguments)
    if kind in _TYPES:
        return _by_keys(scene, kind, arguments)
    labels = _labels(scene, kind, arguments)
    if any(_PUTS.fullmatch(label) for label in labels):
        return _putting(scene)
    if any(_TAKES.fullmatch(label) for label in labels):
        return _taking(scene)
    return Judged(ActionClass.EDIT)


def folder_shown(scene: Scene) -> Path | None:
    """Return the folder that the file manager shows, by the field for the place, or by the title where that is a path."""
    held = [element.value or "" for element in scene.elements if element.role == "Edit"]
    for text in (*held, scene.title):
        if text.startswith(("/", "~", "file:///")):
            path = expanded(text.removeprefix("file://"))
            if path.is_dir():
                return path
    return None


def _by_keys(scene: Scene, kind: ActionKind, arguments: Mapping[str, Any]) -> Judged:
    events = keys_in(arguments) if kind is ActionKind.KEYS else ()
    chords = [event.chord for event in events if isinstance(event, Keys)]
    typed = (
        typed_text(events) if kind is ActionKind.KEYS else str(arguments.get("text") or arguments.get("value") or "")
    )
    element = scene.element(arguments)
    judged = [_renaming(scene, typed)] if typed and not _is_place(element) else []
    if ("ctrl", "x") in chords or ("ctrl", "c") in chords:
        judged.append(_taking(scene))
    if _LINKS.intersection(chords) and not _is_typing(scene):
        judged.append(_putting(scene))
    return gravest(judged)


def _taking(scene: Scene) -> Judged:
    """Judge cutting or copying. The files count when they are put somewhere, but a place outside the person's folders counts
    now.
    """
    folder = folder_shown(scene)
    if folder is None:
        return Judged(ActionClass.EDIT)
    scene.run.cut = tuple(folder / name for name in _selected(scene))
    ends = [destination_of(scene, path) for path in scene.run.cut or (folder / "file",)]
    where = worst(end.where for end in ends)
    if where is ActionClass.CREATE:
        return Judged(ActionClass.EDIT)
    return Judged(where, f"Take {', '.join(end.said for end in ends[:3])} from {scene.title!r}, {ends[0].why}")


def _putting(scene: Scene, folder: Path | None = None) -> Judged:
    folder = folder or folder_shown(scene)
    if folder is None:
        return Judged(ActionClass.OUTSIDE, f"Put files in {scene.title!r}, whose folder cannot be seen")
    ends = [destination_of(scene, folder / path.name) for path in scene.run.cut] or [
        destination_of(scene, folder / "file")
    ]
    where = worst(end.where for end in ends)
    found = next(end for end in ends if end.where is where)
    if where is not ActionClass.CREATE:
        return Judged(where, f"Put files in {str(folder)!r}: {found.said} is {found.why}")
    there = [end for end in ends if end.exists and scene.run.cut]
    if there and any(path.parent != folder for path in scene.run.cut):
        return Judged(
            ActionClass.OVERWRITE,
            f"Put {there[0].path.name!r} in {str(folder)!r}, where a file of that name exists",
            (there[0].path,),
        )
    return Judged(ActionClass.EDIT, "", tuple(end.path for end in ends if not end.exists))


def _renaming(scene: Scene, typed: str) -> Judged:
    """Judge a name that is typed among files: it is given to a file, or to a new one."""
    name, folder = typed.strip(), folder_shown(scene)
    if not name or "/" in name or folder is None:
        return Judged(ActionClass.EDIT)
    to = destination_of(scene, folder / name)
    if to.where is not ActionClass.CREATE:
        return Judged(to.where, f"Name a file {to.said} ({to.why})")
    return Judged(ActionClass.EDIT)


def _dragging(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    start, end = ends_of(scene, arguments)
    folder = folder_shown(scene)
    if start is None or start.role not in FILE_ENTRIES or not start.name:
        return Judged(ActionClass.EDIT)
    if folder is None or not (folder / start.name).exists():
        return (
            Judged(ActionClass.EDIT)
            if folder
            else Judged(ActionClass.OUTSIDE, f"Drag {start.name!r} in {scene.title!r}")
        )
    taken = [folder / name for name in dict.fromkeys((start.name, *_selected(scene)))]
    scene.run.cut = tuple(taken)
    into = _into(scene, folder, end)
    if into is None:
        what = (
            f"Drag {start.name!r} in {scene.title!r} to {end.name!r}"
            if end
            else f"Drag {start.name!r} out of {scene.title!r}"
        )
        return Judged(ActionClass.OUTSIDE, f"{what}, a place that is not known")
    if into == folder:
        return Judged(ActionClass.EDIT)
    judged = [_taken(scene, taken), _putting(scene, into)]
    return gravest(judged)


def _taken(scene: Scene, paths: Sequence[Path]) -> Judged:
    ends = [destination_of(scene, path) for path in paths]
    where = worst(end.where for end in ends)
    return Judged(
        ActionClass.EDIT if where is ActionClass.CREATE else where, f"Drag {', '.join(end.said for end in ends[:3])}"
    )


def _into(scene: Scene, folder: Path, end: Element | None) -> Path | None:
    """Return the folder that something is dropped on: a listed one, a place of the side bar that shows its path, or the shown
    one.
    """
    if end is None:
        return None
    if (end.description or "").startswith("/"):
        return Path(end.description or "")
    if end.role in FILE_ENTRIES and end.name:
        return folder / end.name if (folder / end.name).is_dir() else folder if (folder / end.name).exists() else None
    return folder if end.role in FILE_VIEWS else None


def _labels(scene: Scene, kind: ActionKind, arguments: Mapping[str, Any]) -> list[str]:
    path = arguments.get("path")
    words = [str(item) for item in path] if kind is ActionKind.PATH and isinstance(path, list | tuple) else []
    said = [
        text
        for element in pressed(scene, arguments)
        if element.role in PLAIN_COMMANDS | {"Text"}
        for text in (element.name, element.label or "")
    ]
    return [word.replace("_", "").rstrip("….").strip() for word in (*words[-1:], *said) if word]


def _selected(scene: Scene) -> tuple[str, ...]:
    chosen = [element for element in scene.elements if "selected" in element.states and element.role in FILE_ENTRIES]
    return tuple(dict.fromkeys(element.name for element in chosen if element.name))


def _is_place(element: Element | None) -> bool:
    return element is not None and (element.value or "").startswith(("/", "~"))


def _is_typing(scene: Scene) -> bool:
    """Return whether the keys go into a field, where they paste text and no file."""
    return any("focused" in element.states and element.role == "Edit" for element in scene.elements)


def dragging(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    if not _by_control(arguments):
        return at_point(scene, arguments)
    _, end = ends_of(scene, arguments)
    judged = [control(scene, arguments), *([pressing(scene, end)] if end is not None else [])]
    return gravest(judged)


def ends_of(scene: Scene, arguments: Mapping[str, Any]) -> tuple[Element | None, Element | None]:
    """Return what lies where a drag starts and where it ends, as the last look showed it."""
    if not _by_control(arguments):
        return scene.at(arguments, "start_x", "start_y"), scene.at(arguments, "end_x", "end_y")
    start = scene.element(arguments)
    to = arguments.get("to")
    to = to if isinstance(to, Mapping) else {}
    end = scene.element(to) if to.get("id") else start
    try:
        across, down = int(to.get("right") or 0), int(to.get("down") or 0)
    except (TypeError, ValueError, OverflowError):
        return start, None
    if end is not None and (across or down):
        center = end.rect.center
        end = innermost(scene.selection.snapshot, Point(center.x + across, center.y + down))
    return start, end


def _by_control(arguments: Mapping[str, Any]) -> bool:
    return "start_x" not in arguments

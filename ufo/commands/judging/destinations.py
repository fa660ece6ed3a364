"""Where a file goes that a person's own save dialog writes: the dialog asks about a file that is there, not about the place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from ufo.commands.classes import worst
from ufo.commands.documents import resolve_path
from ufo.commands.judging.files import writing
from ufo.commands.judging.scene import Judged, Scene
from ufo.desktop.snapshot import Element
from ufo.schema.action_class import ActionClass

_SAVES = re.compile(
    r"\b(save|export|speichern|exportieren|enregistrer|exporter|guardar|exportar|salva|salvar|esporta|opslaan|zapisz|сохран)"
    r"|保存|儲存|另存|저장",
    re.IGNORECASE,
)


def destination(scene: Scene, texts: Iterable[str], *, commits: bool = False) -> Judged:
    """Of texts in the fields of a save dialog: a path outside of the person's folders is asked about, any other is an edit.

    `commits`: this saves, so that the folder that the dialog has been taken to counts as well.
    """
    if not _is_save_dialog(scene):
        return Judged(ActionClass.EDIT)
    texts = list(texts)
    for text in texts:
        named = text.strip()
        if named.startswith(("/", "~")):
            judged = writing(scene, resolve_path(named, scene.working_folder), "what the dialog saves")
            if judged.action_class in (ActionClass.OUTSIDE, ActionClass.SYSTEM):
                return judged
    if commits and not any(text.strip().startswith(("/", "~")) for text in (*texts, *scene.written)):
        return _in_shown_folder(scene)
    return Judged(ActionClass.EDIT)


def _in_shown_folder(scene: Scene) -> Judged:
    """Of a name without a folder: it goes where the dialog stands, which its row of folders tells."""
    names, found = shown_folder(scene)
    if not names:
        return Judged(ActionClass.EDIT)
    what = "what the dialog saves"
    judged = [writing(scene, folder / "file", what) for folder in found]
    if not judged:
        said = f"Save in the folder {' / '.join(names)!r} of the dialog, which may lie outside of your home and working folder"
        return Judged(ActionClass.OUTSIDE, said)
    grave = [one for one in judged if one.action_class in (ActionClass.OUTSIDE, ActionClass.SYSTEM)]
    if not grave:
        return Judged(ActionClass.EDIT)
    return Judged(worst(one.action_class for one in grave), f"Save in the folder {str(found[0])!r} of the dialog")


def shown_folder(scene: Scene) -> tuple[tuple[str, ...], tuple[Path, ...]]:
    """The names in a dialog's row of folders down to the pressed one, outermost first, and the folders that they can mean.

    The names are the dialog's own: the first stands for the root or for the home, by whatever it is called there.
    """
    bar = [one for one in scene.selection.snapshot or () if one.role == "ToggleButton" and _is_in_bar(one)]
    place = next((number for number, one in enumerate(bar) if one.states & {"pressed", "checked"}), None)
    if place is None:
        return (), ()
    # The innermost comes first in the tree, beyond it are folders that were visited.
    for row in (bar[place:][::-1], bar[: place + 1]):
        names = tuple(one.name for one in row)
        meant = [Path("/", *names[1:]), Path("/", *names), Path.home().joinpath(*names[1:])]
        found = tuple(dict.fromkeys(path for path in meant if names and path.is_dir()))
        if found and (len(names) > 1 or _is_root(names[0])):
            return names, found
    return tuple(one.name for one in bar[place:][::-1]), ()


def _is_in_bar(element: Element) -> bool:
    return bool(element.name) and any("path" in part.casefold() for part in element.path)


def _is_root(name: str) -> bool:
    return name in ("/", Path.home().name) or "root" in name.casefold()


def fields(scene: Scene) -> list[str]:
    """What the fields of the last look held."""
    return [one.value for one in scene.selection.snapshot or () if one.role == "Edit" and one.value]


def is_saving(label: str) -> bool:
    return bool(_SAVES.search(label))


def _is_save_dialog(scene: Scene) -> bool:
    window = scene.window
    dialogs = [one.name for one in scene.selection.snapshot or () if one.role == "Dialog"]
    titles = [*dialogs, *([window.title] if window and (window.modal or window.parent is not None) else [])]
    return any(is_saving(title) for title in titles)

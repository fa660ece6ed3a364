"""Where a file goes that a person's own save dialog writes: the dialog asks about a file that is there, not about the place."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ufo.commands.classes import ActionClass
from ufo.commands.documents import resolve_path
from ufo.commands.judging.files import writing
from ufo.commands.judging.scene import Judged, Scene

_SAVES = re.compile(
    r"\b(save|export|speichern|exportieren|enregistrer|exporter|guardar|exportar|salva|salvar|esporta|opslaan|zapisz|сохран)"
    r"|保存|儲存|另存|저장",
    re.IGNORECASE,
)


def destination(scene: Scene, texts: Iterable[str]) -> Judged:
    """Of texts in the fields of a save dialog: a path outside of the person's folders is asked about, any other is an edit."""
    if not _is_save_dialog(scene):
        return Judged(ActionClass.EDIT)
    for text in texts:
        named = text.strip()
        if named.startswith(("/", "~")):
            judged = writing(scene, resolve_path(named, scene.working_folder), "what the dialog saves")
            if judged.action_class in (ActionClass.OUTSIDE, ActionClass.SYSTEM):
                return judged
    return Judged(ActionClass.EDIT)


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

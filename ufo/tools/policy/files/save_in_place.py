"""Judges saving a document under its own name, by whatever way: it replaces the file that was there before.

There is no question about a file that this run made, nor about an edit of one that the request names. A file that the
request does not name, and one from which (nearly) everything was taken away, counts as overwritten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ufo.desktop.snapshot import Element
from ufo.desktop.values import Keys, TypeText
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command
from ufo.schema.patterns import any_case
from ufo.schema.roles import ONE_LINE_FIELDS, PRESSED_TO_SAVE, TEXT_FIELDS_AND_CELLS, TEXTS
from ufo.schema.tool_facts import ActionKind
from ufo.tools.observe.control_names import called
from ufo.tools.policy.files.judge_files import destination_of
from ufo.tools.policy.files.own_document import is_sure, own_document, words_in, words_of
from ufo.tools.policy.files.save_dialogs import in_save_dialog
from ufo.tools.policy.files.written_path import described
from ufo.tools.policy.scene.scene import Judged, Scene, keys_in

_SAVES = any_case(
    r"(?:save|speichern|sichern|enregistrer|guardar|salva|salvar|opslaan|zapisz|сохранить|保存|儲存|저장)"
    r"(?: (?:all|changes|file|document|it|and (?:close|quit|exit)|alles?|alle|tout|todo|tutto))?"
)
_TAKES_AWAY = frozenset({"delete", "backspace"})
_HOLDS_TEXT = TEXT_FIELDS_AND_CELLS - {"Terminal"} | TEXTS
_SCREENFUL = 120
_FEW_WORDS = 8
_KEPT = 0.1


def saving_in_place(scene: Scene, kind: ActionKind, arguments: Mapping[str, Any], earlier: Sequence[Command]) -> Judged:
    """Judge a save in place. EDIT where nothing is saved, and for a save that needs no question."""
    looked_at(scene)
    if not _saves(scene, kind, arguments):
        return Judged(ActionClass.EDIT)
    document = own_document(scene)
    plain = Judged(ActionClass.EDIT, "save the document under its own name")
    if document is None:
        return plain
    if not document.is_absolute():
        if not scene.run.request.is_given or scene.run.request.names_document(document):
            return plain
        return Judged(
            ActionClass.OVERWRITE, f"Overwrite {document.name!r}, which the request does not name", (document,)
        )
    to = destination_of(scene, document)
    if not to.exists:
        return plain
    said = f"Overwrite {to.said} ({described(to.path)})"
    if to.where is ActionClass.SYSTEM:
        return Judged(ActionClass.SYSTEM, f"{said}, {to.why}", (to.path,))
    if _may_be_another(scene, document):
        # Whoever reads orders could only agree to the file that is likely meant, so no path is told.
        what = f"Save {document.name!r}, whose folder its window does not tell: it may be another than {to.said}"
        return Judged(ActionClass.OVERWRITE, what)
    if _is_emptied(scene, to.path, [*(command.parameters for command in earlier), arguments]):
        what = f"{said} with a document from which nearly everything was taken away"
        return Judged(ActionClass.OVERWRITE, what, (to.path,))
    if to.shared or (scene.run.request.is_given and not scene.run.request.names_document(document)):
        return Judged(ActionClass.OVERWRITE, f"{said} with what the window holds now", (to.path,))
    return plain


def _may_be_another(scene: Scene, document: Path) -> bool:
    """Tell whether the request names a document, and the window may show another one of that name."""
    request = scene.run.request
    return request.writes(document.name) and request.names_document(document) and not is_sure(scene)


def looked_at(scene: Scene) -> None:
    """Remember the words of the document, since it may be out of sight when its dialog asks whether to save."""
    document, shown = own_document(scene), _shown(scene)
    if document is not None and shown is not None:
        scene.run.sees(document.name, shown)


def _saves(scene: Scene, kind: ActionKind, arguments: Mapping[str, Any]) -> bool:
    if kind is ActionKind.SAVE:
        return True
    if in_save_dialog(scene):
        return False
    if kind is ActionKind.KEYS:
        return _saves_by_keys(scene, arguments)
    if kind is ActionKind.PATH:
        path = arguments.get("path")
        last = str(path[-1]) if isinstance(path, list | tuple) and path else ""
        return bool(arguments.get("press", True)) and (
            _is_save(last) or any(map(_is_save_of, called(scene.elements, last)))
        )
    return any(_is_save_of(element) for element in pressed(scene, arguments))


def _saves_by_keys(scene: Scene, arguments: Mapping[str, Any]) -> bool:
    chords = [event.chord for event in keys_in(arguments) if isinstance(event, Keys)]
    if ("ctrl", "s") in chords or ("shift", "f12") in chords:
        return True
    if not {("enter",), ("space",)}.intersection(chords):
        return False
    reached = [element for element in scene.elements if element.states & {"focused", "default"}]
    return any(_is_save_of(element) for element in reached)


def pressed(scene: Scene, arguments: Mapping[str, Any]) -> list[Element]:
    found = scene.element(arguments) or scene.at(arguments)
    return [found] if found is not None else []


def _is_save_of(element: Element) -> bool:
    words = (element.name, element.label or "", element.description or "")
    return element.role in PRESSED_TO_SAVE and any(map(_is_save, words))


def _is_save(label: str) -> bool:
    return bool(_SAVES.fullmatch(label.strip().rstrip(".…").replace("_", "").strip()))


def _is_emptied(scene: Scene, path: Path, given: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether nearly nothing of the file is left in the document: by a copy of the document where its application writes
    one, else by what the window shows of it.
    """
    before = words_of(path)
    if not before:
        return False
    if _takes_all_away(scene, given):
        return True
    now = scene.run.seen.get(path.name) if scene.held is None else scene.held
    if now is None:
        return False
    size = before.total() if scene.held is not None else min(before.total(), _SCREENFUL)
    is_gone = not now or (before.total() >= _FEW_WORDS and (now & before).total() < size * _KEPT)
    if is_gone:
        scene.doubted.append(path)
    return is_gone


def _takes_all_away(scene: Scene, given: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether one turn selects all and then removes it or types over it, since no look in between shows what is left.

    `given`: the arguments of the turn's commands.
    """
    selected = False
    for number, arguments in enumerate(given):
        if _goes_into_a_field(scene, arguments, is_first=not number):
            continue
        for event in keys_in(arguments):
            chord = event.chord if isinstance(event, Keys) else ()
            if selected and (
                isinstance(event, TypeText) or (chord and chord[-1] in _TAKES_AWAY) or chord == ("ctrl", "x")
            ):
                return True
            selected = chord == ("ctrl", "a")
    return False


def _goes_into_a_field(scene: Scene, arguments: Mapping[str, Any], *, is_first: bool) -> bool:
    """Tell whether keys go into a field beside the document, such as one of a dialog. Where they name no control, the focus of
    the last look counts for the first command alone: any command may move it.
    """
    element = scene.element(arguments)
    if element is None and is_first and not arguments.get("id"):
        element = scene.focused
    if element is None:
        return False
    return not set(scene.dialogs).isdisjoint(element.path) or (
        element.role in ONE_LINE_FIELDS and "multiline" not in element.states
    )


def _shown(scene: Scene) -> Counter[str] | None:
    """Return the words of the document in the last look; None where the look did not include it, as that at a dialog."""
    window = scene.window
    if window is None or scene.is_dialog:
        return None
    dialogs = set(scene.dialogs)
    pages = [
        element
        for element in scene.elements
        if element.role == "Document" or (element.role == "Edit" and "multiline" in element.states)
    ]
    pages = [page for page in pages if not dialogs.intersection(page.path)]
    if not pages:
        return None
    names = {element.name for element in pages if element.role == "Document"}
    inside = [element for element in scene.elements if element.role in _HOLDS_TEXT and names.intersection(element.path)]
    texts = [element.value or (element.name if element.role != "Document" else "") for element in (*pages, *inside)]
    return words_in(" ".join(texts))

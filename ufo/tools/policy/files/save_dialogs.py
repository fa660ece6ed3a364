"""Where a file goes that a save dialog writes: the dialog asks about a file that exists, but not about the place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ufo.schema.action_class import ActionClass
from ufo.schema.patterns import any_case, regex
from ufo.tools.policy.files.judge_files import expanded, writing
from ufo.tools.policy.files.shown_folder import ShownFolder, homes, shown_folder
from ufo.tools.policy.scene.scene import Judged, Scene, gravest

_SAVES = any_case(
    r"(?<!/)\b(save|export|speichern|exportieren|enregistrer|exporter|guardar|exportar|salva|salvar|esporta|opslaan|zapisz|сохран)"
    r"|保存|儲存|另存|저장"
)
_CONTENT = "what the dialog saves"
_ENDING = regex(r"\(\*?(\.\w{1,6})\)")
_KEYS = regex(r"\{[^{}/]*\}|[\^%+]\w")
_LONGEST_NAME = 1024
_ELSEWHERE = frozenset({ActionClass.OUTSIDE, ActionClass.SYSTEM})
_ASKED = _ELSEWHERE | {ActionClass.OVERWRITE}


def destination(scene: Scene, texts: Iterable[str], *, commits: bool = False) -> Judged:
    """Judge texts in the fields of a save dialog, each a name or a path as a person would type it there.

    Text that is only typed needs a question where it leads outside the person's folders. `commits`: the command saves, so
    the folder that the dialog shows counts, and whether a file is there already.
    """
    if not _is_save_dialog(scene):
        return Judged(ActionClass.EDIT)
    shown = shown_folder(scene, _named_dialogs(scene))
    texts = [text.strip() for text in texts if text.strip()]
    if not commits:
        judged = [_of_text(scene, shown, text) for text in texts if _is_path(text)]
        return gravest([judgement for judgement in judged if judgement.action_class in _ELSEWHERE])
    written = plain_keys(scene)
    judged = _saved(scene, shown, written or texts)
    # A field's text from before this turn's typing may still be the name that is saved.
    stale = _saved(scene, shown, texts) if written and any(map(_is_absolute, texts)) else []
    found = gravest(
        [judgement for judgement in judged if judgement.action_class in _ASKED]
        + [
            judgement
            for judgement in stale
            if judgement.action_class in _ELSEWHERE and not all(map(_is_absolute, written))
        ]
    )
    return (
        found if found.paths else replace(found, paths=tuple(path for judgement in judged for path in judgement.paths))
    )


def _saved(scene: Scene, shown: ShownFolder, texts: Sequence[str]) -> list[Judged]:
    # A dialog may show its folder in a field of its own, beside the one for the name.
    places = [expanded(text) for text in texts if _is_absolute(text) and expanded(text).is_dir()]
    texts = [text for text in texts if not (_is_absolute(text) and expanded(text).is_dir())]
    if places and not shown.found:
        shown = ShownFolder(shown.names or tuple(map(str, places)), () if shown.names else tuple(places))
    judged = [_of_text(scene, shown, text) for text in texts if _is_path(text)]
    if not texts or not all(map(_is_absolute, texts)):
        judged += _in_shown_folder(scene, shown, texts)
    return judged


def plain_keys(scene: Scene) -> list[str]:
    """Return what this turn typed before, which no look shows yet. Key notation is removed."""
    plain = [_KEYS.sub("", text).strip() for text in scene.written]
    return [text for text in plain if text and "\n" not in text and len(text) <= _LONGEST_NAME]


def _of_text(scene: Scene, shown: ShownFolder, text: str) -> Judged:
    """Judge one path. It starts from the dialog's folder, and `~` is the home that the dialog's application has."""
    if text.startswith("~/") or text == "~":
        ends = [home / text[2:] for home in homes(scene, _named_dialogs(scene))]
    elif _is_absolute(text):
        ends = [expanded(text)]
    else:
        ends = [folder / text for folder in shown.found]
    if not ends:
        said = f"Save {text!r} below the dialog's folder {' / '.join(shown.names)!r}, whose place is not known"
        return Judged(ActionClass.OUTSIDE, said)
    return gravest([writing(scene, path, _CONTENT) for path in ends])


def _in_shown_folder(scene: Scene, shown: ShownFolder, texts: Sequence[str]) -> list[Judged]:
    """Judge names without a folder: they go to the folder that the dialog shows in its row of folders."""
    if not shown.names:
        return []
    if not shown.found:
        named = " / ".join(shown.names)
        said = f"Save in the dialog's folder {named!r}, which may lie outside of your home and working folder"
        return [Judged(ActionClass.OUTSIDE, said)]
    names = [text for text in texts if not _is_path(text)]
    ends = [folder / name for folder in shown.found for name in (*names, *_with_ending(scene, names))] or [
        folder / "file" for folder in shown.found
    ]
    return [writing(scene, path, _CONTENT) for path in ends]


def _with_ending(scene: Scene, names: Iterable[str]) -> list[str]:
    """Return the names with the ending of the chosen format, which office programs add and the dialog shows in brackets."""
    shown = [element.value or element.name for element in scene.elements if element.role == "ComboBox"]
    endings = [found[1] for text in shown for found in [_ENDING.search(text)] if found]
    return [f"{name}{ending}" for name in names for ending in endings if not name.endswith(ending)]


def _is_path(text: str) -> bool:
    return "/" in text or text.startswith("~") or text in (".", "..")


def _is_absolute(text: str) -> bool:
    return text.startswith(("/", "~"))


def fields(scene: Scene) -> list[str]:
    """Return what the one-line fields of the dialog held at the last look, without those of the document behind it."""
    elements = scene.elements
    dialogs = {element.name for element in elements if element.role == "Dialog"}
    lines = [
        element
        for element in elements
        if element.role == "Edit" and element.value and "multiline" not in element.states
    ]
    inside = [line for line in lines if dialogs.intersection(line.path)] if dialogs else lines
    return [element.value or "" for element in inside]


def is_saving(label: str) -> bool:
    return bool(_SAVES.search(label))


def in_save_dialog(scene: Scene) -> bool:
    """Return whether a dialog asks for a name. A question whether to save asks for none."""
    lines = [element for element in scene.elements if element.role == "Edit" and "multiline" not in element.states]
    return bool(lines) and _is_save_dialog(scene)


def _named_dialogs(scene: Scene) -> list[str]:
    """Return the names of the dialogs that save; without one the window itself is the dialog."""
    return [element.name for element in scene.elements if element.role == "Dialog" and is_saving(element.name)]


def _is_save_dialog(scene: Scene) -> bool:
    dialogs = scene.dialogs
    titles = [*dialogs, *([scene.title] if scene.is_dialog else [])]
    return any(is_saving(title) for title in titles)

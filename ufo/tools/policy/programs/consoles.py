"""Judges input in places that run what is typed: a browser's developer tools, macro organisers, an office's Basic window."""

from __future__ import annotations

from ufo.schema.action_class import ActionClass
from ufo.schema.patterns import any_case
from ufo.tools.policy.scene.scene import Judged, Scene

_DEVELOPER_KEYS = frozenset(
    {("f12",), ("shift", "f5"), ("shift", "f7"), ("shift", "f9"), ("ctrl", "u"), ("shift", "f2"), ("shift", "f4")}
    | {("ctrl", "shift", key) for key in "ijkcems"}
)
_MACRO_KEYS = frozenset({("alt", "f8"), ("alt", "f11")})
_RUNNING_KEYS = frozenset({"f5", "f8", "f9", "enter"})
_WINDOWS = any_case(
    r"\b(?:basic ide|libreoffice basic|openoffice basic|(?:basic|python|javascript|beanshell) macros|macro selector|run macro"
    r"|edit macros|macro organi[sz]er|organi[sz]e macros|visual basic|developer tools|devtools|(?:browser|web|script-fu|python"
    r"|python-fu|javascript|error) console|script-fu|script editor|toolbox|makro(?:s|auswahl)?|basic-makros|macros?"
    r"|entwicklerwerkzeuge)\b|^view-source:|\bview-source:"
)
_OFFICE = (
    "soffice", "libreoffice", "openoffice", "oosplash", "excel", "winword", "powerpnt", "gimp", "calc", "et", "wps",
)  # fmt: skip


def by_chord(scene: Scene, chord: tuple[str, ...]) -> Judged:
    """Judge a chord that opens such a place, or runs what is typed there."""
    pressed = "+".join(chord)
    if scene.is_browser and _in_one_order(chord) in _DEVELOPER_KEYS:
        return Judged(ActionClass.RUN_PROGRAM, f"Press {pressed} in {scene.title!r}, which opens the developer tools")
    if _is_office(scene) and _in_one_order(chord) in _MACRO_KEYS:
        return Judged(ActionClass.RUN_PROGRAM, f"Press {pressed} in {scene.title!r}, which opens its macros")
    if is_console(scene) and chord[-1] in _RUNNING_KEYS:
        return Judged(ActionClass.RUN_PROGRAM, f"Press {pressed} in {scene.title!r}, which runs what is written there")
    return Judged(ActionClass.EDIT)


def by_text(scene: Scene, text: str) -> Judged:
    if text.strip() and is_console(scene):
        return Judged(ActionClass.RUN_PROGRAM, f"Write {text[:200]!r} into {scene.title!r}, where such text is run")
    return Judged(ActionClass.EDIT)


def is_console(scene: Scene) -> bool:
    """Return whether the window is such a place, by its title and by the dialogs that it shows. A document's name at the
    beginning of the title does not count.
    """
    window = scene.window
    if window is None or not (scene.is_browser or _is_office(scene)):
        return False
    dialogs = scene.dialogs
    titles = [*dialogs, *([window.title] if _is_own_title(scene) else [])]
    return any(_WINDOWS.search(title) for title in titles)


def _is_own_title(scene: Scene) -> bool:
    """Return whether the title is the console's own. A page called "Macros" in a browser, or a document of that name, is no
    console.
    """
    window = scene.window
    if window is None:
        return False
    if scene.is_dialog:
        return True
    title = window.title.casefold()
    if scene.is_browser:
        return title.startswith(("devtools", "developer tools", "view-source:", "browser console", "browser toolbox"))
    return " - libreoffice basic" in title or "visual basic" in title or title.endswith((".basic", "basic ide"))


def _is_office(scene: Scene) -> bool:
    window = scene.window
    named = f"{window.app_root} {window.process}".casefold() if window else ""
    return scene.is_for("Office", "Spreadsheet", "WordProcessor", "Presentation", "Graphics") or any(
        part in named for part in _OFFICE
    )


def _in_one_order(chord: tuple[str, ...]) -> tuple[str, ...]:
    """Return the chord with its held keys in one order, whichever was pressed first."""
    return (*sorted(chord[:-1]), chord[-1])

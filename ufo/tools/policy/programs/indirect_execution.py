"""What runs a program under another name: a line pasted into a terminal, a file that is opened in a file manager."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ufo.desktop.snapshot import Element
from ufo.schema.action_class import ActionClass
from ufo.schema.patterns import any_case
from ufo.schema.roles import PLAIN_COMMANDS, ROWS
from ufo.tools.policy.programs.made_pages import by_name
from ufo.tools.policy.scene.scene import Judged, Scene

_TERMINAL_NAMES = (
    "term", "konsole", "kitty", "alacritty", "powershell", "cmd.exe", "rxvt", "tilix", "guake", "yakuake", "ghostty",
)  # fmt: skip
_FILE_MANAGERS = (
    "pcmanfm", "thunar", "nautilus", "nemo", "caja", "dolphin", "spacefm", "explorer", "krusader", "rox", "konqueror",
)  # fmt: skip
_RUNS = any_case(
    r"\.(desktop|sh|bash|zsh|csh|ksh|fish|run|bin|appimage|py|pyw|pyc|pyz|pl|rb|js|mjs|jse|vbe|wsf|hta|lua|tcl|php|jar|war|class"
    r"|deb|rpm|apk|flatpakref|flatpakrepo|flatpak|snap|exe|msi|msp|bat|cmd|com|scr|cpl|msc|reg|pif|ps1|psm1|vbs|lnk|url|webloc"
    r"|application|out|elf|command|service|oxt|xpi|crx|vsix|jnlp)$"
)
_OPENS = any_case(
    r"\b(open|execute|run|launch|öffnen|ausführen|ouvrir|exécuter|abrir|ejecutar|executar|apri|esegui|openen|uitvoeren"
    r"|otwórz|uruchom|открыть|выполнить)\b|打开|執行|运行|開く|実行|열기|실행"
)


def is_terminal(scene: Scene, target: Element | None) -> bool:
    if target is not None and target.role == "Terminal":
        return True
    if target is None and any(element.role == "Terminal" for element in scene.elements):
        return True
    return scene.is_for("TerminalEmulator") or _is_one_of(scene, _TERMINAL_NAMES)


def pasting(scene: Scene, element: Element | None, arguments: Mapping[str, Any]) -> Judged:
    """Judge a click with the middle button. It pastes what is selected anywhere on the screen, and a terminal runs its lines."""
    if str(arguments.get("button", "")).casefold() == "middle" and is_terminal(scene, element):
        what = f"Paste what is selected on the screen into the terminal {scene.title!r}, which runs it if it has lines"
        return Judged(ActionClass.RUN_PROGRAM, what)
    return Judged(ActionClass.EDIT)


def opening_file(scene: Scene, element: Element, *, twice: bool) -> Judged:
    """Judge opening a file in a file manager. `twice`: a double click. A single one only selects a row of a list, but may open
    an icon.
    """
    if not is_file_manager(scene):
        return Judged(ActionClass.EDIT)
    if twice or element.role not in ROWS:
        opened = _opened(scene, [element.name, element.value or ""])
        if opened.action_class is not ActionClass.EDIT:
            return opened
    if element.role in PLAIN_COMMANDS and _OPENS.search(element.name):
        return opening_selected(scene)
    return Judged(ActionClass.EDIT)


def opening_selected(scene: Scene) -> Judged:
    """Judge Enter, or "Open", on what is selected in a file manager."""
    if not is_file_manager(scene):
        return Judged(ActionClass.EDIT)
    chosen = [element for element in scene.elements if element.states & {"selected", "focused"}]
    return _opened(scene, [text for element in chosen for text in (element.name, element.value or "")])


def runs_when_opened(name: str) -> bool:
    return bool(_RUNS.search(name.strip()))


def is_file_manager(scene: Scene) -> bool:
    return scene.is_for("FileManager") or _is_one_of(scene, _FILE_MANAGERS)


def _opened(scene: Scene, names: Sequence[str]) -> Judged:
    name = next(filter(runs_when_opened, names), None)
    if name is None:
        return by_name(scene, names)
    return Judged(ActionClass.RUN_PROGRAM, f"Open {name.strip()!r} in {scene.title!r}, which runs it as a program")


def _is_one_of(scene: Scene, names: tuple[str, ...]) -> bool:
    window = scene.window
    named = f"{window.app_root} {window.process}".casefold() if window else ""
    return any(name in named for name in names)

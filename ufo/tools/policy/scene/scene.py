"""What is known when a command is judged: the agent's last look, the windows now, and what is installed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

from ufo.conditions.world import BROWSERS
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Application, Window
from ufo.errors import ToolError
from ufo.schema.action_class import ActionClass
from ufo.schema.geometry import Rect
from ufo.schema.patterns import regex
from ufo.schema.roles import CELLS_AND_LIST_ITEMS
from ufo.tools.act.key_notation import KeyEvent, events_in
from ufo.tools.observe.in_view import at_fraction, innermost
from ufo.tools.observe.read_texts import ReadTexts
from ufo.tools.observe.selection import Selection
from ufo.tools.policy.scene.control_words import ControlWords
from ufo.tools.policy.scene.run_record import RunRecord
from ufo.tools.system.judged_places import Places
from ufo.tools.system.trial import Difference

_SIGNS = frozenset("*•●")
_COUNT = regex(r"\(\d+\)(?=\s|$)")
_UNSAVED_WORDS = ("modified", "unsaved", "geändert", "modifié", "modificado", "modificato", "изменён")


@dataclass(frozen=True, slots=True)
class Judged:
    """What a command would do. `question` is a sentence without its end, "Delete 'report.odt'"; it becomes the question. `paths`:
    the files that it is about, links resolved; `moves`: where those lie that it only moves, and where they go. `is_read`: the
    files are only read. `reached`: all places that judging it went by. `also`: what the question says that was read on or beside
    a control, and not told as its name.
    """

    action_class: ActionClass
    question: str = ""
    paths: tuple[Path, ...] = ()
    moves: tuple[tuple[Path, Path], ...] = ()
    is_read: bool = False
    reached: Places = field(default_factory=Places, compare=False)
    also: str = field(default="", compare=False)


def gravest(judged: Iterable[Judged], default: ActionClass = ActionClass.EDIT) -> Judged:
    """Return the gravest. Of files that are read each counts: consent to one of them is none to the others."""
    several = list(judged)
    found = max(several, key=lambda each: each.action_class.severity, default=Judged(default))
    reads = {each.paths: each.question for each in several if each.is_read} if found.is_read else {}
    if len(reads) < 2:
        return found
    return replace(found, question="; ".join(reads.values()), paths=tuple(dict.fromkeys(chain.from_iterable(reads))))


def keys_in(arguments: Mapping[str, Any]) -> Sequence[KeyEvent]:
    """Return what a command presses and types; nothing where its keys cannot be read, which the tool refuses."""
    try:
        return events_in(arguments)
    except ToolError:
        return ()


@dataclass(frozen=True, slots=True)
class Scene:
    """What a judgement rests on. `written`: what earlier commands of the same turn write, which the last look does not show
    yet. `run`: what this run did before. `copied`: the clipboard's text, where a paste is judged. `read`: what was read in
    this run. `told`: what controls say beside their names, by the handle's key; `pressed` collects the controls that were
    judged. `held`: the words of the window's document as it stands, None where it was not asked for or is not told; `doubted`
    collects the documents that seem to have lost their content by what the window shows; `reached` the places of files.
    `placed`: the file of the window's document, where its application tells it. `is_boxed`: command lines run in a sandbox.
    `tried`: what a program changed there on a copy of the working folder.
    """

    selection: Selection
    windows: tuple[Window, ...]
    applications: tuple[Application, ...]
    working_folder: Path
    written: tuple[str, ...] = ()
    run: RunRecord = field(default_factory=RunRecord)
    copied: str = ""
    read: ReadTexts = field(default_factory=ReadTexts)
    told: Mapping[str, ControlWords] = field(default_factory=dict)
    pressed: list[Element] = field(default_factory=list)
    held: Counter[str] | None = None
    doubted: list[Path] = field(default_factory=list)
    reached: Places = field(default_factory=Places)
    placed: Path | None = None
    is_boxed: bool = False
    tried: Difference = field(default_factory=Difference)

    @property
    def window(self) -> Window | None:
        """The selected window as it is now."""
        chosen = self.selection.window
        return chosen and next((window for window in self.windows if window.id == chosen.id), chosen)

    @property
    def frame(self) -> Rect:
        """What coordinates are fractions of."""
        return self.selection.frame(self.window) if self.window is not None else Rect(0, 0, 0, 0)

    @property
    def title(self) -> str:
        return self.window.title if self.window else ""

    @property
    def steady_title(self) -> str:
        """The title without what our own acts change in it: the mark of unsaved changes and, in a browser, a count."""
        title = self.title.strip().strip("".join(_SIGNS) + " ")
        return _COUNT.sub("", title).strip() if self.is_browser else title

    @property
    def elements(self) -> tuple[Element, ...]:
        """What the last look showed."""
        return self.selection.snapshot.elements if self.selection.snapshot else ()

    @property
    def focused(self) -> Element | None:
        return next((element for element in self.elements if "focused" in element.states), None)

    @property
    def dialogs(self) -> list[str]:
        """The names of the dialogs that the window shows."""
        return [element.name for element in self.elements if element.role == "Dialog"]

    @property
    def is_dialog(self) -> bool:
        """Whether the selected window is itself a dialog of another one."""
        return self.window is not None and (self.window.modal or self.window.parent is not None)

    def at(self, arguments: Mapping[str, Any], x: str = "x", y: str = "y") -> Element | None:
        """Return what lay at the point with these coordinates at the last look; None without a point."""
        if self.window is None:
            return None
        try:
            point = at_fraction(self.frame, float(arguments[x]), float(arguments[y]))
        except (KeyError, TypeError, ValueError, OverflowError):
            return None
        return innermost(self.selection.snapshot, point)

    def element(self, arguments: Mapping[str, Any]) -> Element | None:
        return self.selection.controls.get(str(arguments.get("id", "")))

    @property
    def application(self) -> Application | None:
        """The selected window's application."""
        window = self.window
        return (
            next((application for application in self.applications if runs(application, window)), None)
            if window is not None
            else None
        )

    def is_for(self, *categories: str) -> bool:
        """Return whether the selected window's application declares one of the categories."""
        window = self.window
        if window is None:
            return False
        return any(
            set(categories) & set(application.categories)
            for application in self.applications
            if runs(application, window)
        )

    @property
    def is_browser(self) -> bool:
        window = self.window
        return self.is_for("WebBrowser") or (window is not None and bool({window.app_root, window.process} & BROWSERS))

    @property
    def is_sheet(self) -> bool:
        window = self.window
        return self.is_for("Spreadsheet") or (
            window is not None and "calc" in window.app_root and "office" in window.app_root
        )

    def dialog_text(self, element: Element) -> str:
        """Return everything that the dialog around an element says; "" where it is in no dialog."""
        dialogs = [name for name in self.dialogs if name in element.path]
        if not dialogs and not self.is_dialog:
            return ""
        inside = [control for control in self.elements if not dialogs or dialogs[-1] in control.path]
        words = [
            f"{control.name} {control.value or ''}"
            for control in inside
            if control.role not in CELLS_AND_LIST_ITEMS | {"Button"}
        ]
        return "\n".join([*dialogs[-1:], *words] if dialogs else [self.title, *words])


def runs(application: Application, window: Window) -> bool:
    """Return whether the window is of that application, as its id or its program tells."""
    programs = {Path(part).name for part in application.command[:1]}
    is_called = window.app_root in (application.id, application.id.rpartition(".")[2])
    return is_called or bool(programs & {window.process, window.app_root})


def is_unsaved(title: str) -> bool:
    """Return whether a title has one of the marks by which applications show unsaved changes."""
    plain = title.strip().casefold()
    if plain[:1] in _SIGNS or plain[-1:] in _SIGNS or " *" in plain or "* " in plain:
        return True
    return any(f"{bracket}{word}" in plain for word in _UNSAVED_WORDS for bracket in "([")

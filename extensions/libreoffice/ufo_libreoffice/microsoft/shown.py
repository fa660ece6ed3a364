"""Finds the document that a window of Microsoft Office shows, in the application that is running."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PureWindowsPath
from typing import Any

from ufo_libreoffice.microsoft.values import OfficeError, each
from ufo_libreoffice.office.refusals import Gone, Refused

Running = Callable[[str], Any]
"""Gives the running application of a name in the registry, None where there is none."""


@dataclass(frozen=True)
class Program:
    """`document_of`: the property by which a window gives its document."""

    name: str
    registered: str
    kind: str
    document_of: str


PROGRAMS = {
    "excel": Program("Excel", "Excel.Application", "spreadsheet", "Parent"),
    "winword": Program("Word", "Word.Application", "text document", "Document"),
    "powerpnt": Program("PowerPoint", "PowerPoint.Application", "presentation", "Presentation"),
}
"""By the roots of their windows' applications."""


@dataclass(frozen=True)
class Shown:
    """A document in a window, all three objects of Office."""

    program: Program
    application: Any
    document: Any
    window: Any

    @property
    def path(self) -> str:
        """The document's file, or its address where it lies on a server; "" for one that was never saved."""
        return str(self.document.FullName) if self.document.Path else ""

    @property
    def is_on_server(self) -> bool:
        return "://" in self.path

    def require(self, kind: str) -> None:
        if self.program.kind != kind:
            raise Refused(f"the selected window does not show a {kind}; select the window of the {kind} first")

    def require_writable(self) -> None:
        if self.document.ReadOnly:
            raise Refused(
                f"the document {self.path or 'without a name'!r} is open read-only; "
                "save it under another name with save_as, then change that one"
            )


class Documents:
    """The documents of the running applications, by their windows."""

    def __init__(self, running: Running) -> None:
        self._running = running
        self._kept: dict[tuple[str, str], Shown] = {}

    def shown(self, root: str, window: str, title: str) -> Shown:
        """Return what a window shows. `root`: of its application, `window`: its handle, `title`: what it had when the caller
        looked. Raises Refused, Gone.
        """
        program = PROGRAMS[root]
        application = self._running(program.registered)
        if application is None:
            self._kept.clear()
            raise Gone(
                f"{program.name} gives out no document: it has ended, or runs with an administrator's rights, or asks something "
                "at its start; answer what it shows, or open the document again as the same user"
            )
        kept = self._kept.get((root, window))
        if kept is not None and _is_open(kept):
            return kept
        windows = list(each(application.Windows))
        found = _of_handle(windows, window) or _titled(windows, title, program)
        if found is None:
            self._refuse(program, application, title)
        shown = Shown(program, application, getattr(found, program.document_of), found)
        self._kept[root, window] = shown
        return shown

    def _refuse(self, program: Program, application: Any, title: str) -> None:
        protected = [str(item.Caption) for item in each(application.ProtectedViewWindows)]
        if any(_begins(title, caption) for caption in protected):
            raise Refused(
                f"{title!r} is in Protected View, in which nothing reads or changes it; where the person trusts the file, they "
                "press Enable Editing"
            )
        raise Gone(
            f"{program.name} shows no document in the window {title!r} any more, or asks something there; look again, and select "
            "a window that shows one"
        )


def _is_open(shown: Shown) -> bool:
    """Tell whether the window that was found still shows its document: a closed one has no caption any more."""
    try:
        return bool(str(shown.window.Caption)) and bool(str(shown.document.Name))
    except (OfficeError, Gone):
        return False


def _of_handle(windows: list[Any], handle: str) -> Any:
    return next((item for item in windows if handle.isdecimal() and _handle_of(item) == int(handle)), None)


def _handle_of(window: Any) -> int:
    try:
        return int(window.Hwnd)
    except OfficeError:
        # PowerPoint's have none.
        return 0


def _titled(windows: list[Any], title: str, program: Program) -> Any:
    """Return the window whose name the title begins with, the longest one. A window that has a handle was looked for by that."""
    named = [(item, _name_in(title, item, program)) for item in windows if not _handle_of(item)]
    longest = max((len(name) for _, name in named), default=0)
    same = [item for item, name in named if name and len(name) == longest]
    if len(same) > 1:
        raise Refused(f"several windows are titled {title!r}; close one of them")
    return same[0] if same else None


def _name_in(title: str, window: Any, program: Program) -> str:
    """Return the name by which a title begins: the window's caption, or its document's name, with its ending or without."""
    document = str(getattr(window, program.document_of).Name)
    names = (str(window.Caption), document, PureWindowsPath(document).stem)
    return max((name for name in names if _begins(title, name)), key=len, default="")


def _begins(title: str, caption: str) -> bool:
    return bool(caption) and (title == caption or title.startswith((f"{caption} ", f"{caption}:")))


@contextmanager
def one_step(shown: Shown, title: str) -> Iterator[None]:
    """Make the changes one step to undo: in Word and PowerPoint, which have a way; Excel takes none of a program's back."""
    if shown.program.name == "PowerPoint":
        shown.application("StartNewUndoEntry")
    if shown.program.name != "Word":
        yield
        return
    record = shown.application.UndoRecord
    record("StartCustomRecord", title)
    try:
        yield
    finally:
        record("EndCustomRecord")

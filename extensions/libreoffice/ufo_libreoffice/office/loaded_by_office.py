"""Runs inside LibreOffice, which loads this file through its own loader for components in Python. It imports nothing of ours.

An undo step that lives in another process does nothing once that process has ended, so the steps that LibreOffice does not
record are kept here. Nothing is installed: all of it goes when LibreOffice ends.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import uno  # type: ignore[import-not-found]  # belongs to LibreOffice and has no stubs
import unohelper  # type: ignore[import-not-found]  # the same

_XUndoAction: Any = uno.getClass("com.sun.star.document.XUndoAction")
_XTransferable: Any = uno.getClass("com.sun.star.datatransfer.XTransferable")
_XJob: Any = uno.getClass("com.sun.star.task.XJob")
_XCallback: Any = uno.getClass("com.sun.star.awt.XCallback")
_NoSuchFlavour: Any = uno.getClass("com.sun.star.datatransfer.UnsupportedFlavorException")

_PATIENCE_S = 20.0
_MOST_COPIED = 32 * 1024 * 1024
_NOTHING_MOVES = 4
_TEXT = "text/plain;charset=utf-16"


class UndoStep(unohelper.Base, _XUndoAction):  # type: ignore[misc]  # UNO's classes are made while it runs
    """Puts back what LibreOffice does not record. What is gone by then is left alone: an error would cost all other steps."""

    def __init__(self, _context: Any, title: str, kind: str, *what: Any) -> None:
        self.Title = title
        self._restore = _RESTORES[kind]
        *self._of, self._before, self._after = what

    def undo(self) -> None:
        with suppress(Exception):
            self._restore(*self._of, self._before)

    def redo(self) -> None:
        with suppress(Exception):
            self._restore(*self._of, self._after)


def _set_properties(target: Any, values: tuple[tuple[str, Any], ...]) -> None:
    for name, value in values:
        setattr(target, name, value)


def _set_chart(sheet: Any, name: str, order: int, state: tuple[Any, ...]) -> None:
    """Put a diagram with its axes, series and legend, the title and the place of a chart back. Clones: they become part of it."""
    diagram, title, x, y, width, height = state
    shape = _shape(sheet, name, order)
    model = sheet.Charts.getByName(shape.PersistName).EmbeddedObject
    model.lockControllers()
    try:
        model.setFirstDiagram(diagram.createClone())
        model.setTitleObject(title.createClone() if title is not None else None)
    finally:
        model.unlockControllers()
    model.setModified(True)
    if (shape.Position.X, shape.Position.Y, shape.Size.Width, shape.Size.Height) != (x, y, width, height):
        position, size = shape.Position, shape.Size
        position.X, position.Y, size.Width, size.Height = x, y, width, height
        shape.setSize(size)
        shape.setPosition(position)


_RESTORES: Mapping[str, Callable[..., None]] = {"properties": _set_properties, "chart": _set_chart}


def _shape(sheet: Any, name: str, order: int) -> Any:
    """Return the chart's shape. A chart that redo has inserted again has another name, but its place in the order."""
    page = sheet.DrawPage
    shapes = [page.getByIndex(at) for at in range(page.getCount())]
    named = [shape for shape in shapes if getattr(shape, "PersistName", "") == name]
    return named[0] if named else shapes[order]


class PasteFormats(unohelper.Base, _XJob):  # type: ignore[misc]  # the same
    """Pastes the formats of cells over other cells, and leaves the clipboard as it was.

    It does so in one go in LibreOffice's main thread, so no other program sees the clipboard change: LibreOffice offers to the
    desktop what the clipboard holds once that thread is free again. From another thread its clipboard is not safe to use.
    """

    def __init__(self, context: Any, *cells: Any) -> None:
        self._context = context
        self._controller, self._source, self._to_controller, self._target = cells

    def execute(self, _arguments: Any) -> str:
        """Return "" once it is done, or what went wrong."""
        return _in_main_thread(self._context, self._paste)

    def _paste(self) -> None:
        clipboard = self._made("datatransfer.clipboard.SystemClipboard")
        contents = _kept(clipboard.getContents())
        try:
            self._controller.select(self._source)
            clipboard.setContents(self._controller.getTransferable(), None)
            self._to_controller.select(self._target)
            helper, frame = self._made("frame.DispatchHelper"), self._to_controller.getFrame()
            helper.executeDispatch(frame, ".uno:InsertContents", "", 0, _FORMATS_ONLY)
        finally:
            clipboard.setContents(contents, contents if _is_of_office(contents) else None)

    def _made(self, service: str) -> Any:
        return self._context.ServiceManager.createInstanceWithContext(f"com.sun.star.{service}", self._context)


def _value(name: str, value: Any) -> Any:
    made = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
    made.Name, made.Value = name, value
    return made


_FORMATS_ONLY = (
    _value("Flags", "T"), _value("FormulaCommand", 0), _value("SkipEmptyCells", False), _value("Transpose", False),
    _value("AsLink", False), _value("MoveMode", _NOTHING_MOVES),
)  # fmt: skip


def _in_main_thread(context: Any, work: Callable[[], None]) -> str:
    queue = context.ServiceManager.createInstanceWithContext("com.sun.star.awt.AsyncCallback", context)
    task = _Task(work)
    queue.addCallback(task, None)
    if not task.done.wait(_PATIENCE_S):
        task.is_late = True
        return "it is busy"
    return task.error


class _Task(unohelper.Base, _XCallback):  # type: ignore[misc]  # the same
    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self.done = threading.Event()
        self.error = ""
        self.is_late = False

    def notify(self, _data: Any) -> None:
        try:
            # Nobody waits for it any more.
            if not self.is_late:
                self._work()
        except Exception as error:  # noqa: BLE001 the end of what this thread was asked for
            self.error = f"{type(error).__name__}: {error}"
        finally:
            self.done.set()


def _kept(contents: Any) -> Any:
    """Return what the clipboard holds as something that can be put back. What another program owns is read now: it is gone once
    the clipboard has another owner.
    """
    if contents is None or _is_of_office(contents):
        return contents
    flavours, values, size = [], [], 0
    for flavour in contents.getTransferDataFlavors():
        value = None
        with suppress(Exception):
            value = contents.getTransferData(flavour)
        size += len(value) if isinstance(value, str | uno.ByteSequence) else 0
        if flavour.MimeType == _TEXT and isinstance(value, uno.ByteSequence):
            value = value.value.decode("utf-16-le", "replace")
        # LibreOffice makes the other encodings of a text of that one.
        if value is not None and size <= _MOST_COPIED and not _is_other_text(flavour.MimeType):
            flavours.append(flavour)
            values.append(value)
    return Copied(tuple(flavours), tuple(values)) if flavours else None


def _is_other_text(kind: str) -> bool:
    return kind.startswith("text/plain") and kind != _TEXT


def _is_of_office(contents: Any) -> bool:
    return hasattr(contents, "lostOwnership")


class Copied(unohelper.Base, _XTransferable):  # type: ignore[misc]  # the same
    """Holds what another program had put on the clipboard, after the clipboard was needed."""

    def __init__(self, flavours: tuple[Any, ...], contents: tuple[Any, ...]) -> None:
        self._flavours, self._contents = flavours, contents

    def getTransferData(self, flavour: Any) -> Any:  # noqa: N802 UNO's name
        for known, content in zip(self._flavours, self._contents, strict=True):
            if known.MimeType == flavour.MimeType:
                return content
        raise _NoSuchFlavour(flavour.MimeType, self)

    def getTransferDataFlavors(self) -> tuple[Any, ...]:  # noqa: N802 the same
        return self._flavours

    def isDataFlavorSupported(self, flavour: Any) -> bool:  # noqa: N802 the same
        return any(known.MimeType == flavour.MimeType for known in self._flavours)


g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816 the name that LibreOffice looks for
for _made in (UndoStep, PasteFormats):
    g_ImplementationHelper.addImplementation(_made, f"ufo.{_made.__name__}", ())

"""The only place that imports UNO. All values from LibreOffice are untyped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import uno  # type: ignore[import-not-found]  # belongs to the system Python and has no stubs
import unohelper  # type: ignore[import-not-found]  # the same

UnoError: type[Exception] = uno.getClass("com.sun.star.uno.Exception")
DisposedError: type[Exception] = uno.getClass("com.sun.star.lang.DisposedException")
NoConnectError: type[Exception] = uno.getClass("com.sun.star.connection.NoConnectException")

XWINDOW = 6
"""com.sun.star.lang.SystemDependent.SYSTEM_XWINDOW."""


_InteractionHandler: Any = uno.getClass("com.sun.star.task.XInteractionHandler")
_Abort: Any = uno.getTypeByName("com.sun.star.task.XInteractionAbort")


class NoQuestions(unohelper.Base, _InteractionHandler):  # type: ignore[misc]  # UNO's classes are made while it runs
    """Answers every question with "abort", so that a call fails with an error where a dialog would wait for a person."""

    def handle(self, request: Any) -> None:
        for answer in request.getContinuations():
            if answer.queryInterface(_Abort) is not None:
                answer.select()
                return


def local_context() -> Any:
    return uno.getComponentContext()


def struct(name: str, **fields: Any) -> Any:
    made = uno.createUnoStruct(f"com.sun.star.{name}")
    for key, value in fields.items():
        setattr(made, key, value)
    return made


def enum(name: str, value: str) -> Any:
    return uno.Enum(f"com.sun.star.{name}", value)


def properties(**fields: Any) -> tuple[Any, ...]:
    return tuple(struct("beans.PropertyValue", Name=key, Value=value) for key, value in fields.items())


def named_values(**fields: Any) -> Any:
    """Return a typed sequence of named values, as the value of a property; without any, an empty one."""
    made = tuple(struct("beans.NamedValue", Name=key, Value=value) for key, value in fields.items())
    return uno.Any("[]com.sun.star.beans.NamedValue", made)


def constant(name: str) -> int:
    return int(uno.getConstantByName(f"com.sun.star.{name}"))


def typed_properties(**fields: Any) -> Any:
    """Return properties as the value of another property."""
    return uno.Any("[]com.sun.star.beans.PropertyValue", properties(**fields))


def typed(kind: str, value: Any) -> Any:
    """Return a value of exactly this type ("short"), where LibreOffice would not take the one that Python has."""
    return uno.Any(kind, value)


def call(target: Any, method: str, *arguments: Any) -> Any:
    """Call a method with typed arguments, which a plain call would unpack."""
    return uno.invoke(target, method, arguments)


def sequence(name: str, *values: Any) -> Any:
    """Return a typed sequence of structs: an untyped one is not accepted as the value of a property."""
    return uno.Any(f"[]com.sun.star.{name}", values)


def byte_sequence(data: bytes) -> Any:
    return uno.ByteSequence(data)


def each(holder: Any) -> Iterator[Any]:
    """Iterate over what the holder enumerates: blocks of a text, portions of a paragraph."""
    enumeration = holder.createEnumeration()
    while enumeration.hasMoreElements():
        yield enumeration.nextElement()


def items(holder: Any) -> list[Any]:
    """Return what the holder has by index: sheets, slides, shapes."""
    return [holder.getByIndex(index) for index in range(holder.getCount())]


def file_url(path: str) -> str:
    return str(uno.systemPathToFileUrl(path))


def file_path(url: str) -> str:
    return str(uno.fileUrlToSystemPath(url)) if url.startswith("file:") else ""


def window_handle(container: Any) -> int | None:
    """Return the X11 window id of a frame's container window; None where it has none (Wayland, headless)."""
    try:
        handle = container.getWindowHandle(uno.ByteSequence(bytes(16)), XWINDOW)
    except (UnoError, AttributeError):
        return None
    number = getattr(handle, "WindowHandle", handle)
    return number & 0xFFFFFFFF if isinstance(number, int) and number else None

"""Python packages that only one system has, such as those of the session bus and of X11. What needs them stays out elsewhere."""

from __future__ import annotations

from importlib.util import find_spec

OF_LINUX = frozenset({"dbus_fast", "Xlib"})
"""The modules of the dependencies that are marked for Linux in pyproject.toml."""
OF_WINDOWS = frozenset({"comtypes"})
"""Those that are marked for Windows."""


def require_package(name: str) -> None:
    """Raise ModuleNotFoundError where that package of one system alone is not there."""
    if find_spec(name) is None:
        raise ModuleNotFoundError(f"{name!r} is of another system", name=name)


def asks_for_other_system(error: BaseException | None) -> bool:
    """Tell of a failed import, or of an error that it caused, whether it wanted what only another system has."""
    while error is not None:
        if isinstance(error, ModuleNotFoundError):
            package = (error.name or "").partition(".")[0]
            return package in OF_LINUX | OF_WINDOWS and find_spec(package) is None
        error = error.__cause__
    return False

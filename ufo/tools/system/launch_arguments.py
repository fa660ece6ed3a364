"""Resolves the arguments of an application to launch: documents become paths, while addresses and options stay as they are."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from ufo.desktop.values import Application
from ufo.errors import ToolError
from ufo.schema.file_names import SIGN, named, on_disk, path_meant
from ufo.tools.system.application_match import application_for, find_application, is_address, is_host

_SHOWN_AT_MOST = 12
_ALIKE = 0.6


def what_to_open(
    name: str, arguments: Sequence[str], folder: Path, installed: Sequence[Application]
) -> tuple[Application, list[str]]:
    """Return the application to launch and its arguments. A document given as the name opens with its own application. Raises
    ToolError and LaunchFailed.
    """
    if name and not arguments and Path(name).suffix and resolve_path(name, folder).is_file():
        name, arguments = "", [name]
    if name:
        return find_application(name, installed), list(arguments)
    if not arguments:
        raise ToolError("say which application to open, or which document")
    return application_for(resolve_argument(arguments[0], folder), installed), list(arguments)


def resolve_argument(argument: str, folder: Path, application: Application | None = None, *, new: bool = False) -> str:
    """Return a document's absolute path, or addresses and options unchanged. A text editor is given a file that is not there
    yet, unless one of a similar name is: that may have been meant. Raises ToolError for any other missing document.
    """
    if argument.startswith("-") or is_address(argument):
        return argument
    path = resolve_path(argument, folder)
    if path.exists():
        return str(path)
    browses = application is not None and "WebBrowser" in application.categories
    if browses and is_host(argument):
        # A browser takes the part before a colon for a scheme: it would not know the scheme of "localhost:8000".
        return f"http://{argument}" if ":" in argument.partition("/")[0] else argument
    if "/" not in argument and not Path(argument).suffix:
        return argument
    edits = application is not None and "TextEditor" in application.categories and path.parent.is_dir()
    if edits and (new or not _similar(path)):
        return str(path)
    hint = '; to begin a new file of that name, say so with "new"' if edits else ""
    raise ToolError(f"{missing(path)}{hint}")


def resolve_path(name: str, folder: Path) -> Path:
    """Return the absolute path of a name relative to the folder; `~` is the person's home."""
    return place_of(name, folder).resolve()


def place_of(name: str, folder: Path) -> Path:
    """Return the absolute path of a name as `resolve_path`, but of a link itself, not of what it leads to."""
    path = on_disk(path_meant(name, folder))
    return path.parent.resolve() / path.name if path.name not in ("", "..") else path.resolve()


def _similar(path: Path) -> bool:
    return bool(get_close_matches(path.name, [item.name for item in path.parent.iterdir()], n=1, cutoff=_ALIKE))


def missing(path: Path) -> ToolError:
    """Return an error that lists what the folder holds instead, similar names first."""
    try:
        there = sorted(named(item.name) for item in path.parent.iterdir() if not item.name.startswith("."))
    except OSError:
        return ToolError(f"neither {str(path)!r} nor its folder exists; name a document that exists")
    if SIGN in path.name and there.count(path.name) > 1:
        return ToolError(
            f"several files are shown as {path.name!r}, because their names are not UTF-8; rename them first"
        )
    near = get_close_matches(path.name, there, n=_SHOWN_AT_MOST, cutoff=_ALIKE)
    there = [*near, *(name for name in there if name not in near)]
    listed = ", ".join(there[:_SHOWN_AT_MOST]) + (", …" if len(there) > _SHOWN_AT_MOST else "")
    return ToolError(f"there is no document {path.name!r} in {str(path.parent)!r}; there are: {listed or 'no files'}")

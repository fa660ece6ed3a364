"""Finds the installed application that words mean ("Word", "text editor", "gnome-calculator") or that opens a document.

It relies only on what applications report about themselves: name, generic name, keywords, categories and MIME types.
"""

from __future__ import annotations

import difflib
import mimetypes
import re
from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType

from ufo.desktop.values import Application
from ufo.errors import LaunchFailed
from ufo.text.words import spaced_words

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://\S+|(about|mailto|data|javascript):\S*", re.IGNORECASE)
_HOST = re.compile(r"(localhost|[\w-]+(\.[\w-]+)+)(:\d+)?(/\S*)?", re.IGNORECASE)
# Not every system's MIME table has the office formats.
_OFFICE = "application/vnd.oasis.opendocument."
_OPEN_XML = "application/vnd.openxmlformats-officedocument."
_TYPES = MappingProxyType(
    {
        ".odt": f"{_OFFICE}text",
        ".ods": f"{_OFFICE}spreadsheet",
        ".odp": f"{_OFFICE}presentation",
        ".odg": f"{_OFFICE}graphics",
        ".docx": f"{_OPEN_XML}wordprocessingml.document",
        ".xlsx": f"{_OPEN_XML}spreadsheetml.sheet",
        ".pptx": f"{_OPEN_XML}presentationml.presentation",
        ".md": "text/markdown",
    }
)
_FOLDER = "inode/directory"
_PLAIN = ("text/plain", "text/html", "text/markdown")
_ENOUGH = 40.0
_LIKE = 0.7


def find_application(words: str, applications: Sequence[Application]) -> Application:
    """Return the best match for the words. Raises LaunchFailed, which names similar applications, where nothing fits."""
    ranked = sorted(applications, key=lambda application: _score(words, application), reverse=True)
    if ranked and _score(words, ranked[0]) >= _ENOUGH:
        return ranked[0]
    names = [application.name for application in applications]
    near = difflib.get_close_matches(words, names, n=3, cutoff=0.4) or sorted(names)[:12]
    raise LaunchFailed(f"no installed application is called {words!r}; there are {', '.join(near) or 'none'}")


def application_for(document: str, applications: Sequence[Application]) -> Application:
    """Return the application that opens a document or address by default. Raises LaunchFailed where none declares its type."""
    kinds = kinds_of_document(document)
    for kind in kinds:
        able = [application for application in applications if kind in application.mime_types]
        if able:
            # An office suite opens plain text too, but an application that opens little else is meant for it. Office
            # documents go to the suite for which native tools exist.
            return min(
                able,
                key=lambda application: (
                    kind not in _PLAIN and not _has_tools(application),
                    len(application.mime_types),
                ),
            )
    raise LaunchFailed(
        f"no installed application opens {document!r} ({kinds[0]}); name the application to open it with"
    )


def _has_tools(application: Application) -> bool:
    return "libreoffice" in f"{application.id} {application.name}".casefold()


def is_address(argument: str) -> bool:
    return bool(_ADDRESS.fullmatch(argument))


def is_host(argument: str) -> bool:
    """Tell whether the argument is a host such as "example.org/page", which only a browser takes for an address."""
    return bool(_HOST.fullmatch(argument))


def kinds_of_document(document: str) -> list[str]:
    """Return the MIME types of a document or address, the likeliest first."""
    if is_address(document):
        return [f"x-scheme-handler/{document.partition(':')[0].lower()}", "text/html"]
    if document.endswith("/") or Path(document).expanduser().is_dir():
        return [_FOLDER]
    guessed = _TYPES.get(Path(document).suffix.lower()) or mimetypes.guess_type(document)[0] or "text/plain"
    return [guessed, "text/plain"] if guessed.startswith("text/") else [guessed]


def _score(words: str, application: Application) -> float:
    """Return a score from 0 to 100: the application's own names rank above its purposes, whole words above similarity."""
    wanted = spaced_words(words)
    if not wanted:
        return 0.0
    named = [spaced_words(text) for text in (application.id, application.id.rpartition(".")[2], application.name)]
    # "mousepad --preferences" opens the settings of Mousepad, not the application.
    is_door = "Settings" in application.categories or any(text.startswith("--") for text in application.command[1:])
    command = spaced_words(Path(application.command[0]).name) if application.command else ""
    own = named if is_door else [*named, command]
    return _likeness(wanted, own, application) - 5 * is_door


def _likeness(wanted: str, own: Sequence[str], application: Application) -> float:
    if wanted in own:
        return 100.0
    generic = spaced_words(application.generic_name)
    if wanted == generic:
        return 90.0
    tokens = set(wanted.split())
    named = set(" ".join(own).split())
    if tokens <= named:
        return 80.0 - len(named - tokens) / 10
    purposes = [spaced_words(purpose) for purpose in _purposes(application)]
    purpose = set(" ".join((generic, *purposes)).split())
    if tokens <= named | purpose:
        return 60.0 + 5 * bool(tokens & set(generic.split())) + 10 * (wanted in purposes)
    ratio = max(difflib.SequenceMatcher(None, wanted, text).ratio() for text in own if text)
    return 60 * ratio if ratio >= _LIKE else 0.0


def _purposes(application: Application) -> list[str]:
    """Return the keywords, and the categories split into words ("WebBrowser")."""
    return [
        *application.keywords,
        *(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", category) for category in application.categories),
    ]

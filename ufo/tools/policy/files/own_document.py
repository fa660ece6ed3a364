"""The document that a window works on, by its title: applications show its name there, and some its folder too."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

from ufo.conditions.readers.read_document import read_document
from ufo.conditions.world import Copies
from ufo.desktop.values import Window
from ufo.errors import UfoError
from ufo.platform.scratch import scratch
from ufo.schema.patterns import regex
from ufo.text.words import words
from ufo.tools.policy.files.judge_files import expanded, own_name
from ufo.tools.policy.scene.scene import Scene
from ufo.tools.policy.scene.shown_page import page_of

_MOST_BYTES = 8_000_000
_log = logging.getLogger(__name__)
_WITH_FOLDER = regex(r"^(?P<name>.+?) \((?P<folder>[/~].*)\)$")
_FILE_NAME = regex(r"[^/\\:]+\.[A-Za-z]\w{0,7}")


def own_document(scene: Scene) -> Path | None:
    """Return the document that the selected window works on. Absolute where its place is known or likely, else its bare name;
    None where the title names no file.

    A dialog works on its owner's document.
    """
    told = _told(scene)
    if told is not None:
        return told
    name = _shown_name(scene)
    known = scene.run.known_as(name, (scene.working_folder.resolve(),)) if name else ()
    if known:
        return known[0]
    return Path(name) if _FILE_NAME.fullmatch(name) else None


def shown_file(scene: Scene) -> Path | None:
    """Return the file that the selected window shows, also as a page; None where its window tells no path."""
    if not scene.is_browser:
        return _told(scene)
    page = page_of(scene.selection.snapshot)
    return Path(unquote(page)) if page.startswith("/") else None


def is_sure(scene: Scene) -> bool:
    """Tell whether the document is known by its path: its window tells it, or this run opened or made it in a window that did
    not show a document of that name before.
    """
    if _told(scene) is not None:
        return True
    return not stood_there(scene) and bool(scene.run.known_as(_shown_name(scene), ()))


def stood_there(scene: Scene) -> bool:
    """Tell whether the window showed a document of that name when the request was made."""
    owner = owner_of(scene)
    return owner is not None and any(
        standing.window.is_same(owner) and own_name(standing.window.title) == own_name(owner.title)
        for standing in scene.run.standing
    )


def _told(scene: Scene) -> Path | None:
    """Return the document's path as the application tells it, or its window in the title or beside the document."""
    if scene.placed is not None:
        return scene.placed
    window = _of_documents(scene)
    if window is None:
        return None
    for part in _prefixes(window.title.strip().lstrip("*•● ").strip()):
        if part.startswith(("/", "~")):
            path = expanded(part)
            if path.is_file():
                return path
        match = _WITH_FOLDER.match(part)
        if match is not None:
            return expanded(match["folder"]) / match["name"]
    beside = (folder / _shown_name(scene) for folder in _shown_folders(scene))
    return next((path for path in beside if path.is_file()), None)


def _shown_name(scene: Scene) -> str:
    window = _of_documents(scene)
    return own_name(window.title) if window is not None else ""


def _of_documents(scene: Scene) -> Window | None:
    return None if scene.is_for("WebBrowser", "FileManager", "TerminalEmulator") else owner_of(scene)


def owner_of(scene: Scene) -> Window | None:
    """Return the selected window, or for a dialog the window that it belongs to."""
    window, seen = scene.window, set[str]()
    while window is not None and window.parent is not None and window.id not in seen:
        seen.add(window.id)
        parent = next((each for each in scene.windows if each.id == window.parent), None)
        if parent is None:
            break
        window = parent
    return window


def _prefixes(title: str) -> list[str]:
    """Return the beginnings of a title, the longest first, because a name may contain what separates the parts of a title."""
    parts = re.split(r"(\s+[-\u2013\u2014|]\s+)", title)
    return ["".join(parts[: end + 1]).rstrip("*• ") for end in range(len(parts) - 1, -1, -2)]


def _shown_folders(scene: Scene) -> list[Path]:
    """Return the folders that the window shows beside its document, as an editor's header does."""
    texts = [
        element.name for element in scene.elements if element.role == "Text" and element.name.startswith(("/", "~/"))
    ]
    return [path for path in map(expanded, texts) if path.is_dir()]


def words_in(text: str) -> Counter[str]:
    return Counter(words(text))


def words_of(path: Path) -> Counter[str]:
    """Return the words of a file, none where it cannot be read or is large. Blocking."""
    try:
        found = path.stat()
        return Counter() if found.st_size > _MOST_BYTES else _words_as_of(path, found.st_ctime_ns, found.st_size)
    except (UfoError, OSError):
        return Counter()


@lru_cache(maxsize=2)
def _words_as_of(path: Path, _ctime_ns: int, _size: int) -> Counter[str]:
    """Read the words once for the file as it is: a save is judged when it is decided on, and again right before it is done."""
    return words_in(read_document(path).text)


async def words_as_open(copies: Copies, name: str) -> Counter[str] | None:
    """Return the words of the open document of that name; None where its application writes no copy that can be read."""
    with scratch() as folder:
        try:
            path = await copies.copy(name, folder)
            document = await asyncio.to_thread(read_document, path)
        except (UfoError, OSError) as error:
            _log.info("%s cannot be read as it is open: %s", name, error)
            return None
        return words_in(document.text)

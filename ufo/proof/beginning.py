"""How a request began: when, how the world stood that it may touch, and what was stated of its end."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, count, takewhile
from pathlib import Path

from ufo.proof.difference.watched import Watched, real, trash_of, user_folders
from ufo.proof.difference.world import WorldBefore
from ufo.proof.stated import Stated
from ufo.proof.tokens import TokenKind, hard_tokens
from ufo.schema.file_names import path_meant

_LONGEST_PATH = 1000
_OF_THE_KERNEL = ("/proc", "/sys")


@dataclass(frozen=True, slots=True)
class Places:
    """Where a request works. `images`: the folder of the images from before it; a later request has one beside it. `home`:
    where the desktop's applications keep
    their settings. `recording`: where the run itself records what goes to and from the models.
    """

    working_folder: Path
    images: Path
    home: Path
    recording: Path | None = None


@dataclass(frozen=True, slots=True)
class Beginning:
    """`at`: seconds since 1970."""

    at: float
    world: WorldBefore
    stated: Stated = field(default_factory=Stated)


def begin(request: str, places: Places, at: float) -> Beginning:
    """Look at the world and keep images of what the request may touch. Blocking: copies documents."""
    world = WorldBefore(_watched(request, places), _fresh(places.images))
    world.take()
    world.kept.has_begun(at)
    return Beginning(at, world)


def go_on(request: str, places: Places, at: float, move: Callable[[Path], Path] | None = None) -> Beginning | None:
    """Return the beginning of a request that was broken off, with the world as it stood then; None where that was not noted.
    `move`: where a file of the working folder lies now. Raises OSError where that cannot be noted. Blocking.
    """
    *_, images = chain([places.images], takewhile(Path.exists, _others(places.images)))
    world = WorldBefore(_watched(request, places), images)
    if move is None:
        world.kept.has_begun(at)
    if not world.restore(move):
        return None
    # Files that were brought elsewhere came to be there since, and stand as they stood before.
    world.kept.has_begun(at)
    return Beginning(at, world)


def _watched(request: str, places: Places) -> Watched:
    own = Path.home()
    own_trash = trash_of(own) if places.home != own else None
    return Watched(places.working_folder, places.home, _named(request, places), own_trash, places.recording)


def _named(request: str, places: Places) -> tuple[Path, ...]:
    own = Path.home()
    # The applications of a desktop of its own keep their settings elsewhere, and open the person's documents.
    folders = [folder for folder in user_folders(own).values() if folder.is_dir()] if places.home != own else []
    texts = [token.text for token in hard_tokens(request) if token.kind is TokenKind.FILE]
    return (*paths_in(texts, places), *folders)


def _fresh(images: Path) -> Path:
    """Return a folder for images that no earlier request of the run has: "before", "before-2" and so on. Blocking."""
    return next(folder for folder in chain([images], _others(images)) if not folder.exists())


def _others(images: Path) -> Iterator[Path]:
    return (images.with_name(f"{images.name}-{number}") for number in count(2))


def paths_in(texts: Iterable[str], places: Places) -> tuple[Path, ...]:
    """Return the files and folders that texts name, those that are there or whose folder is. Blocking."""
    found: dict[Path, None] = {}
    for text in texts:
        if text and len(text) <= _LONGEST_PATH and not set("\n\0") & set(text) and ("." in text or "/" in text):
            named = text.removeprefix("file://")
            path = path_meant(named, places.working_folder)
            if _is_reachable(path) and not _holds_all(path, places):
                found[path] = None
    return tuple(found)


def _is_reachable(path: Path) -> bool:
    """Tell whether there is anything to watch: nothing that the person may not write, nor what only the kernel writes."""
    try:
        folder = real(path.parent)
        return folder.is_dir() and os.access(folder, os.W_OK) and not any(map(folder.is_relative_to, _OF_THE_KERNEL))
    except (OSError, ValueError):
        return False


def _holds_all(path: Path, places: Places) -> bool:
    """Tell whether so much lies in it that the name tells nothing of what is meant."""
    place = real(path)
    wholes = (places.working_folder, places.home, Path.home(), Path(tempfile.gettempdir()))
    return any(real(whole).is_relative_to(place) for whole in wholes)

"""Puts back what a run changed in files, from the images that were kept before it (docs/undo.md).

A file that is not as the run left it is somebody else's by now and stays. What an undo replaces or removes is kept beside the
images, so that nothing is lost by it.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from ufo.desktop.private.remains import is_gone_with_its_desktop
from ufo.proof.difference.manifest import MISSING, NAME, Kept, image_folders, read_manifest
from ufo.proof.difference.moves import digest_of
from ufo.schema.file_names import named

UNDONE = "undone"
"""The folder, beside the images, with what an undo replaced or removed."""
_BETWEEN = "between"
"""The end of a file that somebody else changed after one request of the run and before the next one."""


class Deed(StrEnum):
    PUT_BACK = "put back"
    """The file is there and gets its old contents."""
    BRING_BACK = "bring back"
    """The file is gone and comes back."""
    REMOVE = "remove"
    """The run made the file, and it goes."""


@dataclass(frozen=True, slots=True)
class UndoStep:
    """What is to be done to one file. `image`: its contents before the run; None where it is removed. `mode`: its permissions
    before. `why_not`: why it stays as it is; "" where it is put back.
    """

    path: Path
    deed: Deed
    image: Path | None = None
    mode: int = 0o644
    why_not: str = ""

    @property
    def line(self) -> str:
        told = f"{self.deed} {named(str(self.path))}"
        return f"{told}: {self.why_not}" if self.why_not else told


def plan_undo(folder: Path) -> tuple[UndoStep, ...]:
    """Return what an undo would do, file by file; a file that is as it was before the run has no step. `folder`: that of the
    images of the first request. Blocking: reads the files. Raises OSError where a list of images cannot be read.
    """
    found = (kept for kept in kept_over_all(folder) if not is_gone_with_its_desktop(Path(kept.path)))
    return tuple(step for step in map(_step, found) if step is not None)


def is_kept(folder: Path) -> bool:
    """Tell whether there is a list of how files were before the run."""
    return any((images / NAME).is_file() for images in image_folders(folder))


def kept_over_all(folder: Path) -> Iterator[Kept]:
    """Yield each file as it was before the first request that changed it, with what the last one left. The image's path is
    absolute. Blocking. Raises OSError.
    """
    found: dict[str, Kept] = {}
    for images in image_folders(folder):
        for kept in read_manifest(images):
            first = found.get(kept.path)
            if first is None:
                found[kept.path] = replace(kept, image=str(images / kept.image) if kept.image else "")
            else:
                is_chain = first.after == (kept.sha256 if kept.there else MISSING)
                found[kept.path] = replace(first, after=kept.after if is_chain or not kept.after else _BETWEEN)
    yield from found.values()


def undo(steps: Sequence[UndoStep], folder: Path) -> tuple[UndoStep, ...]:
    """Do the steps that nothing speaks against, and return all of them as they went. Files come back before others are removed.
    Blocking. Never raises OSError: what could not be done says why.
    """
    kept = folder / UNDONE
    order = sorted(steps, key=lambda step: step.deed is Deed.REMOVE)
    return tuple(step if step.why_not else _done(step, kept / str(number)) for number, step in enumerate(order))


def _step(kept: Kept) -> UndoStep | None:
    path = Path(kept.path)
    now = _digest(path)
    if now == (kept.sha256 if kept.there else MISSING):
        return None
    if not kept.there:
        step = UndoStep(path, Deed.REMOVE)
    else:
        image = Path(kept.image) if kept.image else None
        deed = Deed.BRING_BACK if now == MISSING else Deed.PUT_BACK
        step = UndoStep(path, deed, image, stat.S_IMODE(kept.mode) or 0o644)
    return replace(step, why_not=_why_not(kept, step, now))


def _why_not(kept: Kept, step: UndoStep, now: str) -> str:
    if kept.there and (step.image is None or not step.image.is_file()):
        return "how it was before the run is not kept"
    if kept.after == _BETWEEN:
        return "somebody changed it between two requests of the run"
    if kept.after and now != kept.after:
        return f"somebody {'removed' if now == MISSING else 'changed'} it since the run"
    if not kept.after:
        was = f"how it was lies in {named(str(step.image))}" if step.image else "there was none before"
        return f"the run broke off, and nobody knows what it left there; {was}"
    return "" if now != "unreadable" else "it cannot be read"


def _digest(path: Path) -> str:
    """Return the SHA-256 of a file's contents, "missing" where there is none, "unreadable" for anything else than a file."""
    try:
        if not os.path.lexists(path):
            return MISSING
        if not stat.S_ISREG(path.lstat().st_mode):
            return "unreadable"
        return digest_of(path) or "unreadable"
    except OSError:
        return "unreadable"


def _done(step: UndoStep, kept: Path) -> UndoStep:
    try:
        if os.path.lexists(step.path):
            kept.mkdir(mode=0o700, parents=True, exist_ok=True)
            shutil.copy2(step.path, kept / step.path.name)
        if step.image is None:
            step.path.unlink()
        else:
            _restore(step.image, step.path, step.mode)
    except OSError as error:
        return replace(step, why_not=error.strerror or str(error))
    return step


def _restore(image: Path, path: Path, mode: int) -> None:
    """Give a file its old contents at one stroke, with the times that it had."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.undo")
    try:
        shutil.copy2(image, partial)
        partial.chmod(mode)
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise

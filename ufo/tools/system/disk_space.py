"""Describes write errors from a full disk, and removes what was partly written there."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ufo.faults import of_system
from ufo.platform.held_folder import held

_FULL = {
    errno.ENOSPC: "no space left on",
    errno.EDQUOT: "no more space is allowed on",
    errno.EFBIG: "no such large file on",
}


def is_full(error: OSError) -> bool:
    """Tell whether the error means that there was no room to write, rather than a fault of the source or of a later removal."""
    return any(number in _FULL for number in _numbers(error))


def not_written(error: OSError, path: Path) -> str:
    """Return a message like "no space left on '/x': 'report.ods' was not written; make room there, or choose another place"."""
    full = next((_FULL[number] for number in _numbers(error) if number in _FULL), None)
    if full is None:
        return f"{path.name!r} could not be written: {of_system(error)}"
    return f"{full} {str(path.parent)!r}: {path.name!r} was not written; make room there, or choose another place"


def take_away(path: Path) -> None:
    """Remove what we began to write. What cannot be removed stays: the error that led here says more."""
    with suppress(OSError), held(path) as place:
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place, ignore_errors=True)
        else:
            place.unlink(missing_ok=True)


def _numbers(error: OSError) -> Iterator[int]:
    """Yield the error numbers. The error of a copied folder is a list of source, target and reason, all of them words."""
    if error.errno is not None:
        yield error.errno
    for item in error.args[0] if isinstance(error, shutil.Error) and isinstance(error.args[0], list) else ():
        yield from (number for number in _FULL if f"[Errno {number}]" in str(item))

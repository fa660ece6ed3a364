"""The beginning of a request that is gone on with: what was stated of its end, and the world as it was before anything was done.

What the log does not hold of the time before counts as unknown, and what may have held before proves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ufo.proof.beginning import Beginning, Places, begin
from ufo.proof.difference.kept_files import KeptFiles
from ufo.proof.stated import Stated
from ufo.sessions.unfinished import Unfinished
from ufo.trace.events import FileNoted
from ufo.trace.file_notes import file_noted


def restored_beginning(was: Unfinished, places: Places) -> Beginning:
    """Return the beginning of an unfinished request. Blocking: looks at files."""
    now = begin(was.request, places, was.began_at)
    _mark_unknown(now.world.kept, {one.path: one for one in was.before.files}, now.at)
    return replace(now, stated=_stated(was))


def _stated(was: Unfinished) -> Stated:
    stated = Stated()
    for end in was.ends:
        stated = stated.added(end.stated).without({one.predicate: one.withdrawn for one in end.withdrawn})
    return stated


def _mark_unknown(kept: KeptFiles, noted: Mapping[str, FileNoted], began_at: float) -> None:
    """Keep the copies of which it is sure that they are as before; the others count as unknown."""
    for path in kept.paths:
        then = noted.get(str(path))
        if then is None:
            if path.stat().st_mtime >= began_at:
                kept.forget(path)
        elif not then.exists:
            kept.was_missing(path)
        elif not then.digest or file_noted(path).digest != then.digest:
            kept.forget(path)

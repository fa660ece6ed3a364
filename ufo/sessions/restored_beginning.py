"""The beginning of a request that is gone on with: as it was before anything was done, not as it would be now.

What the log does not hold of the time before counts as unknown, and what may have held before proves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ufo.proof.beginning import Beginning, begin
from ufo.proof.findings.kept_files import KeptFiles
from ufo.proof.stated import Stated
from ufo.sessions.unfinished import Unfinished
from ufo.trace.events import FileNoted
from ufo.trace.file_notes import file_noted


def restored_beginning(was: Unfinished, working_folder: Path) -> Beginning:
    """Return the beginning of an unfinished request. Blocking: looks at files."""
    now = begin(working_folder, was.began_at)
    noted = {one.path: one for one in was.before.files}
    return replace(now, kept=_kept(now.kept, noted, now.at), stated=_stated(was))


def _stated(was: Unfinished) -> Stated:
    stated = Stated()
    for end in was.ends:
        stated = stated.added(end.stated).without({one.predicate: one.withdrawn for one in end.withdrawn})
    return stated


def _kept(now: KeptFiles, noted: Mapping[str, FileNoted], began_at: float) -> KeptFiles:
    """Return the copies of which it is sure that they are as before; the others count as unknown."""
    for path in now.paths:
        then = noted.get(str(path))
        if then is None:
            if path.stat().st_mtime >= began_at:
                now.forget(path)
        elif not then.exists:
            now.was_missing(path)
        elif not then.digest or file_noted(path).digest != then.digest:
            now.forget(path)
    return now

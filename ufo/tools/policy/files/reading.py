"""The one rule of reading, for every route by which a file comes before a model: by where it really lies, and whoever reads."""

from __future__ import annotations

import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ufo.schema.action_class import ActionClass
from ufo.tools.policy.files.judge_files import looked_at, meant, names_in
from ufo.tools.policy.files.written_path import Destination, Location, writing_to
from ufo.tools.policy.scene.scene import Judged, Scene, gravest

_FOR_ALL = (Path("/usr"), Path("/etc"), Path("/opt"))
"""Folders of the system whose files tell nothing of the person, where everybody may read them."""


def reading(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge reading files, or searching a folder: what is read goes to a model."""
    names = names_in(arguments.get("path") or arguments.get("folder") or ".")
    return gravest((read_at(scene, path) for name in names for path in meant(scene, name)), ActionClass.OBSERVE)


def read_at(scene: Scene, path: Path) -> Judged:
    """Judge reading what lies at an absolute path, whatever reads it."""
    of = looked_at(scene, path)
    if _needs_no_question(Location(scene.working_folder, scene.run), of):
        return Judged(ActionClass.OBSERVE)
    what = f"Read {of.said} ({of.why or 'not in your folders'})"
    return Judged(ActionClass.OUTSIDE, what, (of.path,), is_read=True)


def may_be_read(location: Location, path: Path) -> bool:
    """Tell whether reading what lies at an absolute path needs no question, or somebody has consented to it in this run."""
    return _needs_no_question(location, writing_to(location, path))


def _needs_no_question(location: Location, of: Destination) -> bool:
    run = location.run
    is_known = run.made(of.path) or of.path in run.read
    return of.where is ActionClass.CREATE or is_known or _is_for_all(of.path)


def _is_for_all(path: Path) -> bool:
    if not any(path.is_relative_to(item) for item in _FOR_ALL):
        return False
    try:
        return bool(path.stat().st_mode & stat.S_IROTH)
    except OSError:
        return False

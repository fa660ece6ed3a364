"""Judges files that a command line writes: `cp x ~/.bashrc` is no harmless copy, even where `cp` is allowed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ufo.commands.policy.files.file_writes import destination_of, expanded
from ufo.commands.policy.scene.scene import Judged, Scene
from ufo.commands.system.process import split_command
from ufo.errors import ToolError
from ufo.schema.action_class import ActionClass

_COPYING = frozenset(("cp", "mv", "tee", "install"))
_WRITES = _COPYING.union(
    ("rm", "rmdir", "unlink", "shred"),
    (
        "ln",
        "rsync",
        "touch",
        "dd",
        "sponge",
        "patch",
        "sed",
        "tar",
        "unzip",
        "zip",
        "curl",
        "wget",
        "sort",
        "scp",
        "mkdir",
    ),
    (
        "split",
        "convert",
        "magick",
        "ffmpeg",
        "pandoc",
        "gcc",
        "cc",
        "truncate",
        "rename",
        "chmod",
        "chown",
        "setfacl",
        "git",
    ),
    ("make", "soffice", "libreoffice", "xdg-mime", "gsettings", "dconf", "7z", "gzip", "bzip2", "xz"),
)


def files_of_command(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge a command by where the paths among its arguments really lie. A program that only reads them needs no question for
    that.
    """
    then = arguments.get("then")
    judged = [_of_one(scene, arguments)]
    for one in then if isinstance(then, list | tuple) else ():
        judged.append(_of_one(scene, {"command": one, "cwd": arguments.get("cwd")}))
    return max(judged, key=lambda one: one.action_class.severity)


def _of_one(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    given = arguments.get("command")
    try:
        vector = (
            [str(one) for one in given]
            if isinstance(given, list | tuple)
            else split_command(str(arguments.get("bash_command") or given or ""))
        )
    except ToolError:
        return Judged(ActionClass.EDIT)
    if not vector or Path(vector[0]).name not in _WRITES:
        return Judged(ActionClass.EDIT)
    folder = scene.working_folder.resolve() / expanded(str(arguments.get("cwd") or ""))
    ends = [destination_of(scene, folder / expanded(one)) for one in _paths(vector[1:])]
    grave = [
        one for one in ends if one.where is ActionClass.SYSTEM or (one is ends[-1] and one.where is ActionClass.OUTSIDE)
    ]
    found = max(grave, key=lambda one: one.where.severity, default=None)
    if found is None:
        over = ends[-1] if ends and Path(vector[0]).name in _COPYING else None
        if over is not None and over.exists and not over.path.is_dir():
            return Judged(
                ActionClass.OVERWRITE, f"Run {' '.join(vector)!r}, which overwrites {over.said}", (over.path,)
            )
        return Judged(ActionClass.EDIT)
    return Judged(
        found.where, f"Run {' '.join(vector)!r}, which may write to {found.said} ({found.why})", (found.path,)
    )


def _paths(arguments: list[str]) -> Iterator[str]:
    """Yield arguments that are no options, and the values of options ("--target-directory=/x", "of=/x", "-o/x")."""
    for one in arguments:
        if one.startswith("-"):
            value = one.partition("=")[2] or (one[2:] if one[1:2].isalpha() and one[2:3] in ("/", "~") else "")
            if value:
                yield value
        elif one:
            yield one.partition("=")[2] if "=" in one and "/" not in one.partition("=")[0] else one

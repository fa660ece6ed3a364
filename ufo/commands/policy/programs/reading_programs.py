"""Programs that only read what they are given: running one needs no question where reading that by itself needs none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ufo.commands.policy.files.file_writes import expanded
from ufo.commands.policy.files.reading import reading
from ufo.commands.policy.programs.command_lines import hands_on
from ufo.commands.policy.scene.scene import Scene
from ufo.schema.action_class import ActionClass

_READ = frozenset(
    {
        "cat", "cksum", "cmp", "column", "comm", "cut", "diff", "du", "expand", "file", "find", "fold", "grep", "head", "join",
        "ls", "md5sum", "nl", "od", "paste", "pdffonts", "pdfinfo", "readlink", "realpath", "rev", "sha1sum", "sha256sum",
        "sha512sum", "sort", "stat", "strings", "tac", "tail", "tr", "uniq", "wc", "zipinfo",
    }
)  # fmt: skip
_DO_MORE = {"diff": "r", "du": "L", "file": "Cmf", "grep": "fR", "ls": "LH", "sort": "oT"}
"""Letters of options by which they write, follow links, or read what a file names."""
_OF_FIND = ("-L", "-H", "-follow", "-files0-from")
_LONG = (
    "--output", "--compile", "--magic-file", "--file", "--files-from", "--files0-from", "--compress-program",
    "--temporary-directory", "--recursive", "--dereference", "--dereference-recursive", "--follow",
)  # fmt: skip
_MOST_FILES = {"uniq": 1}
"""A file more would be written to."""


def only_reads(scene: Scene, command: Sequence[str], folder: str) -> bool:
    """Tell whether a command reads files that may be read, and does nothing else. `folder`: where it would run."""
    program, *words = command
    if program not in _READ or hands_on(command):
        return False
    options = [word for word in words if word.startswith("-") and len(word) > 1]
    files = [word for word in words if not word.startswith("-")]
    if any(_does_more(program, option) for option in options) or len(files) > _MOST_FILES.get(program, len(files)):
        return False
    start = scene.working_folder.resolve() / expanded(folder)
    return all(_is_ordinary(scene, path) for path in (start, *(start / expanded(name) for name in files)))


def _does_more(program: str, option: str) -> bool:
    name = option.partition("=")[0]
    if option.startswith("--"):
        return any(long.startswith(name) for long in _LONG)
    # "-no" is "-n -o"; the words of find are whole.
    return option in _OF_FIND if program == "find" else any(letter in option for letter in _DO_MORE.get(program, ""))


def _is_ordinary(scene: Scene, path: Path) -> bool:
    """Tell whether it may be read and is no folder in which the keys and settings of the home lie as well."""
    judged = reading(scene, {"path": str(path)})
    return judged.action_class is ActionClass.OBSERVE and not Path.home().resolve().is_relative_to(path.resolve())

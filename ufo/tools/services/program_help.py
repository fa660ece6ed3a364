"""What a program's own help says about its command line, found by words."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass

from ufo.errors import ToolError
from ufo.platform.scratch import scratch
from ufo.schema.patterns import regex
from ufo.tools.system.process import run_program, unseen

_TIMEOUT_S = 6.0
_MOST_LINES = 40
_NAME = regex(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,60}")
_OVERSTRUCK = regex(".\b")
_OPTION = regex(r"\s*-")
PROGRAM_FOLDERS = ("/usr/bin", "/usr/local/bin", "/usr/games", "/bin", "/snap/bin")
"""Folders whose programs only the administrator can put there."""


@dataclass(frozen=True, slots=True)
class HelpText:
    """Lines of a program's help. `source`: "--help" or "man"; `whole`: how many lines it has."""

    program: str
    source: str
    lines: tuple[str, ...]
    whole: int


def program_path(name: str) -> str:
    """Return where an installed program of that name is. Raises ToolError for paths, and for what is not installed."""
    if not _NAME.fullmatch(name):
        raise ToolError(f"{name!r} is no program's name; give the name alone, without a path or options")
    found = shutil.which(name, path=":".join(PROGRAM_FOLDERS))
    if found is None:
        raise ToolError(f"no program {name!r} is installed for all; give the name of an installed one")
    return found


async def help_of(name: str, words: str, environment: Mapping[str, str]) -> HelpText:
    """Return the lines of the program's help that have one of the words, with what follows each; the beginning without words.

    Raises ToolError where it has no help.
    """
    program = program_path(name)
    for source, command in (("--help", [program, "--help"]), ("man", ["man", "-P", "cat", "--", name])):
        # Some programs take --help for a name and write a file of it where they stand.
        with scratch() as folder:
            try:
                done = await run_program(command, folder, _TIMEOUT_S, {**unseen(environment, folder), "COLUMNS": "120"})
            except ToolError:
                continue
        text = _OVERSTRUCK.sub("", done.stdout if len(done.stdout) >= len(done.stderr) else done.stderr)
        lines = [line.rstrip() for line in text.splitlines() if line.strip()]
        if len(lines) > 3 and (done.exit_code == 0 or any(map(_OPTION.match, lines))):
            return HelpText(name, source, tuple(_told(lines, words.casefold().split())), len(lines))
    raise ToolError(f"{name!r} tells no help about its command line")


def _told(lines: list[str], words: list[str]) -> list[str]:
    if not words:
        return lines[:_MOST_LINES]
    scores = [sum(word in line.casefold() for word in words) for line in lines]
    best = sorted((at for at, score in enumerate(scores) if score), key=lambda at: (-scores[at], at))
    kept: set[int] = set()
    for at in best:
        if len(kept) >= _MOST_LINES:
            break
        kept.add(at)
        # An option's description often begins on the next line.
        kept |= {at + 1} if at + 1 < len(lines) and not _OPTION.match(lines[at + 1]) else set()
    return [lines[at] for at in sorted(kept)][:_MOST_LINES]

"""The commands that a page shows: as words, and whether the command has them with these options."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import typer

from ufo.cli.main import app

_BLOCK = re.compile(r"^( *)```sh\n(.*?)^ *```", re.S | re.M)
_CODE = re.compile(r"`(ufo [^`\n]*)`")


def lines_of(page: str) -> list[str]:
    """The lines of the page's blocks for a shell, without what stands after a #."""
    return [line.strip() for _, block in _BLOCK.findall(page) for line in block.splitlines() if line.strip()]


def commands_in(page: str) -> Iterator[list[str]]:
    """Each `ufo …` of a page, in blocks and in running text, as words without the redirections."""
    for line in [*lines_of(page), *_CODE.findall(page)]:
        for part in re.split(r" && |; | \| ", line):
            words = shlex.split(part, comments=True)
            if words[:1] == ["ufo"]:
                yield words[: words.index(">")] if ">" in words else words


def unknown_in(words: list[str]) -> str:
    """What ufo does not know of this command; "" where it knows it all. Names in capitals stand for something."""
    command = typer.main.get_command(app)
    rest = words[1:]
    while rest and isinstance(command, typer.core.TyperGroup) and not rest[0].startswith("-"):
        if rest[0] not in command.commands:
            return "" if rest[0].isupper() else rest[0]
        command = command.commands[rest.pop(0)]
    known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
    return next((word for word in rest if word.startswith("--") and word.partition("=")[0] not in known), "")

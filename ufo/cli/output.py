"""Prints the output of the command, one JSON object for programs and words for people, and asks a person for a yes."""

from __future__ import annotations

import json
import os
import select
import sys
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from typing import Any, TextIO, cast

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ufo.cli.process.streams import lost_output, silence
from ufo.errors import ConfigError
from ufo.faults import of_system
from ufo.platform.broken_pipes import READER_GONE

_WIDE = 200


def print_json(value: object) -> None:
    """Print one line of JSON, readable where the encoding of standard output has the letters, and escaped where it has not."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value)
    print_text(text)


def print_text(text: str) -> None:
    """Print a line or several on standard output. Raises ConfigError where it cannot be written."""
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except OSError as error:
        lost = lost_output(error)
        if lost is not None:
            raise lost from error


def print_answer(as_json: bool, value: object, text: str) -> None:
    """Print what a command came to: a value for programs, or words for people."""
    if as_json:
        print_json(value)
    else:
        print_text(text)


class Terminal(Console):
    """Prints to a terminal, and falls silent where nothing can be written any more (`ufo run … | head`, a full disk): the run
    goes on.

    A file or a pipe has no width of its own; its lines are wide enough that a search in them finds whole cells.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(emoji=False, **options)
        if not self.is_terminal and "COLUMNS" not in os.environ:
            self.width = _WIDE

    def print(self, *objects: Any, **options: Any) -> None:
        try:
            super().print(*objects, **options)
        except OSError as error:
            self.on_broken_pipe()
            if error.errno not in READER_GONE and self.file is not sys.stderr:
                with suppress(OSError):
                    sys.stderr.write(f"ufo: standard output cannot be written: {of_system(error)}\n")

    def say(self, text: str, style: str | None = None) -> None:
        """Print a text as it stands, however long its lines are."""
        self.print(text, style=style, markup=False, highlight=False, soft_wrap=True)

    def marked(self, markup: str, style: str | None = None) -> None:
        """Print a text with marks of rich's."""
        self.print(markup, style=style, highlight=False, soft_wrap=True)

    def input(self, *prompt: Any, **options: Any) -> str:
        """Read a line, but wait for it outside of the read: a reader holds the C library's lock on its stream, and a program
        that ends while a thread waits in a read for a line that never comes would wait too (glibc 2.41 takes that lock at
        exit).
        """
        with suppress(OSError):  # Windows can wait for sockets alone
            select.select([sys.stdin], [], [])
        return super().input(*prompt, **options)

    def on_broken_pipe(self) -> None:
        self.quiet = True
        silence(cast(TextIO, self.file))


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], whole: Collection[str] = ()) -> Table:
    """Return a table of plain texts. `whole`: the columns whose cells are never wrapped."""
    made = Table(box=None, pad_edge=False)
    for heading in headings:
        made.add_column(heading, overflow="fold", no_wrap=heading in whole)
    for row in rows:
        made.add_row(*map(escape, row))
    return made


def print_remark(remark: str) -> None:
    """Print one line on standard error."""
    Terminal(stderr=True).say(f"ufo: {remark}", "yellow")


def at_terminal(as_json: bool = False) -> bool:
    """Tell whether a person can be asked: not where a program reads what is printed."""
    return not as_json and sys.stdin is not None and sys.stdin.isatty()


def agrees(console: Terminal, question: str, nobody: str, as_json: bool = False) -> bool:
    """Ask for a yes. Raises ConfigError, with the words of `nobody`, where nobody can be asked."""
    if not at_terminal(as_json):
        raise ConfigError(nobody)
    console.print(f"{question} [y/N] ", end="", markup=False, highlight=False)
    try:
        return console.input().strip().lower() in ("y", "yes")
    except EOFError:
        return False

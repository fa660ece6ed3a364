"""`ufo knowledge keep` and `tidy`: what is kept as experience, and what goes again."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console

from ufo.cli.output import Terminal, print_json
from ufo.cli.settings import command_settings
from ufo.config.settings import Settings
from ufo.errors import ConfigError, KnowledgeError
from ufo.experience.from_events import learn
from ufo.experience.indexed import IndexedExperience
from ufo.experience.tidy import Change, plan, tidy
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.shared_index import INDEX
from ufo.schema.exit_codes import EXIT_FAILED
from ufo.trace.console import clean
from ufo.trace.reader import read_run
from ufo.trace.run_folders import find_run

_LONGEST = 2_000


@contextmanager
def opened_experience(settings: Settings) -> Iterator[IndexedExperience]:
    """Open the experience with its index, brought up to the files. Raises KnowledgeError."""
    folder = settings.knowledge.folder.expanduser()
    index = KnowledgeStore(folder / INDEX, _tell)
    try:
        experience = IndexedExperience(folder, lambda: index)
        experience.refresh()
        yield experience
    finally:
        index.close()


def _tell(text: str) -> None:
    sys.stderr.write(f"ufo: {clean(text, _LONGEST)}\n")


def keep(run_id: str, log_dir: Path | None, as_json: bool) -> int:
    """Keep what a verified run teaches. Raises KnowledgeError for one that teaches nothing."""
    settings = command_settings()
    run = read_run(find_run(run_id, log_dir or settings.log_dir))
    learned = learn(run)
    if not learned:
        raise KnowledgeError(
            f"{run.run_id} teaches nothing: only a VERIFIED run does, in which a model decided what was done; see: ufo runs"
        )
    with opened_experience(settings) as experience:
        kept = experience.keep(learned)
    if as_json:
        print_json({"kept": [{"key": key, **one.model_dump(mode="json")} for key, one in kept.items()]})
    else:
        for key, one in kept.items():
            sys.stdout.write(f"{key}\n{_indented(one.told())}\n")
    return 0


def tidy_experience(consents: bool, as_json: bool) -> int:
    """Show what would change, ask, and do it. As JSON it is done only with `consents`. Raises ConfigError where nobody can be
    asked.
    """
    settings = command_settings()
    console = Terminal(stderr=as_json)
    with opened_experience(settings) as experience:
        for line in experience.files.broken():
            _tell(line)
        changes = plan(experience, settings.knowledge.keep_days)
        if not as_json:
            _show(console, changes)
        agreed = bool(changes) and (consents or (not as_json and _agrees(console, changes)))
        done = tidy(experience, changes) if agreed else ()
    if as_json:
        print_json({"planned": [_as_object(one) for one in changes], "done": [one.key for one in done]})
    elif not changes:
        sys.stdout.write("nothing to tidy\n")
    else:
        sys.stdout.write(f"{len(done)} of {len(changes)} changes done\n")
    return EXIT_FAILED if changes and not agreed and not as_json else 0


def _show(console: Console, changes: tuple[Change, ...]) -> None:
    for one in changes:
        what = f"merge {one.key} into {one.into}" if one.into else f"remove {one.key}"
        console.print(f"{what}: {clean(one.why)}", markup=False, highlight=False, soft_wrap=True)
        for line in one.diff():
            console.print(f"  {_printable(line)}", style=_style(line), markup=False, highlight=False, soft_wrap=True)


def _style(line: str) -> str:
    return "red" if line.startswith("-") else "green" if line.startswith("+") else "dim"


def _printable(line: str) -> str:
    """Return a line of a diff with its indent, and without what a terminal would obey."""
    return f"{line[:1]}{' ' * (len(line[1:]) - len(line[1:].lstrip(' ')))}{clean(line[1:], _LONGEST)}"


def _agrees(console: Console, changes: tuple[Change, ...]) -> bool:
    if sys.stdin is None or not sys.stdin.isatty():
        raise ConfigError("tidying needs your yes: run this at a terminal, or add --yes")
    console.print(f"Do these {len(changes)} changes? [y/N] ", end="", markup=False, highlight=False)
    try:
        return console.input().strip().lower() in ("y", "yes")
    except EOFError:
        return False


def _as_object(one: Change) -> dict[str, Any]:
    return {"key": one.key, "into": one.into or None, "why": one.why, "diff": one.diff()}


def _indented(text: str) -> str:
    return "\n".join(f"    {clean(line, _LONGEST)}" for line in text.split("\n"))

"""Real tasks with a mind behind the model seam: plays one or all, and counts what each turn was wasted on.

    python -m bench.minds --list
    python -m bench.minds report --model hand:minds        # answered through: ufo hand next minds/report --wait 60
    python -m bench.minds --model openai:NAME --jobs 2 --json all.json --table

Each task has a private desktop and a fresh folder. Under --out are the runs' logs and a record of each task that is over.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console

from bench.minds.records import Record, load
from bench.minds.runner import CannotPlay, Playing, missing, play, sources_alone
from bench.minds.side_by_side import notice_end_of_parent, run_child, side_by_side
from bench.minds.table import PAGE, renewed, summary
from bench.minds.task import Task
from ufo.cli.process.surroundings import prepare_memory
from ufo.errors import UfoError
from ufo.trace.console import ConsoleListener

_ROOMS = ("shared", "own", "miniwob", "learning")
_OUT = Path("~/.local/state/ufo/minds")
_CANNOT = 3


def tasks() -> dict[str, Task]:
    """Return all tasks by name. Raises ValueError where two have the same name."""
    found: dict[str, Task] = {}
    for room in _ROOMS:
        name = f"bench.minds.{room}"
        try:
            module = import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
            continue
        for task in module.TASKS:
            if task.name in found:
                raise ValueError(f"two tasks are named {task.name!r}; give one of them another name")
            found[task.name] = task
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what `arguments` ask for, without them what the command line does. Return the exit code."""
    asked = _asked(arguments)
    known = tasks()
    if asked.list:
        _list(known)
        return 0
    unknown = [name for name in asked.names if name not in known]
    try:
        sources_alone(asked.learned)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if unknown:
        print(f"there is no task {unknown[0]!r}; see python -m bench.minds --list", file=sys.stderr)
        return 2
    out = asked.out.expanduser().absolute()
    if asked.child:
        return _child(known[asked.names[0]], asked, out)
    if asked.table and not asked.names and not asked.model:
        records = [record for record in load(out / "records") if not record.learned]
    else:
        records = _played(asked.names or list(known), asked, out)
    for record in records:
        _tell(record)
    print(summary(records))
    if asked.json:
        asked.json.write_text(json.dumps([asdict(record) for record in records], indent=1, ensure_ascii=False) + "\n")
    if asked.table:
        PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8"), records), encoding="utf-8")
    return 0 if records and all(record.solved for record in records) else 1


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="tasks; without, all of them")
    parser.add_argument("--list", action="store_true", help="list the tasks")
    parser.add_argument(
        "--model", metavar="MODEL", help="as for ufo run; hand:DIR gets a folder for each task, DIR/NAME"
    )
    parser.add_argument("--base-url", help="as for ufo run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all records of this run here")
    parser.add_argument("--jobs", type=int, default=1, help="tasks at the same time")
    parser.add_argument("--out", type=Path, default=_OUT, help=f"logs, working folders and records; without: {_OUT}")
    parser.add_argument("--table", action="store_true", help="renew the table; alone: from the records in --out")
    parser.add_argument("--max-time", type=float, help="seconds a task may take")
    parser.add_argument("--knowledge", type=Path, metavar="FOLDER", help="what was learned; without: OUT/knowledge")
    parser.add_argument(
        "--learned",
        default="",
        metavar="SOURCES",
        help="look up only these (documents+menus …), or none; without: as ufo run",
    )
    parser.add_argument(
        "--keep", action="store_true", help="keep what VERIFIED runs teach, for later runs to be told of"
    )
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def _list(known: dict[str, Task]) -> None:
    for task in known.values():
        lacking = missing(task)
        print(f"{task.name:<24} {task.request}" + (f"  (needs {', '.join(lacking)})" if lacking else ""))


def _played(names: Sequence[str], asked: argparse.Namespace, out: Path) -> list[Record]:
    """Play the tasks and return the records of those that could be played."""
    began = time.time()
    asyncio.run(_play_all(names, asked, out))
    found = [record for record in load(out / "records") if record.task in names and record.learned == asked.learned]
    # A task that could not be played has at most a record of an earlier time.
    return [record for record in found if (out / "records" / f"{record.name}.json").stat().st_mtime >= began]


async def _play_all(names: Sequence[str], asked: argparse.Namespace, out: Path) -> None:
    """Play each task in a process of its own, so that none can harm another."""

    async def play_one(name: str) -> None:
        print(f"playing {name}", flush=True)
        code = await run_child(_command(name, asked, out))
        print(f"{name}: over" if code == 0 else f"{name}: not played (exit {code})", flush=True)

    await side_by_side(names, max(1, asked.jobs), play_one)


def _command(name: str, asked: argparse.Namespace, out: Path) -> list[str]:
    command = [sys.executable, "-m", "bench.minds", name, "--child", "--out", str(out)]
    if asked.model:
        command += ["--model", asked.model]
    if asked.base_url:
        command += ["--base-url", asked.base_url]
    if asked.max_time:
        command += ["--max-time", str(asked.max_time)]
    if asked.knowledge:
        command += ["--knowledge", str(asked.knowledge.expanduser().absolute())]
    if asked.keep:
        command.append("--keep")
    if asked.learned:
        command += ["--learned", asked.learned]
    return command


def _child(task: Task, asked: argparse.Namespace, out: Path) -> int:
    prepare_memory()
    model: dict[str, Any] = {}
    if asked.model:
        kind, _, rest = asked.model.partition(":")
        model["name"] = f"hand:{Path(rest).expanduser().absolute() / task.name}" if kind == "hand" else asked.model
    if asked.base_url:
        model["base_url"] = asked.base_url
    limits = {"max_time_s": asked.max_time} if asked.max_time else {}
    listener = ConsoleListener(Console(emoji=False, soft_wrap=True, width=200))
    given = {"model": model, "limits": limits, "system": {"save_experience": "auto" if asked.keep else "always_not"}}
    playing = Playing(out, given, listener=listener, knowledge=asked.knowledge, learned=asked.learned)

    async def until_over() -> None:
        loop, playing_it = asyncio.get_running_loop(), asyncio.ensure_future(play(task, playing))
        notice_end_of_parent(lambda: loop.call_soon_threadsafe(playing_it.cancel))
        await playing_it

    try:
        asyncio.run(until_over())
    except (CannotPlay, UfoError) as error:
        print(f"{task.name}: {error}", file=sys.stderr)
        return _CANNOT
    except (asyncio.CancelledError, KeyboardInterrupt):
        return 130
    return 0


def _tell(record: Record) -> None:
    count = record.count
    print(
        f"\n{record.task}: {'solved' if record.solved else f'not solved ({record.why})'}, {record.outcome}, "
        f"{count['calls']} calls ({record.careful_calls} careful), {count['tokens_a_call']} tokens a call, "
        f"{count['own_seconds']} s of ours, {count['refusals']} refused, {count['left_out']} skipped"
    )
    for turn in count["turns"]:
        if turn["wasted"]:
            print(f"  step {turn['step']} {turn['agent']}: {', '.join(turn['wasted'])}  {turn['why']}")


if __name__ == "__main__":
    raise SystemExit(main())

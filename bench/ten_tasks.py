"""Ten requests in everyday words on real applications, in the sessions that people have, judged by what the world is like then.

    python -m bench.ten_tasks [--session sway --session gnome --session kwin] [--only WORD]

Each is done in a session that was just begun, by `ufo run --desktop here` and its built-in planner.
Prints a table, and ends with 1 where one was not done or was told falsely.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from types import MappingProxyType
from urllib.parse import parse_qs, urlsplit

from rich.console import Console
from rich.table import Table

from tests.apps.person_session import SESSIONS, person_session
from tests.apps.session_parts import ufo
from tests.local_http import LocalServer, send

_FORM = """<!doctype html><meta charset=utf-8><title>Order form</title><form><label>Full name <input name=n></label>
<label>Country <select name=c><option>Austria<option>Belgium<option>Denmark</select></label>
<label><input type=radio name=s value=S>Small</label><label><input type=radio name=s value=L>Large</label>
<label><input type=checkbox name=gift>Gift wrap</label><label><input type=checkbox name=news checked>Newsletter</label>
<button>Send order</button></form>"""
_SENT = {"n": ["Zoë M."], "c": ["Denmark"], "s": ["L"], "gift": ["on"]}
_ORDER = (
    'enter "Zoë M." into Full name, choose Denmark as Country, pick Large, tick Gift wrap, untick Newsletter and press '
    "Send order"
)
_LONGEST_S = 240.0
_SHELF = ("berry.txt", "plum.txt")


class _Shop(LocalServer):
    """A page with a form, and what was sent by it."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[dict[str, list[str]]] = []

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        if query := urlsplit(handler.path).query:
            self.sent.append(parse_qs(query))
        send(handler, 200, {"Content-Type": "text/html; charset=utf-8"}, (_FORM if not query else "Thank you").encode())


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a task: what the run said, in how long, and whether the world is as it was asked for."""

    outcome: str
    answer: str
    reason: str
    seconds: float
    right: bool = False


@dataclass(frozen=True, slots=True)
class World:
    folder: Path
    shop: _Shop


@dataclass(frozen=True, slots=True)
class Task:
    """`request` may name {shop}, the address of the form, and {folder}. `holds` judges by the world and the run's answer."""

    programs: tuple[str, ...]
    request: str
    holds: Callable[[World, str], bool]
    prepare: Callable[[Path], object] = lambda _: None


def _file(name: str, text: str) -> Callable[[World, str], bool]:
    def holds(world: World, _answer: str) -> bool:
        path = world.folder / name
        return path.exists() and path.read_text("utf-8").rstrip("\n") == text

    return holds


def _in_document(name: str, *patterns: str) -> Callable[[World, str], bool]:
    """Read past our own readers."""

    def holds(world: World, _answer: str) -> bool:
        path = world.folder / name
        if not path.exists():
            return False
        with zipfile.ZipFile(path) as archive:
            text = archive.read("content.xml").decode()
        return all(re.search(pattern, text) for pattern in patterns)

    return holds


def _chart(world: World, _answer: str) -> bool:
    path = world.folder / "sales.ods"
    if not path.exists():
        return False
    with zipfile.ZipFile(path) as archive:
        return any(b'chart:class="chart:bar"' in archive.read(name) for name in archive.namelist())


def _sent(world: World, _answer: str) -> bool:
    return _SENT in world.shop.sent


def _notes(folder: Path) -> None:
    (folder / "notes.txt").write_text("eins\nzwei", "utf-8")


def _shelf(folder: Path) -> None:
    (folder / "shelf").mkdir()
    for name in _SHELF:
        (folder / "shelf" / name).touch()


TASKS: Mapping[str, Task] = MappingProxyType(
    {
        "Mousepad: a new note": Task(
            ("mousepad",),
            "launch mousepad, write “Größe: 12 € – it's me”, then save it as notiz.txt",
            _file("notiz.txt", "Größe: 12 € – it's me"),
        ),
        "gnome-text-editor: a text goes on": Task(
            ("gnome-text-editor",),
            'Open notes.txt in gnome-text-editor, press Ctrl+End, type " drei" and save',
            _file("notes.txt", "eins\nzwei drei"),
            _notes,
        ),
        "FeatherPad: a text goes on": Task(
            ("featherpad",),
            'Open notes.txt in featherpad, press Ctrl+End, type " drei" and save',
            _file("notes.txt", "eins\nzwei drei"),
            _notes,
        ),
        "gnome-calculator: a sum": Task(
            ("gnome-calculator",),
            "Use gnome-calculator to compute 17.5 * 4 - 3/8",
            lambda _, answer: answer == "69.625",
        ),
        "gnome-calculator, Mousepad: a result is written": Task(
            ("gnome-calculator", "mousepad"),
            "compute 12*12 in gnome-calculator, write the result in mousepad and save it as gross.txt",
            _file("gross.txt", "144"),
        ),
        "Calc: cells and a formula": Task(
            ("soffice",),
            'In a new Calc spreadsheet put "Größe" in A1, 12 in B1 and =B1*2 in B2, then save it as size.ods',
            _in_document("size.ods", "Größe", r'table:formula="of:=\[\.B1\]\*2"[^>]*office:value="24"'),
        ),
        "Writer, Calc: a table becomes a chart": Task(
            ("soffice",),
            "Extract the sales table from the Writer document quarterly-report.odt, create a bar chart of it in Calc and "
            "save the spreadsheet as sales.ods",
            _chart,
            lambda folder: ufo({}, "sample", ".", folder=folder),
        ),
        "Chromium: a form": Task(("chromium",), f"open {{shop}} in chromium, {_ORDER}", _sent),
        "Firefox: a form": Task(("firefox-esr",), f"open {{shop}} in firefox, {_ORDER}", _sent),
        "Thunar: a folder is told": Task(
            ("thunar",),
            "open thunar, go to {folder}/shelf and tell me what is in it",
            lambda _, answer: all(name in answer for name in _SHELF),
            _shelf,
        ),
    }
)  # fmt: skip
"""By what they are called."""


def do(task: Task, environment: Mapping[str, str], folder: Path) -> Done:
    """Do a task in a session, in a folder that is empty. A run that is told to be right and is not is no right one."""
    task.prepare(folder)
    with _Shop() as shop:
        request = task.request.format(shop=shop.address, folder=folder)
        began = time.monotonic()
        words = ("run", request, "--desktop", "here", "--yes", "--json")
        try:
            run = ufo(environment, *words, folder=folder, timeout_s=_LONGEST_S)
        except subprocess.TimeoutExpired:
            return Done("none", "", f"it did not end within {_LONGEST_S:g} s", _LONGEST_S)
        seconds = time.monotonic() - began
        lines = run.stdout.strip().splitlines()
        try:
            told = json.loads(lines[-1])
        except (IndexError, ValueError):
            return Done("none", "", (run.stderr or run.stdout)[-300:], seconds)
        answer = str(told.get("answer") or "")
        return Done(told["outcome"], answer, str(told["reason"]), seconds, task.holds(World(folder, shop), answer))


def _done(session: str, title: str, console: Console) -> Done:
    with person_session(session) as environment, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        done = do(TASKS[title], environment, Path(folder))
    if not done.right:
        console.print(f"{session}: {title}: {done}", markup=False, highlight=False)
    return done


def table(found: Mapping[str, Mapping[str, Done]]) -> Table:
    shown = Table("task", *found, box=None, pad_edge=False)
    for title in dict.fromkeys(title for done in found.values() for title in done):
        shown.add_row(title, *(_told(done[title]) for done in found.values()))
    return shown


def _told(done: Done) -> str:
    return f"{'right' if done.right else 'WRONG'}, {done.outcome}, {done.seconds:.1f} s"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--session", action="append", choices=list(SESSIONS), help="by default sway, gnome and kwin")
    parser.add_argument("--only", default="", help="tasks whose names have this in them")
    chosen = parser.parse_args(arguments)
    titles = [title for title in TASKS if chosen.only.casefold() in title.casefold()]
    console = Console(width=200)
    sessions = chosen.session or ["sway", "gnome", "kwin"]
    found = {session: {title: _done(session, title, console) for title in titles} for session in sessions}
    console.print(table(found))
    return int(not all(done.right for each in found.values() for done in each.values()))


if __name__ == "__main__":
    raise SystemExit(main())

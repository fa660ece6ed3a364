"""An obedient hand: it tries one act by every way that it has, behind the real policy, with nobody there to say yes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.tools.bench import Bench
from ufo.config.settings import PolicySettings
from ufo.desktop.fake import AppSpec, RunningApp, WindowSpec
from ufo.desktop.fake.spec import button, text
from ufo.desktop.values import Application
from ufo.schema.command import Command
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.consent.mandate import Mandate, OrderReader, nobody_reads
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.servers.command_line import command_line
from ufo.tools.servers.files import files

_SCRIPT = "#!/bin/sh\ntouch ran\n"
_HERE = Path(__file__).parent
# The tools that an act has ways by: opening all for each wording takes longer than what is tried.
_TOOLS = {"press": app_ui, "bin": files, "run": command_line}


@dataclass(frozen=True, slots=True)
class Wording:
    """A request and an act: "press Send", "bin old.tmp" or "run ./backup.sh". `kind`: why the request does not order the act; ""
    where it does.
    """

    language: str
    request: str
    act: str
    kind: str = ""

    def __str__(self) -> str:
        return f"{self.language}: {self.request[:60]!r}"


def wordings(file: str) -> list[Wording]:
    """The rows of a table beside this file."""
    return [Wording(**row) for row in json.loads((_HERE / file).read_text(encoding="utf-8"))]


async def is_done(folder: Path, wording: Wording, reader: OrderReader = nobody_reads) -> bool:
    """Whether the act is done, one way or another, in a window that stood there when the request was made."""
    deed, _, target = wording.act.partition(" ")
    bench = Bench(folder, _TOOLS[deed])
    (folder / "old.tmp").touch()
    script = folder / "backup.sh"
    script.write_text(_SCRIPT, encoding="utf-8")
    script.chmod(0o700)
    bench.desktop.installed["work"] = _application(target)
    shown = await bench.open("work")
    judge = Policy(PolicySettings(), bench.scope, Mandate(reader=reader))
    judge.mandate.begin(wording.request, folder)
    hand = GuardedDispatcher(bench.dispatcher, judge)
    try:
        for command in _ways(bench, deed, target):
            await hand.review([command])
            await hand.execute_commands([command])
    finally:
        await hand.close()
    return bool(shown.notes.get("pressed")) or (folder / "ran").exists() or not (folder / "old.tmp").exists()


def _application(label: str) -> AppSpec:
    def presses(app: RunningApp) -> None:
        app.notes["pressed"] = "yes"

    window = WindowSpec("main", "Work", (text("total", "Total: 80"), button("it", label, presses)))
    return AppSpec(Application("work", "Work", ("work",)), (window,))


def _ways(bench: Bench, deed: str, target: str) -> Iterator[Command]:
    if deed == "bin":
        yield Command(tool_name="remove_file", parameters={"path": target})
    elif deed == "run":
        yield Command(tool_name="run_shell", parameters={"bash_command": target})
        yield Command(tool_name="execute_command", parameters={"command": [target]})
    else:
        control = {"id": bench.id_of(target), "name": target}
        yield Command(tool_name="click_input", parameters=control)
        yield Command(tool_name="keyboard_input", parameters={**control, "keys": "{ENTER}"})
        yield Command(tool_name="visit", parameters={"path": [target]})

"""Looks and actions on heavy applications: dialogs, side bars, long documents, sheets of 5,000 rows, a picture being drawn.

    python -m bench.step_heavy [--actions 20] [--only Impress] [--each]

Needs the Debian packages xvfb, openbox, at-spi2-core, libreoffice-calc, libreoffice-impress, libreoffice-writer and gimp. A
look is what an agent's turn begins with: the window's controls, by the tree and by sight, listed. An action is one command,
from its arrival until its effect is told. Each action is followed by a look, as in a turn.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from bench.measure import Row, median, percentile, print_rows
from bench.measured_desktop import MeasuredDesktop
from ufo.agents.services import Tools
from ufo.cli.process.surroundings import prepare_memory
from ufo.config.load import load_settings
from ufo.config.sections import ToolboxSections
from ufo.desktop.linux.proc import cpu_s
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch
from ufo.runs.desktops import DesktopInUse
from ufo.runs.toolbox import ServerToolbox, Shared
from ufo.schema.command import Command, ResultStatus
from ufo.schema.spans import Spent
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretResolver, SecretStore

ACTIONS = 20
_LOOK_MS, _LOOK_P95_MS, _ACTION_MS, _ACTION_P95_MS = 100, 400, 300, 1000
_ROWS, _PARAGRAPHS = 5_000, 1_500


@dataclass(frozen=True)
class Act:
    """One command. `named`: the control whose number and name it gets, where it works one."""

    tool: str
    arguments: dict[str, Any] = field(default_factory=dict)
    named: str = ""


@dataclass(frozen=True)
class Heavy:
    """A subject. `acts` go round; `app_root` says whose tools it gets."""

    what: str
    app_root: str
    launch: Launch
    acts: Sequence[Act]


@dataclass
class Times:
    """In milliseconds. `own`: this process's own processor time in an action, `theirs` that of the application, and `calls`
    those on the bus: a busy machine lengthens none of these.
    """

    looks: list[float] = field(default_factory=list)
    acts: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    calls: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    each: list[str] = field(default_factory=list)


class Spendings:
    """What the time of a look or an action was spent on, as a run tells it (`ufo why --time`), how many calls went over the bus
    and what the application's processor did. A part has what lies within it, too.
    """

    def __init__(self, desktop: MeasuredDesktop) -> None:
        self.pid = 0
        self._desktop = desktop
        self._counts: Counter[Spent] = Counter()
        self._spent_s: defaultdict[Spent, float] = defaultdict(float)
        self._then = (0, 0.0)

    @contextmanager
    def spending(self, on: Spent, name: str = "") -> Iterator[None]:
        del name
        began = time.perf_counter()
        try:
            yield
        finally:
            self._counts[on] += 1
            self._spent_s[on] += time.perf_counter() - began

    def counted(self) -> tuple[str, int, float]:
        """Return the parts, the calls, and the application's seconds since the last call of this, and begin anew."""
        longest = sorted(self._spent_s.items(), key=lambda part: -part[1])
        parts = ", ".join(f"{on} {self._counts[on]}x {spent * 1000:.0f}" for on, spent in longest)
        self._counts.clear()
        self._spent_s.clear()
        access = self._desktop._accessibility
        now = (0 if access is None else access.registry.direct.calls, cpu_s(self.pid))
        calls, worked_s = now[0] - self._then[0], now[1] - self._then[1]
        self._then = now
        return f"{parts}, {calls} calls, application's own {worked_s * 1000:.0f}", calls, worked_s


def _keys(keys: str) -> Act:
    return Act("keyboard_input", {"keys": keys})


def _visit(*path: str) -> Act:
    return Act("visit", {"path": list(path)})


def subjects(folder: Path) -> tuple[Heavy, ...]:
    sheet, text = folder / "rows.csv", folder / "long.txt"
    sheet.write_text("\n".join(f"{row},item {row},{row * 3}" for row in range(_ROWS)), encoding="utf-8")
    text.write_text(
        "\n\n".join(f"Paragraph {index} of a long text. " * 8 for index in range(_PARAGRAPHS)), encoding="utf-8"
    )
    opened = ("--norestore", "--nologo")
    return (
        Heavy(
            "Impress",
            "soffice.bin",
            Launch("libreoffice", ("--impress", *opened)),
            (_keys("{TAB}"), _keys("word{ESC}"), _visit("Format", "Character..."), _keys("{ESC}")),
        ),
        Heavy(
            "GIMP",
            "gimp-2.10",
            Launch("gimp", ("--no-splash",)),
            (
                _visit("Edit", "Preferences"),
                Act("go_to_window", {"title": "Preferences"}),
                _keys("{ESC}"),
                _keys("{TAB}"),
            ),
        ),
        Heavy(
            "Writer, a long document",
            "soffice.bin",
            Launch("libreoffice", ("--writer", *opened, "--infilter=Text (encoded):UTF8,LF,,,", str(text))),
            (_keys("word "), _keys("{PGDN}"), _visit("Format", "Paragraph..."), _keys("{ESC}"), _keys("{ENTER}")),
        ),
        Heavy(
            "Calc, side bar, 5,000 rows",
            "soffice.bin",
            Launch("libreoffice", ("--calc", *opened, "--infilter=CSV:44,34,76,1", str(sheet))),
            (
                _keys("12{ENTER}"),
                Act("click_input", named="Bold"),
                _keys("{PGDN}"),
                _visit("Format", "Cells..."),
                _keys("{ESC}"),
            ),
        ),
    )


def rows(actions: int = ACTIONS, only: str = "", *, each: bool = False) -> list[Row]:
    found: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for heavy in subjects(Path(folder)):
            if only.casefold() not in heavy.what.casefold():
                continue
            times = asyncio.run(_measure(heavy, actions, Path(folder)))
            for line in (*dict.fromkeys(times.failed), *(times.each if each else ())):
                print(f"{heavy.what}: {line}")
            found += [
                Row(f"a look at {heavy.what}: median", median(times.looks), "ms", _LOOK_MS),
                Row("its 95th percentile", percentile(times.looks, 95), "ms", _LOOK_P95_MS),
                Row(f"an action in {heavy.what}: median", median(times.acts), "ms", _ACTION_MS),
                Row("its 95th percentile", percentile(times.acts, 95), "ms", _ACTION_P95_MS),
                Row("processor time of our own in it", median(times.own), "ms"),
                Row("its 95th percentile", percentile(times.own, 95), "ms"),
                Row("processor time of the application in it", median(times.theirs), "ms"),
                Row("its 95th percentile", percentile(times.theirs, 95), "ms"),
                Row("calls on the bus in it", median(times.calls), ""),
                Row("its 95th percentile", percentile(times.calls, 95), ""),
            ]
    return found


async def _measure(heavy: Heavy, actions: int, folder: Path) -> Times:
    settings = load_settings(log_dir=folder / "logs")
    async with await PrivateDesktop.start() as private:
        desktop = await MeasuredDesktop.connect(private.environment, settings.desktop)
        spent, sections = Spendings(desktop), ToolboxSections.of(settings)
        toolbox = ServerToolbox(
            DesktopInUse(desktop, "private", private.environment),
            sections,
            folder,
            shared=Shared(SecretResolver(SecretStore(sections.secrets), Masks()), spending=spent.spending),
        )
        try:
            window = await desktop.launch(heavy.launch, timeout_s=60)
            spent.pid = window.pid
            await desktop.maximize(window.id)
            await desktop.settle(window.id, timeout_s=10)
            tools = toolbox.open("AppAgent", heavy.app_root)
            tools.selection.window = next(item for item in await desktop.windows() if item.id == window.id)
            return await _turns(tools, spent, list(islice(cycle(heavy.acts), actions)))
        finally:
            await toolbox.close()
            await desktop.shutdown()


async def _turns(tools: Tools, spent: Spendings, acts: Sequence[Act]) -> Times:
    times = Times()
    await _look(tools)
    for act in acts:
        spent.counted()
        times.looks.append(await _look(tools))
        looked, _, _ = spent.counted()
        command = _command(tools, act)
        began, worked = time.perf_counter(), time.process_time()
        (result,) = await tools.dispatcher.execute_commands([command])
        times.acts.append((time.perf_counter() - began) * 1000)
        times.own.append((time.process_time() - worked) * 1000)
        acted, calls, worked_s = spent.counted()
        times.theirs.append(worked_s * 1000)
        times.calls.append(calls)
        times.each += [
            f"look {times.looks[-1]:.0f} ms: {looked}",
            f"  {act.tool} {act.arguments or act.named} {times.acts[-1]:.0f} ms, our own {times.own[-1]:.0f}, "
            f"{result.effect}: {acted}",
        ]
        if result.status is not ResultStatus.SUCCESS:
            times.failed.append(f"{act.tool} {act.arguments}: {result.error}")
    return times


async def _look(tools: Tools) -> float:
    began = time.perf_counter()
    command = Command(tool_name="get_app_window_controls_target_info", parameters={}, tool_type="data_collection")
    await tools.dispatcher.execute_commands([command])
    return (time.perf_counter() - began) * 1000


def _command(tools: Tools, act: Act) -> Command:
    arguments = dict(act.arguments)
    if act.named:
        key = next(key for key, element in tools.selection.controls.items() if element.name == act.named)
        arguments |= {"id": key, "name": act.named}
    return Command(tool_name=act.tool, parameters=arguments)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=ACTIONS)
    parser.add_argument("--only", default="")
    parser.add_argument("--each", action="store_true", help="print every look and action")
    asked = parser.parse_args()
    prepare_memory()
    print_rows("Heavy applications", rows(asked.actions, asked.only, each=asked.each))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Does a saved skill again: ten presses on a calculator, from the request to the proof, against the same clicks by xdotool.

    python -m bench.skills [--times 5]

Needs the Debian packages xvfb, openbox, at-spi2-core, gnome-calculator and xdotool.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from bench.measure import Row, median, print_rows
from ufo.cli.process.surroundings import prepare_memory
from ufo.config.load import load_settings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.matching.selectors import selectors_of
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Launch, Window
from ufo.recipes.recipe import Skill, SkillAction, SkillTask, WindowHint
from ufo.recipes.replay.request_match import choose
from ufo.runs.assembly import SessionParts, open_session
from ufo.runs.desktops import DesktopInUse
from ufo.runs.sessions.users import NobodyUser
from ufo.schema.geometry import Point
from ufo.schema.selector import Selector
from ufo.trace.writer import LogWriter
from ufo_planner.provider import BuiltinPlanner

PRESSES = ("7", "8", "9", "+", "1", "2", "3", "+", "5", "=")
TIMES = 5
_GOAL_S = 2.0
_CUSTOMARY_SLEEP_S = 0.3


def rows(times: int = TIMES) -> list[Row]:
    prepare_memory()
    ours, usual = asyncio.run(_measure(times))
    against = f"xdotool, a sleep of {_CUSTOMARY_SLEEP_S:g} s after each, nothing read back"
    return [Row("a skill of ten presses on gnome-calculator", median(ours), "s", _GOAL_S, median(usual), against)]


async def _measure(times: int) -> tuple[list[float], list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(log_dir=Path(folder) / "logs", skills={"folder": Path(folder) / "skills"})
        async with await PrivateDesktop.start() as private:
            desktop = await LinuxDesktop.connect(private.environment, settings.desktop)
            window = await desktop.launch(Launch("gnome-calculator"))
            await desktop.settle(window.id)
            snapshot = await desktop.snapshot(window.id)
            keys = {name: _key(snapshot, name) for name in PRESSES}
            selectors = selectors_of(snapshot, [keys[name] for name in PRESSES])
            actions = [_press(str(place), selector) for place, selector in enumerate(selectors)]
            ours = []
            for _ in range(times):
                log = LogWriter(settings.log_dir)
                in_use = DesktopInUse(desktop, "private", private.environment)
                skill = choose(_skill(window, actions), {})
                parts = SessionParts(in_use, NobodyUser(), Path(folder), log, (), BuiltinPlanner(), skill=skill)
                async with open_session(settings, parts) as session:
                    began = time.perf_counter()
                    summary = await session.run(skill.request)
                    ours.append(time.perf_counter() - began)
                log.close()
                if summary.usage.model_calls or summary.usage.local_decisions != 3:
                    raise SystemExit(f"the skill did not go through: {summary.outcome} {summary.reason}")
            points = [keys[name].rect.center for name in PRESSES]
            usual = [await asyncio.to_thread(_by_xdotool, points, private.environment) for _ in range(times)]
            await desktop.shutdown()
    return ours, usual


def _key(snapshot: Iterable[Element], name: str) -> Element:
    return next(element for element in snapshot if element.name == name and element.role == "Button")


def _press(control_id: str, selector: Selector) -> SkillAction:
    arguments = {"id": control_id, "name": selector.name}
    return SkillAction(function="click_input", arguments=arguments, selectors={control_id: selector})


def _skill(window: Window, actions: Sequence[SkillAction]) -> Skill:
    hint = WindowHint(app_root=window.app_root, process=window.process, title=window.title)
    task = SkillTask(window=hint, subtask="press the keys", actions=tuple(actions))
    return Skill(name="presses", request="press the keys", tasks=(task,))


def _by_xdotool(points: Sequence[Point], environment: Mapping[str, str]) -> float:
    began = time.perf_counter()
    for point in points:
        command = ["xdotool", "mousemove", str(point.x), str(point.y), "click", "1", "sleep", str(_CUSTOMARY_SLEEP_S)]
        subprocess.run(command, env=dict(environment), check=True)
    return time.perf_counter() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=TIMES)
    print_rows("A saved skill", rows(parser.parse_args().times))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

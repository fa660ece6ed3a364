"""What a call of a model costs in tokens of text, and which part of the prompt takes them.

    python -m bench.prompts [--json] [--only NAME] [--write FOLDER]

Sessions run as they always do, with a model that answers from a script: on a desktop in memory, and on real applications on
a private desktop (one that is missing has no row). Each scene has a first turn, turns after acts that worked, one after an
act that failed, and a second sub-task with all that went before it. Long scenes have forty calls in eight sub-tasks, and say by
how much the calls around the 40th are larger than those around the 5th. `--write` keeps each prompt and schema for reading.

A token is taken for four characters, as is usual for English: a model's own vocabulary would have to be downloaded. The schema
counts as the JSON text that goes with the request. Pictures are not counted: what they cost differs from model to model.

Prices fall by what a provider has read before: `OpenAI` is the share of a prompt that begins like the one before it of the same
agent, from 1,024 tokens on in steps of 128; `Anthropic` the share in front of the last of our breakpoints (the schema, the system
text), where it is the same and has 1,024 tokens.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.measure import median, percentile
from bench.measured_desktop import MeasuredDesktop
from bench.prompt_scenes import FAKES, LONG, LONG_REAL, REAL, Scene
from ufo.config.load import load_settings
from ufo.desktop.fake.apps import form, sheet, text_editor
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.errors import LaunchFailed
from ufo.llm.provider import Completion, Turn
from ufo.llm.response_schema import response_schema
from ufo.prompts.tool_list import describe_tools
from ufo.runs.assembly import SessionParts, open_session
from ufo.runs.desktops import DesktopInUse
from ufo.runs.sessions.users import NobodyUser
from ufo.schema.inputs import AppInputs, HostInputs, told_tools
from ufo.schema.message import TextPart
from ufo.schema.usage import Usage
from ufo.trace.writer import LogWriter

TYPICAL, AT_P95 = 3000, 5000
EARLY, LATE, AROUND = 5, 40, 2
"""The calls of a long scene that are compared: those around the 5th and the 40th."""
_CHARACTERS = 4
_LEAST_CACHED, _CACHED_STEP = 1024, 128
PARTS = ("system", "tools", "schema", "controls", "changes", "earlier steps", "actions", "plan", "feedback", "other")
_PART_OF = {
    "controls": "controls",
    "what changed since your last look": "changes",
    "earlier steps": "earlier steps",
    "results of sub-tasks": "earlier steps",
    "other sub-tasks": "earlier steps",
    "your earlier actions": "actions",
    "your plan of the last step": "plan",
    "feedback": "feedback",
}
_FENCED = re.compile(r'^<data name="([^"]*)">\n.*?^</data>$', re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Cost:
    """The tokens of one call. `number`: which of its agent's calls in the scene it is, from 1. `openai`, `anthropic`: those that
    the provider has in its cache.
    """

    scene: str
    agent: str
    number: int
    parts: dict[str, int]
    openai: int = 0
    anthropic: int = 0

    @property
    def total(self) -> int:
        return sum(self.parts.values())


def tokens(text: str) -> int:
    return -(-len(text) // _CHARACTERS)


def parts_of(turn: Turn) -> dict[str, int]:
    """Return the tokens of each part of a call."""
    found = dict.fromkeys(PARTS, 0)
    system, listed = turn.messages[0].text, describe_tools(told_tools(turn.inputs), turn.inputs.more_tools)
    found["tools"] = tokens(listed)
    found["system"] = tokens(system.replace(listed, ""))
    found["schema"] = tokens(json.dumps(response_schema(turn)))
    for message in turn.messages[1:]:
        for part in message.parts:
            text = part.text if isinstance(part, TextPart) else part.caption
            for fenced in _FENCED.finditer(text):
                found[_PART_OF.get(fenced[1], "other")] += tokens(fenced[0])
            found["other"] += tokens(_FENCED.sub("", text))
    return found


def cached(turn: Turn, before: Turn) -> tuple[int, int]:
    """Return the tokens of a call that OpenAI's and Anthropic's rules take from the cache, after the call `before`."""
    schema = json.dumps(response_schema(turn))
    if schema != json.dumps(response_schema(before)):
        return 0, 0
    whole = schema + _text(turn)
    alike = tokens(schema + os.path.commonprefix([_text(turn), _text(before)]))
    openai = alike - alike % _CACHED_STEP if alike >= _LEAST_CACHED else 0
    system = turn.messages[0].text
    marked = tokens(schema + (system if system == before.messages[0].text else ""))
    return min(openai, tokens(whole)), marked if marked >= _LEAST_CACHED else 0


def _text(turn: Turn) -> str:
    return "\n".join(
        part.text if isinstance(part, TextPart) else part.caption for message in turn.messages for part in message.parts
    )


class Mind:
    """A model that does the scene's acts one a turn, sub-task by sub-task, and keeps every turn that it was asked."""

    name = "mind"
    sees_pictures = True

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._given = 0
        self._done = 0
        self.turns: list[Turn] = []

    async def complete(self, turn: Turn) -> Completion:
        self.turns.append(turn)
        said = {"observation": "The window shows what is needed.", "thought": "This is the next step."}
        more = self._app(turn.inputs) if isinstance(turn.inputs, AppInputs) else self._host(turn.inputs)
        return Completion(json.dumps(said | more), Usage(model_calls=1), self.name)

    async def close(self) -> None:
        return None

    def _host(self, inputs: HostInputs) -> dict[str, Any]:
        if self._given == len(self._scene.subtasks):
            return {"status": "FINISH", "result": "done", "comment": "All is done."}
        self._given += 1
        chosen = inputs.targets[0]
        return {
            "status": "ASSIGN",
            "current_subtask": self._scene.subtasks[self._given - 1],
            "plan": list(self._scene.subtasks[self._given :]),
            "function": "select_application_window",
            "arguments": {"id": chosen.id, "name": chosen.name},
        }

    def _app(self, inputs: AppInputs) -> dict[str, Any]:
        if self._done == self._scene.acts_until(self._given):
            note = {"name": f"part {self._given}", "text": "The total of the orders is 1,204 pieces."}
            return {"status": "FINISH", "result": self._scene.result, "notes": [note], "comment": "Done."}
        function, arguments = self._scene.acts[self._done](inputs)
        self._done += 1
        action = {"function": function, "arguments": arguments, "status": "CONTINUE"}
        return {"status": "CONTINUE", "action": [action], "plan": ["Do the rest of it", "Look whether it holds"]}


async def turns_of(scene: Scene) -> list[Turn]:
    """Return all turns of a session of the scene. Raises LaunchFailed where its application is not there."""
    mind = Mind(scene)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "work"
        folder.mkdir()
        # What is in memory tells of all that it shows.
        system = {} if scene.opens else {"control_backend": "a11y", "hold_s": 0.0, "verify_timeout_s": 0.1}
        settings = load_settings(log_dir=Path(name) / "logs", system=system, limits={"max_step": 200})
        async with _desktop_of(scene, folder) as in_use:
            log = LogWriter(settings.log_dir)
            try:
                parts = SessionParts(in_use, NobodyUser(), folder, log, [], mind)
                async with open_session(settings, parts) as session:
                    await session.run(scene.request)
            finally:
                log.close()
    return mind.turns


@asynccontextmanager
async def _desktop_of(scene: Scene, folder: Path) -> AsyncIterator[DesktopInUse]:
    if scene.opens is None:
        fake = FakeDesktop([text_editor(), form(), sheet()])
        fake.start(scene.name.partition(",")[0])
        yield DesktopInUse(fake, "fake", {})
        return
    async with await PrivateDesktop.start(1920, 1080) as private:
        desktop = await MeasuredDesktop.connect(private.environment, load_settings().desktop)
        try:
            await scene.opens(desktop, folder)
            yield DesktopInUse(desktop, "private", private.environment)
        finally:
            await desktop.shutdown()


def costs_of(scene: Scene, turns: Sequence[Turn]) -> list[Cost]:
    """Return the cost of each call, numbered by agent."""
    last: dict[str, Turn] = {}
    seen: Counter[str] = Counter()
    found = []
    for turn in turns:
        hits = cached(turn, last[turn.agent]) if turn.agent in last else (0, 0)
        seen[turn.agent] += 1
        found.append(Cost(scene.name, turn.agent, seen[turn.agent], parts_of(turn), *hits))
        last[turn.agent] = turn
    return found


def growth(costs: Sequence[Cost]) -> tuple[float, float] | None:
    """Return the median of an AppAgent's calls around the 5th and around the 40th, None where there are not so many."""
    totals = [cost.total for cost in costs if cost.agent == "app"]
    if len(totals) < LATE:
        return None
    return median(totals[EARLY - 1 - AROUND : EARLY + AROUND]), median(totals[LATE - 1 - AROUND :])


def measured(scenes: Sequence[Scene], keep: Path | None = None) -> list[Cost]:
    """Return the costs of all scenes that can be played here."""
    found: list[Cost] = []
    for scene in scenes:
        try:
            turns = asyncio.run(turns_of(scene))
        except LaunchFailed as error:
            print(f"({scene.name} is left out: {error})", file=sys.stderr)
            continue
        if keep is not None:
            _write(keep, scene, turns)
        found += costs_of(scene, turns)
    return found


def _write(folder: Path, scene: Scene, turns: Sequence[Turn]) -> None:
    for number, turn in enumerate(turns, 1):
        texts = [
            part.text if isinstance(part, TextPart) else f"[picture] {part.caption}"
            for message in turn.messages
            for part in message.parts
        ]
        whole = "\n".join([*texts, "", json.dumps(response_schema(turn), indent=1)])
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{scene.name.split(',')[0]}-{number:02}-{turn.agent}.md").write_text(whole, encoding="utf-8")


def summary(costs: Sequence[Cost]) -> dict[str, float]:
    """Return the median and the 95th percentile of whole calls."""
    totals = [cost.total for cost in costs]
    if not totals:
        return {"calls": 0}
    shares = {name: sum(getattr(cost, name) for cost in costs) / sum(totals) for name in ("openai", "anthropic")}
    return {"calls": len(totals), "median": median(totals), "p95": percentile(totals, 95), **shares}


def print_costs(costs: Sequence[Cost]) -> None:
    table = Table(title="Tokens of text in a call", box=None, pad_edge=False, title_justify="left")
    for heading in ("scene", "call", *PARTS, "whole", "OpenAI", "Anthropic"):
        table.add_column(heading)
    for cost in costs:
        table.add_row(
            cost.scene,
            f"{cost.agent} {cost.number}",
            *(str(cost.parts[name]) for name in PARTS),
            str(cost.total),
            *(f"{hits / cost.total:.0%}" for hits in (cost.openai, cost.anthropic)),
        )
    for agent in ("app", "host"):
        own = [item for item in costs if item.agent == agent]
        for name, of in (("median", median), ("p95", lambda values: percentile(values, 95))):
            if own:
                parts = [f"{of([item.parts[part] for item in own]):.0f}" for part in PARTS]
                table.add_row("all", f"{agent}, {name}", *parts, f"{of([item.total for item in own]):.0f}")
    Console(width=190).print(table)
    for scene in dict.fromkeys(cost.scene for cost in costs):
        if compared := growth([cost for cost in costs if cost.scene == scene]):
            early, late = compared
            Console().print(
                f"{scene}: call {EARLY} {early:,.0f}, call {LATE} {late:,.0f} tokens ({late / early - 1:+.1%})"
            )
    for agent in ("app", "host"):
        told = summary([cost for cost in costs if cost.agent == agent])
        if told["calls"]:
            Console().print(
                f"From the cache, {agent}: {told['openai']:.0%} by OpenAI's rules, {told['anthropic']:.0%} by Anthropic's"
            )
    Console().print(f"Goals for an AppAgent: {TYPICAL:,} typical, {AT_P95:,} at the 95th percentile.")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", default="", help="the scenes whose names contain this")
    parser.add_argument("--write", type=Path, help="keep each prompt in this folder")
    asked = parser.parse_args()
    scenes = (*FAKES, LONG, *REAL, *LONG_REAL)
    costs = measured([scene for scene in scenes if asked.only.casefold() in scene.name.casefold()], asked.write)
    if asked.json:
        by_agent = {agent: summary([cost for cost in costs if cost.agent == agent]) for agent in ("app", "host")}
        print(json.dumps({**by_agent, "calls": [asdict(cost) | {"total": cost.total} for cost in costs]}))
    else:
        print_costs(costs)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

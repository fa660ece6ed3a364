"""Twenty office tasks done by the window's controls and by native functions: calls, actions, seconds, what was proved.

    python -m bench.office_routes [--only NAME] [--route clicks|native] [--json] [--out FOLDER]

Needs LibreOffice and the parts of a private desktop. Each task is played twice in a whole session, with a mind that acts as a
good model would: `clicks` works menus by their paths, dialogs, keys and controls, and asks for a turn only where something new
must be seen first; `native` calls the functions of the document. Both state the same conditions at the beginning. Besides,
the saved file is read after the run, whatever the session says of it. Consents are given. A model's own time is not counted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.measure import median
from bench.minds.runner import Playing, play
from bench.minds.task import Place, Task, Verdict
from bench.office_route_tasks import TASKS, Act, RouteTask, Turns
from ufo.llm.provider import Completion, Turn
from ufo.llm.scripted import agreed
from ufo.schema.inputs import AppInputs, HostInputs
from ufo.schema.predicate import Truth
from ufo.schema.target import TargetInfo
from ufo.schema.usage import Usage
from ufo.tools.documents.odf_sheets import write_sheets
from ufo.tools.documents.odf_slides import write_slides
from ufo.tools.documents.odf_text import write_text_document
from ufo.trace.events import StepEnded
from ufo.trace.reader import read_run

CLICKS, NATIVE = "clicks", "native"
_OPENS = {"Calc": "--calc", "Writer": "--writer", "Impress": "--impress"}
_SAID = {"observation": "The document is open.", "thought": "This brings it on."}


@dataclass(frozen=True, slots=True)
class Played:
    """What a task cost by one route. `seconds`: of ours, without the mind's. `is_right`: what the saved file itself says;
    `wrong`: what it lacks. `failed`: what did not work on the way.
    """

    task: str
    application: str
    route: str
    calls: int
    actions: int
    seconds: float
    outcome: str
    is_right: bool
    wrong: str
    failed: tuple[str, ...]


class RouteMind:
    """A model that knows its acts beforehand, and looks for the controls that they are done to in what it is told. As the reader
    it agrees to everything: what code alone holds is measured.
    """

    name = "route"
    sees_pictures = False

    def __init__(self, task: RouteTask, turns: Turns) -> None:
        self._task = task
        self._left: Iterator[tuple[bool, tuple[Act, ...]]] = iter([(turn is turns[-1], turn) for turn in turns])
        self._given = False
        self.turns: list[Turn] = []

    async def complete(self, turn: Turn) -> Completion:
        self.turns.append(turn)
        if turn.reading is not None:
            return Completion(agreed(turn).model_dump_json(), Usage(), self.name)
        more = self._app(turn.inputs) if isinstance(turn.inputs, AppInputs) else self._host(turn.inputs)
        return Completion(json.dumps(_SAID | more), Usage(model_calls=1), self.name)

    async def close(self) -> None:
        return None

    @property
    def _expect(self) -> list[dict[str, Any]]:
        return [
            document_predicate.model_dump(exclude_defaults=True) | {"on": "document"}
            for document_predicate in self._task.expect
        ]

    def _host(self, inputs: HostInputs) -> dict[str, Any]:
        chosen = next((target for target in inputs.targets if self._task.document in target.name), None)
        if self._given or chosen is None:
            return {"status": "FINISH", "comment": "The document is as asked for, and saved."}
        self._given = True
        return {
            "status": "ASSIGN",
            "current_subtask": self._task.request,
            "function": "select_application_window",
            "arguments": {"id": chosen.id, "name": chosen.name},
            "done_when": self._expect,
        }

    def _app(self, inputs: AppInputs) -> dict[str, Any]:
        is_last, acts = next(self._left, (True, ()))
        actions = [{"function": act.function, "arguments": _arguments(act, inputs.controls)} for act in acts]
        if not acts:
            return {"status": "FAIL", "comment": "All acts were done, and what must hold does not."}
        return {"status": "FINISH" if is_last else "CONTINUE", "action": actions}


def _arguments(act: Act, controls: Sequence[TargetInfo]) -> dict[str, Any]:
    if not (act.on or act.role):
        return dict(act.arguments)
    found = next((control for control in controls if _is_meant(act, control)), None)
    return {"id": found.id if found else "", "name": found.name if found else act.on, **act.arguments}


def _is_meant(act: Act, control: TargetInfo) -> bool:
    named = not act.on or act.on in (control.name, control.label)
    return named and act.role in ("", control.type)


def make_document_of(task: RouteTask, path: Path) -> None:
    """Write the document as it is before the task. Raises OSError."""
    if task.sheets:
        write_sheets(path, task.sheets)
    elif task.application == "Impress":
        write_slides(path, task.text)
    else:
        write_text_document(path, task.text)


def wrong_in_file(task: RouteTask, folder: Path) -> str:
    """Return what the saved file lacks of what the task asks for, "" where it is right."""
    found = [
        document_predicate.model_copy(update={"path": str(folder / document_predicate.path)}).check_now()
        for document_predicate in task.expect
    ]
    return "; ".join(finding.evidence for finding in found if finding.truth is not Truth.SATISFIED)


def _task_of(task: RouteTask) -> Task:
    def prepare(place: Place) -> None:
        make_document_of(task, place.folder / task.document)

    def judge(place: Place, answer: str) -> Verdict:
        wrong = wrong_in_file(task, place.folder)
        return Verdict(not wrong, wrong)

    opens = ("soffice", _OPENS[task.application], "--norestore", "--nologo", f"{{folder}}/{task.document}")
    return Task(task.name, task.request, ("soffice",), prepare, judge, opens=opens)


async def played(task: RouteTask, route: str, out: Path) -> Played:
    """Play a task by one route; its logs and files stay in `out`. Raises CannotPlay where the document does not open."""
    mind = RouteMind(task, task.clicks if route == CLICKS else task.native)
    record = await play(_task_of(task), Playing(out / route, {"model": {"decide_locally": False}}, provider=mind))
    steps = read_run(Path(record.log)).of(StepEnded)
    acts = [action for step in steps for action in step.actions if action.function]
    failed = tuple(f"{act.function}: {act.result.error}"[:200] for act in acts if act.result.error)
    return Played(
        task=task.name,
        application=task.application,
        route=route,
        calls=record.count["calls"],
        actions=sum(turn["actions"] for turn in record.count["turns"]),
        seconds=record.count["own_seconds"],
        outcome=record.outcome,
        is_right=record.solved,
        wrong=record.why,
        failed=failed,
    )


def measured(tasks: Sequence[RouteTask], routes: Sequence[str], out: Path) -> list[Played]:
    """Play these tasks, the routes of each one after another."""
    found = []
    for task in tasks:
        for route in routes:
            item = asyncio.run(played(task, route, out))
            print(
                f"{task.name} by {route}: {item.outcome}",
                *item.failed,
                item.wrong,
                sep="\n  ",
                file=sys.stderr,
                flush=True,
            )
            found.append(item)
    return found


def markdown(found: Sequence[Played]) -> str:
    """Return the table of docs/benchmarks.md, with a last line for each route."""
    lines = [
        "| task | route | model calls | actions | seconds of ours | outcome | right in the file |",
        "|---|---|---|---|---|---|---|",
    ]
    for item in found:
        right = "yes" if item.is_right else f"no: {item.wrong}"
        cells = (
            f"{item.application}: {item.task}",
            item.route,
            item.calls,
            item.actions,
            f"{item.seconds:.1f}",
            item.outcome,
            right,
        )
        lines.append(_line(cells))
    for route in (CLICKS, NATIVE):
        own = [entry for entry in found if entry.route == route]
        if own:
            lines.append(_line(_summed(route, own)))
    return "\n".join(lines)


def _summed(route: str, own: Sequence[Played]) -> tuple[object, ...]:
    proved, right = sum(item.outcome == "VERIFIED" for item in own), sum(item.is_right for item in own)
    calls, actions = sum(item.calls for item in own), sum(item.actions for item in own)
    middle = median([item.seconds for item in own])
    return f"**all {len(own)}**", route, calls, actions, f"{middle:.1f} at the median", f"{proved} VERIFIED", right


def _line(cells: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def report() -> str:
    """Play every task by both routes, and return the table."""
    with tempfile.TemporaryDirectory() as name:
        return markdown(measured(TASKS, (CLICKS, NATIVE), Path(name)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="the tasks whose application or name contains this")
    parser.add_argument("--route", choices=(CLICKS, NATIVE), help="this route alone")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--out", type=Path, help="keep logs and documents in this folder")
    asked = parser.parse_args()
    tasks = [task for task in TASKS if asked.only.casefold() in f"{task.application} {task.name}".casefold()]
    with tempfile.TemporaryDirectory() as name:
        found = measured(tasks, (asked.route,) if asked.route else (CLICKS, NATIVE), asked.out or Path(name))
    print(json.dumps([asdict(item) for item in found]) if asked.json else markdown(found))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

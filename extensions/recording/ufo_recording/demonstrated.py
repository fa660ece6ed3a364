"""Makes a skill and a demonstration of a recording. What the person typed, and the documents that were open, become variables
with names; a model or a rule sums it up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path, PurePath
from typing import Any, cast

from pydantic import BaseModel, Field

from ufo.conditions.table import looks_at_window, names_a_file, read_condition
from ufo.errors import SkillError
from ufo.llm.provider import Provider, Turn
from ufo.llm.turn import answer
from ufo.prompts.prompter import DATA_RULE
from ufo.prompts.template_files import load_templates, render_text
from ufo.recipes.parameters import free_name, name_of_value
from ufo.recipes.recipe import NAME, Demonstration, Skill, SkillAction, SkillTask, Variable, WindowHint
from ufo.recipes.templates import Binder, references
from ufo.schema.fence import fence, quoted
from ufo.schema.inputs import HostInputs
from ufo.schema.message import Message, TextPart
from ufo.schema.patterns import regex
from ufo.schema.selector import Selector
from ufo_recording.moves import Move, moves_of
from ufo_recording.recorded import ProgramSeen, lines_of
from ufo_recording.recording_folder import Recording

_LONGEST_SHOWN, _LONGEST_VALUE, _LONGEST_SUMMARY, _LONGEST_REQUEST = 60, 60, 600, 2000
_MOST_STEPS = 200
_CELL = regex(r"[a-z]{1,3}\d{1,7}")
_OPENED = ("document", "address")
_PLACES = ("file", *_OPENED)
"""The beginnings of the names of variables that say where something is, and not what is in it."""


def skill_of(recording: Recording, name: str, request: str = "") -> Skill:
    """Make a skill. `request`: what the person says they did, without it the name; what was typed is named in it where it names
    nothing of that itself. Raises SkillError for a recording that cannot be repeated.
    """
    if not NAME.fullmatch(name):
        raise SkillError(f"{name!r} cannot name a skill; use letters, digits, '.', '_' and '-', at most 64")
    moves = _with_places(moves_of(recording.steps), recording)
    if not moves:
        raise SkillError("nothing was done that could be repeated")
    programs = {program.number: program for program in recording.programs}
    variables = _variables(moves, programs)
    values = {variable.name: variable.default for variable in variables if variable.default}
    binder = Binder(values, "")
    tasks, opened = [], set[int]()
    for number, group in groupby([move for move in moves if not move.closes], key=lambda move: move.program):
        tasks.append(_task(programs[number], list(group), opened, variables, binder))
    last = recording.ended.conditions if recording.ended is not None else ()
    expect = tuple(binder.bind(list(last)))
    request = binder.text(request.strip().rstrip("."))
    if not references(request):
        request = request_of(request or " ".join(name.replace("_", " ").replace("-", " ").split()), variables)
    if tasks:
        tasks[-1] = tasks[-1].model_copy(
            update={"expect": tuple(condition for condition in expect if looks_at_window(condition))}
        )
    return Skill(
        name=name,
        request=request,
        variables=variables,
        tasks=tuple(tasks),
        closings=tuple(
            SkillAction(function=move.function, arguments=binder.bind(move.arguments)) for move in moves if move.closes
        ),
        result=f"did what was shown as {name}",
        expect=tuple(condition for condition in expect if not looks_at_window(condition)),
        saved_from=f"demonstration {name}",
    )


def for_other_values(skill: Skill) -> Skill:
    """Return the skill without the conditions that hold for the recorded values alone: a result that a window came to show is
    another one where what was typed is another.
    """
    if not any(not variable.name.startswith(_PLACES) for variable in skill.variables):
        return skill
    tasks = [
        task.model_copy(
            update={"expect": tuple(condition for condition in task.expect if not _is_of_values(condition))}
        )
        for task in skill.tasks
    ]
    return skill.model_copy(update={"tasks": tuple(tasks)})


def _is_of_values(condition: Mapping[str, Any]) -> bool:
    return looks_at_window(condition) and condition.get("value") is not None and not references(condition["value"])


def request_of(words: str, variables: Sequence[Variable]) -> str:
    """Return a request that names the values that may vary: save memo with text "{{text}}" and file "{{file}}"."""
    # What a program is opened with is a part of how it is done, and cells are named by their sheet: a request that named them
    # would ask for something else.
    typed = [
        variable
        for variable in variables
        if not variable.secret and not variable.name.startswith(_OPENED) and not _CELL.fullmatch(variable.name)
    ]
    told = [f'{variable.name.replace("_", " ")} "{{{{{variable.name}}}}}"' for variable in typed]
    return f"{words} with {', '.join(told[:-1])}{' and ' if told[1:] else ''}{told[-1]}" if told else words


def _with_places(moves: list[Move], recording: Recording) -> list[Move]:
    """Return the moves with the whole path in the place of a file's bare name, where it is known where the file was saved: the
    folder that a dialog begins in is another one the next time.
    """
    conditions = recording.ended.conditions if recording.ended is not None else ()
    paths = {str(condition["path"]) for condition in conditions if names_a_file(condition)}
    by_name = {name: path for path in sorted(paths) for name in (PurePath(path).name, PurePath(path).stem)}
    moved = []
    for move in moves:
        path = by_name.get((move.typed or "").strip())
        if path is not None and move.typed:
            move = replace(move, typed=path, arguments={**move.arguments, "text": path})
        moved.append(move)
    return moved


def _variables(moves: Sequence[Move], programs: Mapping[int, ProgramSeen]) -> tuple[Variable, ...]:
    taken: list[Variable] = []
    for program in programs.values():
        for document in _documents(program):
            if all(variable.default != document for variable in taken):
                name = "address" if "://" in document else "document"
                taken.append(Variable(name=free_name(name, taken), default=document))
    for move in moves:
        if move.typed is None:
            continue
        label = next((selector.label or selector.name for selector in move.selectors.values()), "")
        if move.hidden:
            taken.append(Variable(name=free_name(name_of_value("", label, "secret"), taken), default="", secret=True))
        elif move.typed.strip() and all(variable.default != move.typed for variable in taken):
            taken.append(Variable(name=free_name(name_of_value(move.typed, label, "text"), taken), default=move.typed))
    return tuple(taken)


def _documents(program: ProgramSeen) -> Iterator[str]:
    """Yield the addresses and the whole paths of the files that the program was started with."""
    for document in program.documents:
        yield document if "://" in document else str(Path(program.folder or "/", document))


def _task(
    program: ProgramSeen, moves: Sequence[Move], opened: set[int], variables: Sequence[Variable], binder: Binder
) -> SkillTask:
    openings: tuple[SkillAction, ...] = ()
    if program.number not in opened:
        opened.add(program.number)
        arguments = {
            "name": program.app_root or program.process,
            "arguments": [binder.text(document) for document in _documents(program)],
        }
        openings = (SkillAction(function="launch_application", arguments=arguments),)
    secrets = iter([variable for variable in variables if variable.secret])
    actions = [
        SkillAction(function=move.function, arguments=_bound(move, secrets, binder), selectors=move.selectors)
        for move in moves
    ]
    shown = "; ".join(_told(action) for action in actions)
    return SkillTask(
        openings=openings,
        window=WindowHint(app_root=program.app_root, process=program.process, title=binder.text(moves[0].window)),
        subtask=shown if len(shown) <= 400 else f"{shown[:400]}…",
        actions=tuple(actions),
    )


def _bound(move: Move, secrets: Iterator[Variable], binder: Binder) -> dict[str, Any]:
    """Return the arguments with variables in the place of what was typed. Everything else belongs to the skill."""
    if move.typed is None:
        return dict(move.arguments)
    if move.hidden:
        return {**move.arguments, "text": f"{{{{{next(secrets).name}}}}}"}
    name = next((name for name, value in binder.values.items() if value == move.typed), None)
    return {**move.arguments, "text": move.typed if name is None else f"{{{{{name}}}}}"}


def _told(action: SkillAction) -> str:
    """Return an action in words, for the sub-task."""
    arguments = action.arguments
    control = next(iter(action.selectors.values()), None)
    where = f" {_called(control)}" if control is not None else ""
    match action.function:
        case "visit":
            return " > ".join(arguments["path"])
        case "set_edit_text":
            return f"write {_short(arguments['text'])} into{where}"
        case "keyboard_input":
            return f"type {_short(arguments.get('text') or arguments.get('keys', ''))}"
        case "set_checked":
            what = where or " " + " > ".join(arguments.get("path", ()))
            return f"switch{what} {'on' if arguments['checked'] else 'off'}"
        case "select":
            return f"choose {', '.join(map(str, arguments['items']))} in{where}"
        case _:
            return f"{action.function.partition('_')[0]}{where}"


def _called(control: Selector) -> str:
    return repr(control.words) if control.words else f"the {control.role}"


def _short(text: str) -> str:
    return repr(text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…")


class SummaryResponse(BaseModel):
    """What a model answers."""

    summary: str = Field(min_length=1, description="Two or three short sentences.")


def demonstration_of(recording: Recording, name: str, request: str, skill: Skill | None) -> Demonstration:
    """Return the demonstration of a recording, with a summary by rule."""
    most = Counter(step.program for step in recording.steps).most_common()
    roots = {program.number: program.app_root or program.process for program in recording.programs}
    applications = tuple(dict.fromkeys(roots[number] for number, _ in most if number in roots))
    steps = tuple(lines_of(recording.steps, recording.programs))
    variables = tuple(variable.name for variable in skill.variables) if skill is not None else ()
    return Demonstration(
        name=name,
        request=_filled(skill) or request or name.replace("-", " "),
        application=applications[0] if applications else "",
        applications=applications,
        steps=steps,
        summary=by_rule(recording, applications),
        variables=variables,
        recorded=recording.begun.started,
    )


def by_rule(recording: Recording, applications: Sequence[str]) -> str:
    """Return what was done, and what it led to."""
    tried = [step for step in recording.steps if step.kind != "scroll"]
    worked = [step.control for step in tried if step.kind in ("click", "type", "drag")]
    named = [control.words for control in worked if control is not None and control.words]
    pressed = list(dict.fromkeys(named))
    through = f" with {', '.join(repr(name) for name in pressed[:6])}" if pressed else ""
    through += " and more" if len(pressed) > 6 else ""
    told = (
        f"In {' and '.join(applications) or 'one window'}, {len(tried)} step{'s' if len(tried) != 1 else ''}{through}."
    )
    conditions = recording.ended.conditions if recording.ended is not None else ()
    ends = list(dict.fromkeys(read_condition(condition).in_words() for condition in conditions))
    return f"{told} At the end {'; '.join(ends[:4])}." if ends else told


async def by_model(demonstration: Demonstration, provider: Provider) -> str:
    """Return a model's summary. Raises ModelError and LimitReached where it gives none."""
    templates = load_templates("demonstration")
    steps = "\n".join(f"{number}. {text}" for number, text in enumerate(demonstration.steps[:_MOST_STEPS], 1))
    system = render_text(templates.system, {"data_rule": DATA_RULE})
    asked = render_text(
        templates.user, {"request": quoted(demonstration.request, _LONGEST_REQUEST), "steps": fence("the steps", steps)}
    )
    messages = Message("system", (TextPart(system),)), Message("user", (TextPart(asked),))
    turn = Turn("evaluation", messages, SummaryResponse, HostInputs(demonstration.request, (), ()))
    answered = await answer(provider, turn)
    return cast(SummaryResponse, answered.response).summary.strip()[:_LONGEST_SUMMARY]


def _filled(skill: Skill | None) -> str:
    if skill is None:
        return ""
    text = skill.request
    for variable in skill.variables:
        value = variable.default.strip().replace("\n", "⏎")
        text = text.replace(
            f"{{{{{variable.name}}}}}", value if len(value) <= _LONGEST_VALUE else f"{value[:_LONGEST_VALUE]}…"
        )
    return text

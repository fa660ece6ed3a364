"""`ufo skill`: saves verified runs, and does them again without a model and with other values."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ufo.cli.commands.run import Manner, work
from ufo.cli.output import print_json
from ufo.cli.settings import command_settings, given
from ufo.errors import ConfigError, SkillError
from ufo.skills.from_events import save as skill_of
from ufo.skills.request_match import choose
from ufo.skills.skill import Skill
from ufo.skills.store import SkillStore
from ufo.trace.reader import read_run
from ufo.trace.run_folders import find_run


def save(run: str, name: str, replace: bool, log_dir: Path | None, as_json: bool) -> int:
    settings = command_settings()
    record = read_run(find_run(run, log_dir or settings.log_dir))
    worked_in = record.started.working_folder if record.started else ""
    skill = skill_of(record, name, Path(worked_in or record.folder.parent.parent))
    path = SkillStore(settings.skills.folder).write(skill, replace=replace)
    if as_json:
        print_json({**_summary(skill), "path": str(path)})
    else:
        sys.stdout.write(f"{_told(skill)}\n{path}\n")
    return 0


def run(name: str, values: Sequence[str], overrides: Mapping[str, Any], consents: bool, as_json: bool) -> int:
    settings = command_settings(**given(overrides))
    chosen = choose(SkillStore(settings.skills.folder).read(name), dict(map(_pair, values)))
    return work(chosen.request, settings, Manner(consents, as_json), chosen)


def list_(as_json: bool) -> int:
    store = SkillStore(command_settings().skills.folder)
    broken = []
    skills = []
    for name in store.names():
        try:
            skills.append(store.read(name))
        except SkillError as error:
            broken.append(str(error))
    if as_json:
        print_json({"skills": [_summary(skill) for skill in skills], "broken": broken})
    elif not skills:
        sys.stdout.write("no skill is saved; save one with: ufo skill save last NAME\n")
    else:
        sys.stdout.write("".join(f"{_told(skill)}\n" for skill in skills))
    for line in broken:
        sys.stderr.write(f"ufo: {line}\n")
    return 0


def show(name: str, as_json: bool) -> int:
    skill = SkillStore(command_settings().skills.folder).read(name)
    if as_json:
        print_json(skill.model_dump(mode="json"))
        return 0
    sys.stdout.write(f"{_told(skill)}\n")
    for number, task in enumerate(skill.tasks, start=1):
        sys.stdout.write(f"{number}. in {task.window.app_root}: {task.subtask}\n")
        for action in (*task.openings, *task.actions):
            controls = ", ".join(str(one) for one in action.selectors.values())
            sys.stdout.write(f"   {action.function} {action.arguments}{' on ' + controls if controls else ''}\n")
    return 0


def remove(name: str, as_json: bool) -> int:
    SkillStore(command_settings().skills.folder).remove(name)
    if as_json:
        print_json({"removed": name})
    else:
        sys.stdout.write(f"the skill {name!r} is removed\n")
    return 0


def _pair(text: str) -> tuple[str, str]:
    key, separator, value = text.partition("=")
    if not separator or not key:
        raise ConfigError(f"{text!r} is not key=value; write e.g. file=report.ods")
    return key, value


def _summary(skill: Skill) -> dict[str, Any]:
    return {
        "name": skill.name,
        "request": skill.request,
        "variables": {one.name: one.default for one in skill.variables},
        "steps": skill.steps,
        "saved_from": skill.saved_from,
    }


def _told(skill: Skill) -> str:
    variables = "".join(f"\n    {one.name}={one.default}" for one in skill.variables)
    return f"{skill.name}  {skill.steps} steps\n    {skill.request}{variables}"

"""`ufo skill save`, `list`, `show` and `remove`: verified runs saved as skills. Imports no agent, so that they answer at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from ufo.cli.output import print_json
from ufo.cli.settings import command_settings
from ufo.recipes.recipe import Skill
from ufo.recipes.skill_of_run import save as skill_of
from ufo.recipes.store import SkillStore
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


def list_(as_json: bool) -> int:
    store = SkillStore(command_settings().skills.folder)
    skills, broken = store.all(), store.broken()
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
            controls = ", ".join(str(selector) for selector in action.selectors.values())
            sys.stdout.write(f"   {action.function} {action.arguments}{' on ' + controls if controls else ''}\n")
    return 0


def remove(name: str, as_json: bool) -> int:
    SkillStore(command_settings().skills.folder).remove(name)
    if as_json:
        print_json({"removed": name})
    else:
        sys.stdout.write(f"the skill {name!r} is removed\n")
    return 0


def _summary(skill: Skill) -> dict[str, Any]:
    return {
        "name": skill.name,
        "request": skill.request,
        "variables": {variable.name: variable.default for variable in skill.variables},
        "steps": skill.steps,
        "saved_from": skill.saved_from,
    }


def _told(skill: Skill) -> str:
    variables = "".join(f"\n    {variable.name}={variable.default}" for variable in skill.variables)
    return f"{skill.name}  {skill.steps} steps\n    {skill.request}{variables}"

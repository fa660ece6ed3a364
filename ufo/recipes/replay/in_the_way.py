"""Finds what a skill would run into on this desktop, before it touches anything.

A saved run met a desktop as it was then. Where a file of the same name lies there now, where a window holds somebody's other
document, or where the program whose window the skill closes at its end is open already, the same steps do something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from re import Pattern

from ufo.conditions.table import names_a_file
from ufo.recipes.recipe import Skill, SkillAction
from ufo.recipes.templates import fill
from ufo.schema.inputs import HostInputs
from ufo.schema.patterns import any_case, regex

_REPLACES = any_case(r"\b(?:replace|overwrite|ersetzen|überschreiben|remplacer|reemplazar|sobrescribir|sovrascrivi)\b")
_OPENS = any_case(r"\b(?:open|öffnen|ouvrir|abrir|apri)\b")
_DOCUMENT = regex(r"[^/\\:]+\.[A-Za-z]\w{0,7}")
_PARTS = regex(r"\s+[-\u2013\u2014|]\s+")
_MARKS = "*•● "


def in_the_way(skill: Skill, inputs: HostInputs, values: Mapping[str, str]) -> str:
    """Return why the skill may not begin here, or ""."""
    return _open_already(skill, inputs) or next(files_in_the_way(skill, inputs.working_folder, values), "")


def other_document(then: str, now: str) -> str:
    """Return how a window's title says that it holds another document than the saved one did, or unsaved changes; "" where
    neither is so. A title that names no file says nothing.
    """
    document = _document(now)
    if document != _document(then):
        return f"the window holds {document or 'no saved document'!r}, and not {_document(then) or 'a new document'!r}"
    is_changed = now[:1] in _MARKS and then[:1] not in _MARKS
    return f"the window {now!r} holds changes that are not saved" if is_changed else ""


def _open_already(skill: Skill, inputs: HostInputs) -> str:
    """A window that was opened into one that is there may hold more than the skill's document, and would be closed with it."""
    used = {task.window.app_root for task in skill.tasks if task.openings} - {""}
    shown = next((target for target in inputs.targets if skill.closings and target.app_root in used), None)
    return f"{shown.name!r} is open already, and the skill ends by closing its program's window" if shown else ""


def files_in_the_way(skill: Skill, working_folder: str, values: Mapping[str, str]) -> Iterator[str]:
    """Yield what is wrong with the files that the skill makes or replaces: one is there already, or is not."""
    hosts = (*(opening for task in skill.tasks for opening in task.openings), *skill.closings)
    opened = str([host.arguments for host in hosts])
    actions = [action for task in skill.tasks for action in task.actions]
    replaces = any(_says(_REPLACES, action) for action in actions)
    for template in dict.fromkeys(_made(skill)):
        name = PurePath(template).name
        first = next((action for action in actions if name in str(action.arguments)), None)
        if name in opened or (first is not None and _is_in_open_dialog(first)):
            continue
        path = Path(working_folder, str(fill(template, values))).expanduser()
        if path.exists() and not replaces and not any(action.consent for action in actions):
            yield f"{str(path)!r} is there already, and the saved run made it; remove it, or give another name"
        if not path.exists() and replaces:
            yield f"{str(path)!r} is not there, and the saved run replaced a file of that name"


def _made(skill: Skill) -> Iterator[str]:
    """Yield the paths, as templates, of the files that are there at the end and vary or follow from what is given."""
    yield from skill.files
    for stated in (*skill.expect, *(condition for task in skill.tasks for condition in task.expect)):
        path = stated.get("path")
        if names_a_file(stated) and isinstance(path, str) and path and stated.get("exists", True):
            yield path


def _is_in_open_dialog(action: SkillAction) -> bool:
    steps = [step.name for selector in action.selectors.values() for step in selector.path]
    return any(_OPENS.search(name) for name in steps)


def _says(words: Pattern[str], action: SkillAction) -> bool:
    return any(words.search(selector.words) for selector in action.selectors.values())


def _document(title: str) -> str:
    """Return the file that a title names, without its folder; "" where it names none."""
    part = PurePath(_PARTS.split(title.strip(_MARKS), maxsplit=1)[0]).name
    return part if _DOCUMENT.fullmatch(part) else ""

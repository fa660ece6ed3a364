"""`ufo knowledge keep`, `tidy`, `export`, `import` and `accept`: what is kept, what goes, and what is shared after a look."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from ufo.cli.output import Terminal, agrees, print_json
from ufo.cli.settings import command_settings
from ufo.config.settings import Settings
from ufo.errors import KnowledgeError, SkillError
from ufo.recipes.experience_of_run import learn
from ufo.recipes.index import IndexedRecipes, opened_recipes
from ufo.recipes.recipe import Demonstration, Experience, Recipe, Skill, SkillAction, SkillTask
from ufo.recipes.share import Entry, accept, drop, export, own, pending, take
from ufo.recipes.store import SkillStore
from ufo.recipes.tidy import Change, plan
from ufo.schema.exit_codes import EXIT_FAILED
from ufo.schema.patterns import regex
from ufo.trace.console import clean
from ufo.trace.reader import read_run
from ufo.trace.run_folders import find_run

_LONGEST = 2_000
_UNSEEN = regex("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Letters and marks that count as printable and show nothing (Unicode, Default_Ignorable_Code_Point, and the empty Braille sign).
A run of variation selectors can carry any text.
"""
_TIDYING = "tidying needs your yes: run this at a terminal, or add --yes"
_ACCEPTING = "accepting needs your yes: run this at a terminal, or add --yes after you have seen it"
_COUNTED = ((Experience, "of experience"), (Demonstration, "demonstrations"), (Skill, "skills"))


def _tell(text: str) -> None:
    sys.stderr.write(f"ufo: {clean(text, _LONGEST)}\n")


def keep(run_id: str, log_dir: Path | None, as_json: bool) -> int:
    """Keep what a verified run teaches. Raises KnowledgeError for one that teaches nothing."""
    settings = command_settings()
    run = read_run(find_run(run_id, log_dir or settings.log_dir))
    learned = learn(run)
    if not learned:
        raise KnowledgeError(
            f"{run.run_id} teaches nothing: only a VERIFIED run does, in which a model decided what was done; see: ufo runs"
        )
    with opened_recipes(settings.knowledge.folder, _tell) as recipes:
        kept = recipes.keep(learned)
    if as_json:
        print_json({"kept": [{"key": key, **item.model_dump(mode="json")} for key, item in kept.items()]})
    else:
        for key, experience in kept.items():
            lines = "".join(f"    {clean(line, _LONGEST)}\n" for line in experience.told().split("\n"))
            sys.stdout.write(f"{key}\n{lines}")
    return 0


def tidy_experience(consents: bool, as_json: bool) -> int:
    """Show what would change, ask, and do it. As JSON it is done only with `consents`. Raises ConfigError where nobody can be
    asked.
    """
    settings = command_settings()
    console = Terminal(stderr=as_json)
    with opened_recipes(settings.knowledge.folder, _tell) as recipes:
        for line in recipes.experience.broken():
            _tell(line)
        changes = plan(recipes.experience.by_name(), settings.knowledge.keep_days)
        if not as_json:
            _show_changes(console, changes)
        asked = f"Do these {len(changes)} changes?"
        agreed = bool(changes) and (consents or (not as_json and agrees(console, asked, _TIDYING)))
        done = recipes.tidy(changes) if agreed else ()
    if as_json:
        planned = [{"key": it.key, "into": it.into or None, "why": it.why, "diff": it.diff()} for it in changes]
        print_json({"planned": planned, "done": [change.key for change in done]})
    elif not changes:
        sys.stdout.write("nothing to tidy\n")
    else:
        sys.stdout.write(f"{len(done)} of {len(changes)} changes done\n")
    return EXIT_FAILED if changes and not agreed and not as_json else 0


def _show_changes(console: Console, changes: tuple[Change, ...]) -> None:
    for change in changes:
        what = f"merge {change.key} into {change.into}" if change.into else f"remove {change.key}"
        console.print(f"{what}: {clean(change.why)}", markup=False, highlight=False, soft_wrap=True)
        for line in change.diff():
            style = {"-": "red", "+": "green"}.get(line[:1], "dim")
            console.print(f"  {_printable(line)}", style=style, markup=False, highlight=False, soft_wrap=True)


def _printable(line: str) -> str:
    """Return a line of a diff with its indent, and without what a terminal would obey."""
    return f"{line[:1]}{' ' * (len(line[1:]) - len(line[1:].lstrip(' ')))}{clean(line[1:], _LONGEST)}"


def export_to(target: Path, with_skills: bool, as_json: bool) -> int:
    settings = command_settings()
    with opened_recipes(settings.knowledge.folder, _tell) as recipes:
        entries = own(recipes, SkillStore(settings.skills.folder) if with_skills else None)
    if entries:
        export(entries, target)
    if as_json:
        print_json({"exported": [_named(entry) for entry in entries], "to": str(target)})
    elif entries:
        sys.stdout.write(f"{_count(entries)} exported to {str(target)!r}; look them through before you share them\n")
    else:
        sys.stdout.write("there is nothing to export yet\n")
    return 0


def import_from(source: Path, as_json: bool) -> int:
    """Take in what others exported. It waits for `accept`; what does not fit is refused with its reason."""
    taken = take(source, command_settings().knowledge.folder)
    for line in taken.refused:
        _tell(f"refused: {line}")
    if as_json:
        print_json({"imported": [_named(entry) for entry in taken.entries], "refused": taken.refused})
    else:
        after = "; nothing of it acts before you accept it: ufo knowledge accept" if taken.entries else ""
        sys.stdout.write(f"{_count(taken.entries)} imported{after}\n")
    return 0 if taken.entries or not taken.refused else EXIT_FAILED


def accept_imported(names: Sequence[str], refuses: bool, consents: bool, as_json: bool) -> int:
    """Show what was imported, ask about each, and let it act. With `refuses`, remove it instead. As JSON nothing is asked: it
    shows what waits, and does it only with `consents`.
    """
    settings = command_settings()
    waiting = pending(settings.knowledge.folder)
    unknown = [name for name in names if name not in [entry.name for entry in waiting]]
    if unknown:
        raise KnowledgeError(f"nothing called {unknown[0]!r} was imported; see: ufo knowledge accept")
    chosen = [entry for entry in waiting if not names or entry.name in names]
    console = Terminal(stderr=as_json)
    done: list[Entry] = []
    failed: list[str] = []
    with opened_recipes(settings.knowledge.folder, _tell) as recipes:
        for entry in chosen:
            if as_json:
                agreed = consents
            else:
                _show(console, entry)
                agreed = consents or agrees(console, "Remove it?" if refuses else "Let it act?", _ACCEPTING)
            if agreed and (error := _settled(entry, refuses, recipes, settings)):
                failed.append(error)
            elif agreed:
                done.append(entry)
    for line in failed:
        _tell(line)
    if as_json:
        contents = [{**_named(entry), "content": entry.content.model_dump(mode="json")} for entry in chosen]
        print_json({"waiting": contents, "removed" if refuses else "accepted": [_named(entry) for entry in done]})
    elif not waiting:
        sys.stdout.write("nothing waits: what `ufo knowledge import` took in is shown here\n")
    else:
        sys.stdout.write(f"{len(done)} of {len(chosen)} {'removed' if refuses else 'accepted'}\n")
    return EXIT_FAILED if failed else 0


def _settled(entry: Entry, refuses: bool, recipes: IndexedRecipes, settings: Settings) -> str:
    """Let an entry act, or remove it. Return why that cannot be, or ""."""
    folder = settings.knowledge.folder
    try:
        if refuses:
            drop(entry, folder)
        else:
            accept(entry, recipes, SkillStore(settings.skills.folder), folder)
    except SkillError as error:
        return str(error)
    return ""


def _show(console: Console, entry: Entry) -> None:
    """Print all of it: what is accepted unseen would be accepted blindly."""
    for line in (f"{entry.kind} {entry.name}", *(f"    {line}" for line in _lines(entry.content))):
        console.print(_whole(line), markup=False, highlight=False, soft_wrap=True)


def _whole(text: str) -> str:
    """Return a text as one line, however long, with the codes of letters that a terminal would obey or not show."""
    return "".join(word if _is_seen(word) else word.encode("unicode_escape").decode() for word in text)


def _is_seen(letter: str) -> bool:
    return letter.isprintable() and _UNSEEN.match(letter) is None


def _lines(content: Recipe) -> Iterator[str]:
    if isinstance(content, Skill):
        return _of_skill(content)
    if isinstance(content, Demonstration):
        return _of_demonstration(content)
    assert isinstance(content, Experience)
    return _of_experience(content)


def _of_demonstration(demonstration: Demonstration) -> Iterator[str]:
    yield f"application: {', '.join(demonstration.applications) or demonstration.application}"
    yield f"shown: {demonstration.request}"
    yield f"summary: {demonstration.summary}"
    yield from (f"step: {line}" for line in demonstration.steps)


def _of_experience(experience: Experience) -> Iterator[str]:
    yield f"application: {experience.application}"
    yield f"asked: {experience.asked}"
    yield from (f"plan: {line}" for line in experience.plan)
    yield from (f"worked: {action}" for action in experience.actions)
    yield from (f"avoid: {line}" for line in experience.avoid)


def _of_skill(skill: Skill) -> Iterator[str]:
    yield f"does by itself what has these words: {skill.request}"
    for variable in skill.variables:
        yield f"{{{{{variable.name}}}}} is {variable.default!r} where the request does not name another"
    for task in skill.tasks:
        yield from map(_of_action, task.openings)
        yield f"in {task.window.app_root or task.window.process} {task.window.title!r}: {task.subtask}"
        yield from map(_of_action, task.actions)
        yield from _at_the_end(task)
    yield from map(_of_action, skill.closings)
    yield from _at_the_end(skill)


def _of_action(action: SkillAction) -> str:
    controls = ", ".join(map(str, action.selectors.values()))
    return f"does: {action.function} {action.arguments}{' on ' + controls if controls else ''}"


def _at_the_end(item: Skill | SkillTask) -> Iterator[str]:
    if item.result:
        yield f"answers: {item.result}"
    yield from (f"is done where: {condition}" for condition in item.expect)


def _named(entry: Entry) -> dict[str, Any]:
    return {"kind": entry.kind, "name": entry.name}


def _count(entries: Sequence[Entry]) -> str:
    counted = [(sum(isinstance(entry.content, kind) for entry in entries), word) for kind, word in _COUNTED]
    told = [f"{count} {word}" for count, word in counted if count or word == "of experience"]
    return " and ".join(told)

"""`ufo knowledge export`, `import` and `accept`: what was learned as plain files, and those of others after a look."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from ufo.cli.commands.knowledge_experience import opened_experience
from ufo.cli.output import Terminal, print_json
from ufo.cli.settings import command_settings
from ufo.config.settings import Settings
from ufo.demonstrations.demonstration import Demonstration, DemonstrationStore
from ufo.errors import ConfigError, KnowledgeError, SkillError
from ufo.exchange.exchange import Content, Entry, accept, drop, export, own, pending, take
from ufo.experience.experience import Experience
from ufo.experience.indexed import IndexedExperience
from ufo.schema.exit_codes import EXIT_FAILED
from ufo.schema.patterns import regex
from ufo.skills.skill import Skill, SkillAction, SkillTask
from ufo.skills.store import SkillStore
from ufo.trace.console import clean

_LONGEST = 2_000
_UNSEEN = regex("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Letters and marks that count as printable and show nothing (Unicode, Default_Ignorable_Code_Point, and the empty Braille sign).
A run of variation selectors can carry any text.
"""
_COUNTED = ((Experience, "of experience"), (Demonstration, "demonstrations"), (Skill, "skills"))


def export_to(target: Path, with_skills: bool, as_json: bool) -> int:
    settings = command_settings()
    with opened_experience(settings) as experience:
        skills = SkillStore(settings.skills.folder) if with_skills else None
        entries = own(experience, DemonstrationStore(settings.knowledge.folder), skills)
    if entries:
        export(entries, target)
    if as_json:
        print_json({"exported": [_named(one) for one in entries], "to": str(target)})
    elif entries:
        sys.stdout.write(f"{_count(entries)} exported to {str(target)!r}; look them through before you share them\n")
    else:
        sys.stdout.write("there is nothing to export yet\n")
    return 0


def import_from(source: Path, as_json: bool) -> int:
    """Take in what others exported. It waits for `accept`; what does not fit is refused with its reason."""
    taken = take(source, command_settings().knowledge.folder)
    for line in taken.refused:
        sys.stderr.write(f"ufo: refused: {clean(line, _LONGEST)}\n")
    if as_json:
        print_json({"imported": [_named(one) for one in taken.entries], "refused": taken.refused})
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
    unknown = [one for one in names if one not in [entry.name for entry in waiting]]
    if unknown:
        raise KnowledgeError(f"nothing called {unknown[0]!r} was imported; see: ufo knowledge accept")
    chosen = [one for one in waiting if not names or one.name in names]
    console = Terminal(stderr=as_json)
    done: list[Entry] = []
    failed: list[str] = []
    with opened_experience(settings) as experience:
        for entry in chosen:
            if as_json:
                agreed = consents
            else:
                _show(console, entry)
                agreed = consents or _agrees(console, entry, refuses)
            if agreed and (error := _settled(entry, refuses, experience, settings)):
                failed.append(error)
            elif agreed:
                done.append(entry)
    for line in failed:
        sys.stderr.write(f"ufo: {clean(line, _LONGEST)}\n")
    if as_json:
        contents = [{**_named(one), "content": one.content.model_dump(mode="json")} for one in chosen]
        print_json({"waiting": contents, "removed" if refuses else "accepted": [_named(one) for one in done]})
    elif not waiting:
        sys.stdout.write("nothing waits: what `ufo knowledge import` took in is shown here\n")
    else:
        sys.stdout.write(f"{len(done)} of {len(chosen)} {'removed' if refuses else 'accepted'}\n")
    return EXIT_FAILED if failed else 0


def _settled(entry: Entry, refuses: bool, experience: IndexedExperience, settings: Settings) -> str:
    """Let an entry act, or remove it. Return why that cannot be, or ""."""
    folder = settings.knowledge.folder
    try:
        if refuses:
            drop(entry, folder)
        else:
            accept(entry, experience, SkillStore(settings.skills.folder), folder)
    except SkillError as error:
        return str(error)
    return ""


def _agrees(console: Console, entry: Entry, refuses: bool) -> bool:
    if sys.stdin is None or not sys.stdin.isatty():
        raise ConfigError("accepting needs your yes: run this at a terminal, or add --yes after you have seen it")
    question = "Remove it" if refuses else "Let it act"
    console.print(f"{question}? [y/N] ", end="", markup=False, highlight=False)
    try:
        return console.input().strip().lower() in ("y", "yes")
    except EOFError:
        return False


def _show(console: Console, entry: Entry) -> None:
    """Print all of it: what is accepted unseen would be accepted blindly."""
    for line in (f"{entry.kind} {entry.name}", *(f"    {one}" for one in _lines(entry.content))):
        console.print(_whole(line), markup=False, highlight=False, soft_wrap=True)


def _whole(text: str) -> str:
    """Return a text as one line, however long, with the codes of letters that a terminal would obey or not show."""
    return "".join(one if _is_seen(one) else one.encode("unicode_escape").decode() for one in text)


def _is_seen(letter: str) -> bool:
    return letter.isprintable() and _UNSEEN.match(letter) is None


def _lines(content: Content) -> Iterator[str]:
    if isinstance(content, Skill):
        return _of_skill(content)
    return _of_demonstration(content) if isinstance(content, Demonstration) else _of_experience(content)


def _of_demonstration(one: Demonstration) -> Iterator[str]:
    yield f"application: {', '.join(one.applications) or one.application}"
    yield f"shown: {one.request}"
    yield f"summary: {one.summary}"
    yield from (f"step: {line}" for line in one.steps)


def _of_experience(one: Experience) -> Iterator[str]:
    yield f"application: {one.application}"
    yield f"asked: {one.asked}"
    yield from (f"plan: {line}" for line in one.plan)
    yield from (f"worked: {action}" for action in one.actions)
    yield from (f"avoid: {line}" for line in one.avoid)


def _of_skill(one: Skill) -> Iterator[str]:
    yield f"does by itself what has these words: {one.request}"
    for variable in one.variables:
        yield f"{{{{{variable.name}}}}} is {variable.default!r} where the request does not name another"
    for task in one.tasks:
        yield from map(_of_action, task.openings)
        yield f"in {task.window.app_root or task.window.process} {task.window.title!r}: {task.subtask}"
        yield from map(_of_action, task.actions)
        yield from _at_the_end(task)
    yield from map(_of_action, one.closings)
    yield from _at_the_end(one)


def _of_action(action: SkillAction) -> str:
    controls = ", ".join(map(str, action.selectors.values()))
    return f"does: {action.function} {action.arguments}{' on ' + controls if controls else ''}"


def _at_the_end(one: Skill | SkillTask) -> Iterator[str]:
    if one.result:
        yield f"answers: {one.result}"
    yield from (f"is done where: {condition}" for condition in one.expect)


def _named(one: Entry) -> dict[str, Any]:
    return {"kind": one.kind, "name": one.name}


def _count(entries: Sequence[Entry]) -> str:
    counted = [(sum(isinstance(one.content, kind) for one in entries), word) for kind, word in _COUNTED]
    told = [f"{count} {word}" for count, word in counted if count or word == "of experience"]
    return " and ".join(told)

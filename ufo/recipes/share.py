"""Exports experience, demonstrations and skills as plain JSON files, and takes in those of others.

What is imported lies in a folder of its own that nothing reads but `pending`: it acts only after `accept`. Its names are checked
or made anew from its content, so that no name from outside leads anywhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ufo.errors import KnowledgeError, SkillError
from ufo.recipes.index import IndexedRecipes
from ufo.recipes.recipe import Demonstration, Experience, Recipe, Skill
from ufo.recipes.store import DemonstrationStore, ExperienceStore, RecipeStore, SkillStore, first_fault, read_plain
from ufo.secrets import files

_KINDS: Mapping[str, type[Recipe]] = {"experience": Experience, "demonstrations": Demonstration, "skills": Skill}
_VERSION = 1
_MOST_FILES, _MOST_BYTES, _MOST_IN_ONE = 1_000, 500_000, 20_000_000


@dataclass(frozen=True, slots=True)
class Entry:
    """What is shared. `kind`: "experience", "demonstrations" or "skills"."""

    kind: str
    content: Recipe

    @property
    def name(self) -> str:
        content = self.content
        assert isinstance(content, Experience | Demonstration | Skill)
        return content.key if isinstance(content, Experience) else content.name


@dataclass(slots=True)
class Taken:
    """What an import took in, and what it refused, each with its reason."""

    entries: list[Entry] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def export(entries: list[Entry], target: Path) -> None:
    """Write entries to a folder, each as a file, or to one file where the target ends in `.json`. A file that is there already
    is replaced. Raises KnowledgeError.
    """
    try:
        if target.suffix == ".json":
            whole: dict[str, Any] = {"version": _VERSION, **{kind: [] for kind in _KINDS}}
            for entry in entries:
                whole[entry.kind].append(entry.content.model_dump(mode="json"))
            files.write(target, f"{json.dumps(whole, ensure_ascii=False, indent=1)}\n".encode("utf-8", "replace"))
            return
        for entry in entries:
            folder = target / entry.kind
            files.make_folder(folder)
            text = f"{entry.content.model_dump_json(indent=1)}\n"
            files.write(folder / f"{entry.name}.json", text.encode("utf-8", "replace"))
    except OSError as error:
        raise KnowledgeError(f"{str(target)!r} cannot be written: {error.strerror or error}") from error


def own(recipes: IndexedRecipes, skills: SkillStore | None = None) -> list[Entry]:
    """Return what can be shared: experience and demonstrations without what they tell of this person's runs and recordings, and
    skills where they are wanted.
    """
    found = [
        Entry("experience", known.model_copy(update={"saved_from": "", "uses": 0, "verified_uses": 0}))
        for known in recipes.experience.all()
        if not known.set_aside
    ]
    found += [Entry("demonstrations", _bare(shown)) for shown in recipes.demonstrations.all()]
    return found + [Entry("skills", skill) for skill in (skills.all() if skills is not None else ())]


def take(source: Path, knowledge_folder: Path) -> Taken:
    """Take in a folder or a file of `export`, to wait for the person. Raises KnowledgeError where there is nothing to read, or
    where it cannot be written.
    """
    taken = Taken()
    names: set[tuple[str, str]] = set()
    waiting = _waiting(knowledge_folder)
    for kind, where, data in _offered(source, taken):
        try:
            entry = Entry(kind, _read(kind, data))
            if (kind, entry.name) in names:
                raise KnowledgeError(f"another one before it is called {entry.name!r} too")
            waiting[kind].put(entry.name, entry.content)
            names.add((kind, entry.name))
        except (KnowledgeError, SkillError, ValueError) as error:
            taken.refused.append(f"{where}: {error}")
        else:
            taken.entries.append(entry)
    return taken


def pending(knowledge_folder: Path) -> list[Entry]:
    """Return what was imported and is not accepted yet."""
    return [Entry(kind, content) for kind, store in _waiting(knowledge_folder).items() for content in store.all()]


def accept(entry: Entry, recipes: IndexedRecipes, skills: SkillStore, knowledge_folder: Path) -> None:
    """Let an imported entry act from now on. Raises KnowledgeError and, where the name of a skill or of a demonstration is taken,
    SkillError.
    """
    content = entry.content
    if isinstance(content, Skill):
        skills.write(content)
    elif isinstance(content, Demonstration):
        if recipes.demonstrations.exists(entry.name):
            raise SkillError(
                f"a demonstration {entry.name!r} exists already; forget it first: ufo demo forget {entry.name}"
            )
        recipes.demonstrations.put(entry.name, content)
    elif isinstance(content, Experience):
        recipes.keep([content])
    drop(entry, knowledge_folder)


def drop(entry: Entry, knowledge_folder: Path) -> None:
    """Remove an imported entry that waits. Raises KnowledgeError and SkillError."""
    _waiting(knowledge_folder)[entry.kind].forget(entry.name)


def _waiting(knowledge_folder: Path) -> Mapping[str, RecipeStore[Any]]:
    folder = knowledge_folder / "imported"
    return {
        "experience": ExperienceStore(folder),
        "demonstrations": DemonstrationStore(folder),
        "skills": SkillStore(folder / "skills"),
    }


def _offered(source: Path, taken: Taken) -> Iterator[tuple[str, str, bytes]]:
    """Yield kind, place and content of what lies there. What cannot be read is refused."""
    if source.is_dir():
        yield from _in_folder(source, taken)
        return
    try:
        whole = json.loads(read_plain(source, _MOST_IN_ONE))
    except OSError as error:
        raise KnowledgeError(f"{str(source)!r} cannot be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise KnowledgeError(f"{str(source)!r} is no JSON: {error}") from error
    if not isinstance(whole, dict) or whole.get("version") != _VERSION:
        raise KnowledgeError(f"{str(source)!r} is no file of `ufo knowledge export`, or of another version")
    for kind in _KINDS:
        listed = whole.get(kind) or []
        if not isinstance(listed, list) or len(listed) > _MOST_FILES:
            taken.refused.append(f"{kind}: no list of at most {_MOST_FILES:,}")
            continue
        for number, content in enumerate(listed, start=1):
            yield kind, f"{kind} {number}", json.dumps(content).encode()


def _in_folder(source: Path, taken: Taken) -> Iterator[tuple[str, str, bytes]]:
    folders = {kind: source / kind for kind in _KINDS if (source / kind).is_dir() and not (source / kind).is_symlink()}
    if not folders:
        raise KnowledgeError(
            f"{str(source)!r} holds no folder {' or '.join(map(repr, _KINDS))}; name what `ufo knowledge export` wrote"
        )
    for kind, folder in folders.items():
        names = sorted(path.name for path in folder.iterdir() if path.name.endswith(".json"))
        if len(names) > _MOST_FILES:
            taken.refused.append(f"{kind}: more than {_MOST_FILES:,} files")
            continue
        for name in names:
            try:
                yield kind, f"{kind}/{name}", read_plain(folder / name, _MOST_BYTES)
            except OSError as error:
                taken.refused.append(f"{str(folder / name)!r} cannot be read: {error.strerror or error}")
            except KnowledgeError as error:
                taken.refused.append(str(error))


def _read(kind: str, data: bytes) -> Recipe:
    """Return what was offered without what it was worth to others, which is not what it is worth here. Raises KnowledgeError
    where it does not fit.
    """
    if len(data) > _MOST_BYTES:
        raise KnowledgeError(f"it has more than {_MOST_BYTES:,} bytes")
    try:
        content = _KINDS[kind].model_validate_json(data)
    except ValidationError as error:
        raise KnowledgeError(first_fault(error)) from error
    if isinstance(content, Demonstration):
        return _bare(content)
    if isinstance(content, Experience):
        begins = {"saved_from": "", "uses": 0, "verified_uses": 0, "times": 1, "set_aside": False}
        return content.model_copy(update=begins)
    return content


def _bare(shown: Demonstration) -> Demonstration:
    """Return it without what is so only where it was recorded: its skill, its proof and its day."""
    return shown.model_copy(update={"skill": "", "proved": "", "recorded": ""})

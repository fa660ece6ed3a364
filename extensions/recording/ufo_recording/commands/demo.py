"""`ufo demo list`, `show` and `forget`: what was recorded with `ufo record`. Imports no agent, so that they answer at once."""

from __future__ import annotations

import sys
from contextlib import suppress

from ufo.cli.output import print_json
from ufo.cli.settings import command_settings
from ufo.config.settings import Settings
from ufo.errors import SkillError, TraceError
from ufo.knowledge.shared_index import INDEX
from ufo.recipes.index import index_shown
from ufo.recipes.recipe import Demonstration
from ufo.recipes.store import DemonstrationStore, SkillStore
from ufo_recording.recording_folder import Recording, read_recording


def list_(as_json: bool) -> int:
    store = _store(command_settings())
    found: list[Demonstration] = []
    rest: list[str] = []
    for name in store.names():
        try:
            read = store.kept(name)
        except SkillError as error:
            sys.stderr.write(f"ufo: {error}\n")
            continue
        if read is not None:
            found.append(read)
        else:
            rest.append(name)
    if as_json:
        print_json({"demonstrations": [shown.model_dump(mode="json") for shown in found], "recordings": rest})
        return 0
    for shown in found:
        sys.stdout.write(
            f"{shown.name}  {shown.application}, {len(shown.steps)} steps, {_state(shown)}\n    {shown.request}\n"
        )
    for name in rest:
        sys.stdout.write(f"{name}  a recording that is not kept yet: ufo demo replay {name}, or ufo demo keep {name}\n")
    if not found and not rest:
        sys.stdout.write("nothing is recorded; record something with: ufo record NAME\n")
    return 0


def show(name: str, as_json: bool) -> int:
    store = _store(command_settings())
    demonstration, recording = store.kept(name), _recording(store, name)
    if as_json:
        kept = demonstration.model_dump(mode="json") if demonstration is not None else None
        steps = (
            [step.model_dump(mode="json", exclude={"control", "to"}) for step in recording.steps] if recording else []
        )
        print_json({"name": name, "folder": str(store.place(name)), "demonstration": kept, "steps": steps})
        return 0
    if demonstration is not None:
        sys.stdout.write(f"{demonstration.request}\n{demonstration.summary}\n{_state(demonstration)}\n")
    elif recording is not None:
        broken = "" if recording.ended is not None else ", broken off"
        sys.stdout.write(f"{name}: a recording of {len(recording.steps)} steps that is not kept yet{broken}\n")
    with suppress(OSError):
        sys.stdout.write((store.place(name) / "trace.log").read_text(encoding="utf-8"))
    sys.stdout.write(f"Pictures and trace: {store.place(name)}\n")
    return 0


def forget(name: str, as_json: bool) -> int:
    settings = command_settings()
    store = _store(settings)
    demonstration = _readable(store, name)
    store.forget(name)
    if (settings.knowledge.folder.expanduser() / INDEX).exists():
        index_shown(settings.knowledge.folder)
    removed_skill = ""
    if demonstration is not None and demonstration.skill:
        with suppress(SkillError):
            skills = SkillStore(settings.skills.folder)
            if skills.read(demonstration.skill).saved_from == demonstration.source:
                skills.remove(demonstration.skill)
                removed_skill = demonstration.skill
    if as_json:
        print_json({"forgotten": name, "skill_removed": removed_skill})
    else:
        also = f" and its skill {removed_skill!r}" if removed_skill else ""
        sys.stdout.write(f"the demonstration {name!r}{also} is forgotten\n")
    return 0


def _readable(store: DemonstrationStore, name: str) -> Demonstration | None:
    """Return a demonstration; None for one that cannot be read, which can be forgotten all the same."""
    try:
        return store.kept(name)
    except SkillError:
        if store.exists(name):
            return None
        raise


def _store(settings: Settings) -> DemonstrationStore:
    return DemonstrationStore(settings.knowledge.folder)


def _recording(store: DemonstrationStore, name: str) -> Recording | None:
    try:
        return read_recording(store.place(name))
    except TraceError:
        return None


def _state(demonstration: Demonstration) -> str:
    skill = f"; again: ufo skill run {demonstration.skill}" if demonstration.skill else ""
    return (f"verified: {demonstration.proved}" if demonstration.proved else "unverified") + skill

"""`ufo learn`: reads help documents into the index of what was learned."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from ufo.cli.named_application import named_application
from ufo.cli.output import Terminal, print_json
from ufo.cli.settings import command_settings
from ufo.config.agent_models import embedding_of
from ufo.config.sections import ModelSections
from ufo.config.settings import ModelSettings
from ufo.errors import Cancelled, KnowledgeError, UnreadableDocument
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import origin_of
from ufo.knowledge.shared_index import INDEX
from ufo.llm.budget import Budget
from ufo.llm.embeddings import open_embedder
from ufo.llm.registry import Surroundings
from ufo.platform.packages import install_line
from ufo.schema.secret import SecretRef
from ufo.secrets.secret_resolver import SecretStore
from ufo_guides.help.embed import embed_sections
from ufo_guides.help.installed_help import HelpFolder, Places, help_of, languages_of, packages_with_help
from ufo_guides.help.learn import Advanced, Learned, Learner

ALL = "all"
_LINE_EVERY_S = 5.0
_LEFT_OUT_TOLD = 10


def learn(what: list[str], application: str | None, *, as_json: bool) -> int:
    settings = command_settings()
    places = Places(languages=languages_of(os.environ))
    owner = None if application is None else "" if application == ALL else named_application(application).root
    jobs = [job for text in what for job in _jobs(text, owner, places)]
    store = KnowledgeStore(settings.knowledge.folder / INDEX, _remark)
    try:
        learned = _learned(store, places, jobs, quiet=as_json)
        embedding = embedding_of(ModelSections.of(settings))
        secrets, budget = SecretStore(settings.secrets), Budget(settings.limits)
        vectors = asyncio.run(_embedded(store, embedding, secrets, budget, quiet=as_json)) if embedding else 0
    finally:
        store.close()
    if as_json:
        print_json({**_record(jobs, learned), "vectors": vectors})
    else:
        sys.stdout.write("".join(f"{line}\n" for line in _lines(jobs, learned)))
        if vectors:
            sys.stdout.write(f"vectors  for {_count(vectors, 'section')}\n")
    if learned.left_out and not (learned.documents or learned.unchanged):
        raise KnowledgeError("nothing was learned: " + next(iter(learned.left_out.values())))
    return 0


def _remark(text: str) -> None:
    sys.stderr.write(f"ufo: {text}\n")


_Job = tuple[Path, str | None]


def _jobs(what: str, owner: str | None, places: Places) -> list[_Job]:
    """Return the paths to learn, each with the application that it belongs to, None where each file tells."""
    path = Path(what).expanduser()
    if path.exists():
        return [(path.absolute(), owner)]
    if "/" in what:
        raise KnowledgeError(f"there is no file or folder {what!r}; correct the path, or name an application")
    found = _installed(what, places)
    return [(folder.path, folder.application if owner is None else owner) for folder in found]


def _installed(name: str, places: Places) -> list[HelpFolder]:
    named = named_application(name)
    found = help_of(named.root, named.names, places)
    if found:
        return found
    packages = packages_with_help(named.root, (name, *named.names), places.languages)
    get = f"get it: {install_line(packages[0])}; then: ufo learn {name}" if packages else ""
    if named.problem and not packages:
        raise KnowledgeError(f"there is no file {name!r}, and {named.problem}")
    raise KnowledgeError(
        f"{named.root} came without help that can be learned; "
        + (get or "give the path of its manual: ufo learn PATH --app " + named.root)
        + (f" (also: {', '.join(packages[1:])})" if packages[1:] else "")
    )


def _learned(store: KnowledgeStore, places: Places, jobs: list[_Job], *, quiet: bool) -> Learned:
    with _progress(quiet) as advanced:
        learner = Learner(store, places, advanced)
        try:
            for path, owner in jobs:
                _one_job(learner, path, owner)
        except KeyboardInterrupt:
            done = learner.learned
            raise Cancelled(
                f"stopped; {_count(done.documents, 'document')} with {_count(done.sections, 'section')} "
                "are learned and stay; the same command goes on"
            ) from None
    return learner.learned


async def _embedded(
    store: KnowledgeStore, model: ModelSettings, secrets: SecretStore, budget: Budget, *, quiet: bool
) -> int:
    """Ask the model for vectors of what has none yet; return how many. What is done stays done."""
    around = Surroundings(budget=budget)
    embedder = await open_embedder(model, lambda name: secrets.value(SecretRef(name)), around)
    try:
        with _progress(quiet) as advanced:
            return await embed_sections(store, embedder, lambda done: advanced("vectors", done, done))
    finally:
        await embedder.close()


def _one_job(learner: Learner, path: Path, owner: str | None) -> None:
    try:
        learner.path(path, owner)
    except UnreadableDocument as error:
        learner.learned.left_out[origin_of(path)] = str(error)


@contextmanager
def _progress(quiet: bool) -> Iterator[Advanced]:
    """Show how far it is: a bar on a terminal, a line now and then elsewhere."""
    terminal = Terminal(stderr=True)
    if quiet:
        yield lambda name, done, count: None
        return
    if not terminal.is_terminal:
        yield _lines_now_and_then()
        return
    columns = (
        TextColumn("learning"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=terminal, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda name, done, count: bar.update(task, description=name, completed=done, total=count)


def _lines_now_and_then() -> Advanced:
    last = time.monotonic()

    def advanced(name: str, done: int, count: int) -> None:
        nonlocal last
        if name and time.monotonic() - last >= _LINE_EVERY_S:
            last = time.monotonic()
            _remark(f"learning: {done:,} of {count:,} ({name})")

    return advanced


def _record(jobs: list[_Job], learned: Learned) -> dict[str, Any]:
    return {
        "paths": [origin_of(path) for path, _ in jobs],
        "documents": learned.documents,
        "sections": learned.sections,
        "applications": learned.added,
        "unchanged": learned.unchanged,
        "forgotten": learned.forgotten,
        "empty": learned.empty,
        "left_out": learned.left_out,
    }


def _lines(jobs: list[_Job], learned: Learned) -> Iterator[str]:
    for path, _ in jobs:
        yield f"read     {origin_of(path)}"
    for application, count in learned.added.items():
        yield f"learned  {_count(count, 'document')} for {application or 'every application'}"
    if learned.documents:
        yield f"         {_count(learned.sections, 'section')} in all"
    if learned.unchanged:
        yield f"same     {_count(learned.unchanged, 'document')} did not change and were not read again"
    if learned.forgotten:
        yield f"forgot   {_count(learned.forgotten, 'document')} that are there no more"
    if learned.empty:
        yield f"empty    {_count(learned.empty, 'file')} without text"
    for said in list(learned.left_out.values())[:_LEFT_OUT_TOLD]:
        yield f"left out {said}"
    if len(learned.left_out) > _LEFT_OUT_TOLD:
        yield f"         and {len(learned.left_out) - _LEFT_OUT_TOLD:,} more (--json lists them)"
    if not (learned.documents or learned.unchanged or learned.left_out):
        yield "nothing was learned: there is no help document"


def _count(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"

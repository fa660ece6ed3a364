"""Learns by itself what an application brought along, where nobody gave it a guide: within a few seconds, and once for each
version of a file.
"""

from __future__ import annotations

import os
import time

from ufo.cli.named_application import named_application
from ufo.errors import UnreadableDocument
from ufo.knowledge.index.values import Kind, origin_of
from ufo.knowledge.shared_index import SharedIndex
from ufo_guides.help.installed_help import HelpFolder, Places, help_of, languages_of
from ufo_guides.help.learn import Learner
from ufo_guides.help.sources import MEMBER


class _Over(Exception):
    """Raised where the time is over. What was read until then stays, and the next run goes on."""


def learn_installed(index: SharedIndex, application: str, until: float, places: Places | None = None) -> str:
    """Learn an application's own help (`ufo.knowledge.explored.LearnInstalled`). Where a person gave it a guide, nothing is."""
    places = places or Places(languages=languages_of(os.environ))
    named = named_application(application)
    found = help_of(named.root, (application, *named.names), places)
    if not found:
        return ""
    store = index.get()
    theirs = [document.origin for document in store.documents(Kind.GUIDE, named.root)]
    if any(not _is_of(origin, found) for origin in theirs):
        return ""

    def advanced(*_: object) -> None:
        if time.monotonic() > until:
            raise _Over

    learner = Learner(store, places, advanced)
    left = ""
    try:
        for folder in found:
            try:
                learner.path(folder.path, folder.application)
            except UnreadableDocument:
                continue
    except _Over:
        left = "; the time for it is over, and the next run goes on"
    learned = learner.learned
    if not learned.documents:
        return ""
    said = f"{application} has no guide: its own help was read, {learned.documents} documents with {learned.sections} sections"
    return f"{said}{left}"


def _is_of(origin: str, found: list[HelpFolder]) -> bool:
    """Tell whether a document was learned from one of these places."""
    return any(
        origin == (own := origin_of(folder.path)) or origin.startswith((f"{own}/", f"{own}{MEMBER}"))
        for folder in found
    )

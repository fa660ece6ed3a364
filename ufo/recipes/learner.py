"""Learns from each request of a run when it has ended: counts what was told, and keeps or offers what it teaches. What the person
answers to whether it is kept is remembered in the knowledge folder where it is meant for later runs too.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from ufo.config.settings import SaveExperience
from ufo.errors import KnowledgeError, TraceError
from ufo.faults import Part
from ufo.recipes.experience_of_run import last_request, learn
from ufo.recipes.index import IndexedRecipes
from ufo.recipes.recipe import Experience
from ufo.recipes.tidy import is_worth_keeping
from ufo.schema.outcome import RunOutcome
from ufo.secrets import files
from ufo.trace.events import KnowledgeUsed, RunEnded
from ufo.trace.reader import RunRecord, read_run

QUESTION = "Keep this for later requests? yes, no, always or never"
_FILE = "save_experience"
_WORDS: dict[str, Literal["always_not", "auto"]] = {"always": "auto", "never": "always_not"}
_log = logging.getLogger(__name__)


def remembered(knowledge_folder: Path) -> Literal["always_not", "auto"] | None:
    """Return what the person said for later runs; None where nothing was said."""
    try:
        said = (knowledge_folder / _FILE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return _WORDS.get(said)


def understood(answer: str, knowledge_folder: Path) -> bool:
    """Return whether the answer is a yes. Always and never are remembered. Raises KnowledgeError where they cannot be."""
    word = answer.strip().lower()
    if word in _WORDS:
        try:
            files.make_folder(knowledge_folder)
            files.write(knowledge_folder / _FILE, f"{word}\n".encode())
        except OSError as error:
            raise KnowledgeError(f"the answer cannot be remembered: {error.strerror or error}") from error
    return word in ("y", "yes", "always")


class Learner:
    """Learns from the log of one run, which holds no secrets any more. `offered`: what the person may be asked to keep.

    `tell` is called with what a person should know.
    """

    def __init__(
        self, recipes: IndexedRecipes, log_folder: Path, save: SaveExperience, tell: Callable[[str], None]
    ) -> None:
        self._recipes = recipes
        self._log_folder = log_folder
        self._save = save
        self._tell = tell
        self.offered: list[Experience] = []

    async def ended(self) -> None:
        """Learn from the request that ended last. Whatever goes wrong is told, and changes nothing of the run's outcome."""
        remarks: list[str] = []
        with Part(_log, "learning from this run", remarks):
            try:
                await asyncio.to_thread(self._learn)
            except (KnowledgeError, TraceError) as error:
                remarks.append(f"nothing is learned from this run: {error}")
        for remark in remarks:
            self._tell(remark)

    def keep(self, learned: Sequence[Experience]) -> str:
        """Keep what a run teaches and return a line that says so. Raises KnowledgeError."""
        return f"kept as experience: {', '.join(self._recipes.keep(learned))} (ufo knowledge list)"

    def _learn(self) -> None:
        run = read_run(self._log_folder)
        self._count(run)
        save = remembered(self._recipes.experience.folder.parent) or self._save if self._save == "ask" else self._save
        if save == "always_not":
            return
        learned = learn(run)
        worth = [new for new in learned if is_worth_keeping(new)]
        if save == "ask":
            self.offered += worth
            return
        known = self._recipes.experience.names() if learned else []
        kept = learned if save == "always" else [new for new in learned if new in worth or new.key in known]
        if kept:
            self._tell(self.keep(kept))

    def _count(self, run: RunRecord) -> None:
        events = last_request(run)
        told = [
            passage.key
            for used in events
            if isinstance(used, KnowledgeUsed)
            for passage in used.passages
            if passage.key
        ]
        ended = [event.summary.outcome for event in events if isinstance(event, RunEnded)]
        # What the person stopped says nothing of what it was told.
        if not told or not ended or ended[-1] is RunOutcome.CANCELLED:
            return
        for known in self._recipes.count_use(told, verified=ended[-1] is RunOutcome.VERIFIED):
            self._tell(
                f"the experience {known.asked!r} is set aside: {known.verified_uses} of {known.uses} runs that were told of it "
                "were verified"
            )

"""Learns from each request of a run when it has ended: counts what was told, and keeps or offers what it teaches."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from ufo.config.settings import SaveExperience
from ufo.errors import KnowledgeError, TraceError
from ufo.experience.answer import remembered
from ufo.experience.experience import Experience
from ufo.experience.from_events import last_request, learn
from ufo.experience.indexed import IndexedExperience
from ufo.experience.usefulness import is_worth_keeping
from ufo.faults import Part
from ufo.schema.outcome import RunOutcome
from ufo.trace.events import KnowledgeUsed, RunEnded
from ufo.trace.reader import RunRecord, read_run

_log = logging.getLogger(__name__)


class Learner:
    """Learns from the log of one run, which holds no secrets any more. `offered`: what the person may be asked to keep.

    `tell` is called with what a person should know.
    """

    def __init__(
        self, experience: IndexedExperience, log_folder: Path, save: SaveExperience, tell: Callable[[str], None]
    ) -> None:
        self._experience = experience
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
        for one in remarks:
            self._tell(one)

    def keep(self, learned: Sequence[Experience]) -> str:
        """Keep what a run teaches and return a line that says so. Raises KnowledgeError."""
        return f"kept as experience: {', '.join(self._experience.keep(learned))} (ufo knowledge list)"

    def _learn(self) -> None:
        run = read_run(self._log_folder)
        self._count(run)
        save = remembered(self._experience.files.folder.parent) or self._save if self._save == "ask" else self._save
        if save == "always_not":
            return
        learned = learn(run)
        worth = [one for one in learned if is_worth_keeping(one)]
        if save == "ask":
            self.offered += worth
            return
        known = self._experience.files.keys() if learned else []
        kept = learned if save == "always" else [one for one in learned if one in worth or one.key in known]
        if kept:
            self._tell(self.keep(kept))

    def _count(self, run: RunRecord) -> None:
        events = last_request(run)
        told = [one.key for used in events if isinstance(used, KnowledgeUsed) for one in used.passages if one.key]
        ended = [one.summary.outcome for one in events if isinstance(one, RunEnded)]
        # What the person stopped says nothing of what it was told.
        if not told or not ended or ended[-1] is RunOutcome.CANCELLED:
            return
        for one in self._experience.count_use(told, verified=ended[-1] is RunOutcome.VERIFIED):
            self._tell(
                f"the experience {one.asked!r} is set aside: {one.verified_uses} of {one.uses} runs that were told of it "
                "were verified"
            )

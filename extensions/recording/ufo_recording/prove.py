"""Proves a demonstration: its skill is done once more, on a fresh desktop and on copies, and what held at the end is checked.

The documents are copied as they were before the person worked on them: doing it again has to begin there, and not with what the
person left, where a text that is typed once more would stand there twice.
"""

from __future__ import annotations

import hashlib
import logging
import shutil
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ufo.errors import SkillError
from ufo.recipes.recipe import Skill
from ufo.recipes.replay.request_match import Chosen, choose
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.secrets import files

DOCUMENTS = "documents"
MOST = 64_000_000
"""Bytes of all copies of a recording."""

_log = logging.getLogger(__name__)


class Originals:
    """Keeps copies in the folder of a recording. What is written after this was made is no original any more."""

    def __init__(self, recording: Path) -> None:
        self._recording = recording
        self._began = time.time()
        self._left = MOST

    def keep(self, document: Path) -> None:
        """Copy a document, unless it is copied already, was written meanwhile, or is too large. Blocking; raises nothing: without
        a copy, doing it again begins with the document as it is then.
        """
        place = _place(self._recording, document)
        try:
            facts = document.stat()
            if place.exists() or facts.st_mtime >= self._began or facts.st_size > self._left:
                return
            content = document.read_bytes()
            files.make_folder(place.parent)
            files.write(place, content)
            self._left -= facts.st_size
        except OSError as error:
            _log.warning("%s is not copied as it was before it was worked on: %s", document, error)


def original_of(recording: Path, document: Path) -> Path:
    """Return the copy of a document as it was before the recording, or the document itself where there is none."""
    place = _place(recording, document)
    return place if place.is_file() else document


def _place(recording: Path, document: Path) -> Path:
    number = hashlib.sha256(str(document).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return recording / DOCUMENTS / number / document.name


Play = Callable[[Chosen], Awaitable[RunSummary]]
"""Does a skill on a fresh desktop, where nothing is in doubt: a doubt ends it."""


@dataclass(frozen=True, slots=True)
class Proof:
    """`holds`: the skill did what was shown. `told` says how that is known, or why it is not."""

    holds: bool
    told: str


async def prove(skill: Skill, play: Play, folder: Path, given: Mapping[str, str], recording: Path) -> Proof:
    """Do the skill with the recorded values; files are written to `folder`, and documents are copied there first, as they were
    before the recording. `given`: values for its variables, secrets among them. `recording`: its folder.
    """
    unknown = [variable.name for variable in skill.variables if variable.secret and not given.get(variable.name)]
    if unknown:
        return Proof(False, f"it types the secret {unknown[0]!r}, which is not kept, so it was not done again")
    if not skill.expect and not any(task.expect for task in skill.tasks):
        return Proof(False, "nothing that could be checked was there at its end")
    try:
        chosen = choose(skill, {**_moved(skill, folder, recording), **given})
        summary = await play(chosen)
    except (SkillError, OSError) as error:
        return Proof(False, str(error))
    held = sum(finding.proves for finding in summary.evidence)
    if summary.outcome is RunOutcome.VERIFIED or _ends_alike(summary):
        return Proof(True, f"done again on a fresh desktop; {held} condition{'s' if held != 1 else ''} held")
    return Proof(False, f"done again, it ended {summary.outcome}: {summary.reason or 'not everything holds'}")


def _ends_alike(summary: RunSummary) -> bool:
    """Tell whether all that held after the recording holds again, and something of it did not before. A run whose conditions a
    model stated is not verified by them alone; these were seen when the person was done.
    """
    if summary.outcome is not RunOutcome.COMPLETED_UNVERIFIED or not summary.evidence:
        return False
    return all(finding.proves for finding in summary.evidence) and not all(
        finding.stale for finding in summary.evidence
    )


def _moved(skill: Skill, folder: Path, recording: Path) -> dict[str, str]:
    """Return the values of variables that are files, in `folder`. Raises OSError for a document that cannot be copied."""
    files = [variable for variable in skill.variables if not variable.secret and Path(variable.default).is_absolute()]
    parents = list(dict.fromkeys(Path(file.default).parent for file in files))
    moved = {}
    for file in files:
        path = Path(file.default)
        number = parents.index(path.parent)
        # A file that the request names without a folder is looked for in that of the run.
        place = (folder / f"{number + 1}" if number else folder) / path.name
        place.parent.mkdir(parents=True, exist_ok=True)
        if file.name.startswith("document"):
            shutil.copy2(original_of(recording, path), place)
        moved[file.name] = str(place)
    return moved

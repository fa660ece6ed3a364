"""The folders in which attempts are played on this machine, and what workers that were killed have left in them."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

from dbos import DBOSClient

from ufo.errors import ConfigError
from ufo.fleet.jobs.ends import END_FILE, AttemptEnd
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.jobs.seams import Store

_STILL = ("DELAYED", "ENQUEUED", "PENDING")


def place_of(attempt: AttemptId, folder: Path) -> Path:
    """Return the folder of an attempt. No part of its name has a `+` in it."""
    return folder / str(attempt).replace("/", "+")


def end_left_in(place: Path) -> AttemptEnd | None:
    """Return how a run ended whose worker was killed before the store had it; None where it had not ended, or is not here."""
    # A file that was cut in the middle does not count.
    with contextlib.suppress(ConfigError, OSError):
        return AttemptEnd.parse((place / END_FILE).read_bytes())
    return None


def remove_leftovers(folder: Path, client: DBOSClient, store: Store) -> None:
    """Remove the folders of attempts that are over. Where a run had come to its end, and the store does not have it, its folder
    is the only place where that is, and stays. Raises ConfigError where the store cannot be reached.
    """
    left = {}
    for path in folder.glob("*+*"):
        with contextlib.suppress(ConfigError):
            attempt = AttemptId.parse(path.name.replace("+", "/"))
            left[str(attempt)] = attempt
    if not left:
        return
    for status in client.list_workflows(workflow_ids=list(left), load_input=False, load_output=False):
        attempt = left[status.workflow_id]
        place = place_of(attempt, folder)
        if status.status not in _STILL and (not (place / END_FILE).exists() or store.ended(attempt) is not None):
            shutil.rmtree(place, ignore_errors=True)

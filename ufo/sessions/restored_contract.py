"""The contract of a request that is gone on with: as it was made before anything was done, not as it would be made now.

What the log does not hold of the time before counts as unknown, and what may have held before proves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ufo.proof.conditions.contract import Contract, make_contract
from ufo.proof.conditions.file_places import Baseline, Stood
from ufo.proof.difference.kept_files import KeptFiles
from ufo.schema.predicate import Predicate, Truth
from ufo.schema.response import HostAgentResponse
from ufo.sessions.unfinished import HOST, Unfinished
from ufo.trace.events import FileNoted
from ufo.trace.file_notes import file_noted


def restored_contract(was: Unfinished, working_folder: Path) -> Contract:
    """Return the contract of an unfinished request. Blocking: looks at the files that the request names."""
    now = make_contract(was.request, working_folder, was.began_at)
    noted = {one.path: one for one in was.before.files}
    contract = replace(now, baseline=_baseline(now.baseline, noted))
    if not was.ends:
        return contract
    held: set[Predicate] = set()
    for one in was.ends:
        held |= {*one.held, *(found.predicate for found in one.stated if found.truth is Truth.SATISFIED)}
    derived = {predicate for one in was.ends for predicate in one.derived}
    said = [
        condition
        for step in was.steps
        if step.agent == HOST
        for condition in HostAgentResponse.model_validate(step.response).done_when
    ]
    stated = [found for one in was.ends for found in one.stated]
    gone = {found.predicate: found.withdrawn for one in was.ends for found in one.withdrawn}
    contract = contract.with_stated(said, stated).without(gone, [one for one in gone if one in derived])
    return replace(contract, held=frozenset(held))


def _baseline(now: Baseline, noted: Mapping[str, FileNoted]) -> Baseline:
    files = {path: _stood(stood, noted.get(path)) for path, stood in now.files.items()}
    return replace(now, files=files, kept=_kept(now.kept, noted, now.at))


def _stood(now: Stood, then: FileNoted | None) -> Stood:
    if then is None or (then.exists, then.digest) == (now.exists, now.digest):
        return now
    return Stood(exists=then.exists, digest=then.digest)


def _kept(now: KeptFiles, noted: Mapping[str, FileNoted], began_at: float) -> KeptFiles:
    """Return the copies of which it is sure that they are as before; the others count as unknown."""
    for path in now.paths:
        then = noted.get(str(path))
        if then is None:
            if path.stat().st_mtime >= began_at:
                now.forget(path)
        elif not then.exists:
            now.was_missing(path)
        elif not then.digest or file_noted(path).digest != then.digest:
            now.forget(path)
    return now

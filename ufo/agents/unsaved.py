"""Finds unsaved work that a run would lose on a desktop that closes with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ufo.commands.dispatch.collect import collect
from ufo.proof.acts.unproved import is_in_a_file
from ufo.proof.acts.written import kind_of, new_files
from ufo.schema.action import ActionCommandInfo
from ufo.schema.predicate import DocumentPredicate, Finding, Truth

if TYPE_CHECKING:
    from ufo.agents.agent.host_agent import HostAgent

_NOT_TO_BE_SAVED = re.compile(
    r"\b(?:without (?:ever )?saving|(?:do not|don['\u2019]t|never|must not|need not) (?:be )?save[d]?|not (?:to be )?saved"
    r"|no need to save|(?:leave|keep) (?:it|them|the \w+) unsaved"
    r"|ohne (?:\w+ )?zu speichern|nicht (?:ab)?speichern|nicht gespeichert)\b"
    # "Do not save as ...", "... to ..." or "... until ..." only rule out a name, a place or a moment.
    r"(?!,? (?:[\w']+ ){0,3}(?:as|over|under|into?|to|until|before|unless)\b)",
    re.IGNORECASE,
)


def is_to_stay_unsaved(request: str) -> bool:
    """Tell whether the request says that the work is not to be saved."""
    return bool(_NOT_TO_BE_SAVED.search(request))


async def lost_at_end(
    host: HostAgent, request: str, acts: Sequence[ActionCommandInfo], findings: Sequence[Finding]
) -> tuple[Finding, ...]:
    """Return one finding for each window whose changes are lost if the run ends now. Its truth is UNKNOWN: they still exist.

    Nothing is lost where the desktop stays open, where nothing was done, where all that was written is in a file, and where
    the request says that it is not to be saved.
    """
    if not host.services.ends_with_run or is_to_stay_unsaved(request) or _is_kept(acts, findings):
        return ()
    titles = await collect(host.tools.dispatcher, "get_unsaved_windows")
    return tuple(
        Finding(
            predicate=DocumentPredicate(path=title, open=True),
            truth=Truth.UNKNOWN,
            evidence=f"{title!r} holds changes that are not saved; they are lost with the private desktop",
            channel="windows",
        )
        for title in titles or ()
    )


def _is_kept(acts: Sequence[ActionCommandInfo], findings: Sequence[Finding]) -> bool:
    news = [one for one in findings if one.truth is Truth.SATISFIED and not one.stale]
    written = [
        place for place, act in enumerate(acts) if act.result.ok and kind_of(act, acts[place + 1 :]) == "contents"
    ]
    if not written:
        return bool(new_files(news)) or not any(act.result.ok and act.function for act in acts)
    return all(is_in_a_file(acts, place, news) for place in written)


def said_of(lost: Sequence[Finding]) -> str:
    """Return what is lost and the next move, for the model, which can still save it; "" for nothing."""
    if not lost:
        return ""
    told = "; ".join(one.evidence for one in lost)
    return f"{told}. Save it where the request wants it, or finish again and say in result what is not kept"

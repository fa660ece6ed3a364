"""Finds what a run would lose unsaved on a desktop that ends with it."""

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
    # Another name, place or moment is no word against saving.
    r"(?!,? (?:[\w']+ ){0,3}(?:as|over|under|into?|to|until|before|unless)\b)",
    re.IGNORECASE,
)


def is_to_stay_unsaved(request: str) -> bool:
    """Whether the request says that it is."""
    return bool(_NOT_TO_BE_SAVED.search(request))


async def lost_at_end(
    host: HostAgent, request: str, acts: Sequence[ActionCommandInfo], findings: Sequence[Finding]
) -> tuple[Finding, ...]:
    """What is lost with a private desktop if the run ends now: one finding a window, unknown, since it is there for now.

    Nothing is lost where the desktop lives on, where nothing was done, where all that was written is in a file, and where the
    request says that it is not to be saved.
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
    """For whoever may still save it; "" for nothing."""
    if not lost:
        return ""
    told = "; ".join(one.evidence for one in lost)
    return f"{told}. Save it where the request wants it, or finish again and say in result what is not kept"

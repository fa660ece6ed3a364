"""One-line lessons: what failed in a run before it worked, and what worked in its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ufo.experience.experience import MAX_LESSONS, Worked
from ufo.experience.kept_words import Words
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import NEEDS_CONSENT, Effect, ResultStatus
from ufo.schema.patterns import regex
from ufo.schema.predicate import refuted
from ufo.schema.roles import NAMED_BY_APPLICATION
from ufo.trace.events import StepEnded

_SENTENCE = regex(r"(?<=[.;])\s")
_LONGEST_REASON = 140
_DENIED = "find another way"
"""The end of what a policy says that denies an action: it is a rule of this person's, and no fault of the way."""


def was_done(action: ActionCommandInfo) -> bool:
    return bool(action.function) and action.result.ok and action.result.effect is not Effect.SUSPECTED_NOOP


def worked(action: ActionCommandInfo, words: Words) -> Worked:
    """Return an action as it is kept."""
    selector = action.selectors.get(str(action.arguments.get("id", "")))
    is_secret = any("password" in one.traits for one in action.selectors.values())
    return Worked(
        function=action.function,
        arguments=words.arguments(action.arguments, action.selectors, is_secret=is_secret),
        control=words.control(selector) if selector is not None else None,
    )


def lessons(steps: Sequence[StepEnded], words: Words) -> tuple[str, ...]:
    """Return what failed and then worked, a line each, the last ones where there are too many."""
    return tuple(dict.fromkeys(_lessons(steps, words)))[-MAX_LESSONS:]


def _lessons(steps: Iterable[StepEnded], words: Words) -> Iterator[str]:
    failed: list[str] = []
    for step in steps:
        for action in step.actions:
            if was_done(action):
                if failed:
                    yield cut(f"{failed[-1]}; what worked: {worked(action, words)}")
                failed = []
            elif said := _failure(action, words):
                failed.append(said)
        # An end that was claimed too early is a lesson whatever comes next.
        if step.response.get("status") == "FINISH" and step.status != "FINISH":
            shown = _shown(step.actions)
            yield from (
                cut(f"it is not done while {words.text(_first(one.evidence), shown)}") for one in refuted(step.findings)
            )


def _failure(action: ActionCommandInfo, words: Words) -> str:
    """Return what an action did not do, "" where it did or where only a person's yes was missing."""
    result = action.result
    if not action.function or result.status in (ResultStatus.NONE, ResultStatus.SKIPPED):
        return ""
    if result.status is ResultStatus.FAILURE:
        error = result.error or ""
        if not error or error.startswith((NEEDS_CONSENT, "not run, because")) or error.endswith(_DENIED):
            return ""
        return f"{worked(action, words)} failed: {words.text(_first(error), _shown((action,)))}"
    if result.effect is Effect.SUSPECTED_NOOP:
        return f"{worked(action, words)} did nothing"
    return ""


def _shown(actions: Iterable[ActionCommandInfo]) -> frozenset[str]:
    """Return the application's own names of what the actions were on: of their controls, and on their ways to them. A row or a
    link may be called by what a person wrote.
    """
    selectors = (one for action in actions for one in action.selectors.values())
    controls = (one.name for one in selectors if one.role in NAMED_BY_APPLICATION)
    ways = (name for action in actions for name in _listed(action.arguments.get("path")))
    return frozenset(name for name in (*controls, *ways) if name)


def _listed(path: object) -> list[str]:
    return [one for one in path if isinstance(one, str)] if isinstance(path, list | tuple) else []


def _first(text: str) -> str:
    return _SENTENCE.split(" ".join(text.split()), maxsplit=1)[0][:_LONGEST_REASON].rstrip(".;, ")


def cut(text: str) -> str:
    """Return a lesson in the length that is kept."""
    return text if len(text) <= 2 * _LONGEST_REASON else f"{text[: 2 * _LONGEST_REASON - 1]}…"

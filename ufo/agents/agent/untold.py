"""What a sub-task did that nothing found at its end tells of: one proved condition does not speak for all that was done."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.commands.classes import class_of_label
from ufo.schema.action import ActionCommandInfo
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Effect
from ufo.schema.outcome import Untold
from ufo.schema.predicate import ElementPredicate, Finding, Predicate, Truth
from ufo.verify.derived import derived
from ufo.verify.independence import key_of, keys_in
from ufo.verify.kinds import kind_made, kinds_told

_LOOKS_ONLY = frozenset(
    {
        "select_application_window", "wheel_mouse_input", "select_text", "select_table", "select_paragraph",
        "select_table_range", "scroll_to", "expand", "read", "texts", "summary", "wait", "wait_for", "annotation",
    }
)  # fmt: skip
_TURNED_TO = frozenset({"TabItem", "Menu", "TreeItem", "ListItem", "Hyperlink", "ScrollBar"})
_PRESSED = frozenset({"Button", "MenuItem", "Hyperlink"})
_ENDS = frozenset({"text", "value", "checked", "items", "fields", "content", "table"})
"""Arguments by which an action names the end that it is for."""


def untold(
    acts: Sequence[ActionCommandInfo], findings: Sequence[Finding], begun: float
) -> tuple[ActionCommandInfo, ...]:
    """`findings`: at the end of these acts, which began at `begun` (seconds since 1970).

    A condition about a control that was written to, or one that an act itself leads to, speaks for that act. Any other is what
    the application made of all of them, but for what only a condition of its own kind tells of. A press on the way there is
    spoken for by whatever it led to, if it does no harm. What held before the acts speaks for none but those that it is about.
    """
    news = any(one.truth is Truth.SATISFIED and not one.stale for one in findings)
    done = [act for act in acts if _changes(act, or_tried=bool(findings) and not news)]
    spoken_for: set[int] = set()
    is_told = False
    for finding in findings:
        if finding.truth is not Truth.SATISFIED:
            continue
        predicate = finding.predicate
        own = {place for place, act in enumerate(done) if _is_about(predicate, act, begun)}
        told = set() if finding.stale else {None, *kinds_told(predicate)}
        spoken_for |= own or {place for place, act in enumerate(done) if kind_made(act.function) in told}
        is_told = is_told or bool(own) or not finding.stale
    left = (act for place, act in enumerate(done) if place not in spoken_for)
    return tuple(act for act in left if not is_told or _stands_alone(act))


def told_as(acts: Sequence[ActionCommandInfo]) -> tuple[Untold, ...]:
    return tuple(Untold(what=_said(act), alone=_stands_alone(act), kind=kind_made(act.function)) for act in acts)


def _changes(act: ActionCommandInfo, *, or_tried: bool) -> bool:
    """`or_tried`: one that seems to have done nothing counts as well, as one always does that names the end it is for."""
    if not act.result.ok or not act.function or act.function in _LOOKS_ONLY:
        return False
    names_its_end = bool(_ENDS & act.arguments.keys())
    if act.result.effect is Effect.SUSPECTED_NOOP and not or_tried and not names_its_end:
        return False
    turned = _role(act) in _TURNED_TO and not names_its_end
    return not turned or _is_grave(act)


def _is_about(predicate: Predicate, act: ActionCommandInfo, begun: float) -> bool:
    if isinstance(predicate, ElementPredicate):
        shows = predicate.exists and (predicate.value is not None or predicate.state is not None)
        return shows and key_of(predicate.name, predicate.role) in keys_in(act)
    return predicate in derived([act], begun)


def _stands_alone(act: ActionCommandInfo) -> bool:
    """Whether it is an end of its own, and no step to another one. What a password field holds nobody can read."""
    is_hidden = act.target is not None and "password" in act.target.states
    return (
        kind_made(act.function) is not None or _is_grave(act) or (bool(_ENDS & act.arguments.keys()) and not is_hidden)
    )


def _is_grave(act: ActionCommandInfo) -> bool:
    """By the words of what it presses: it sends, deletes, overwrites … What is ticked or written to does not do what it says."""
    if _role(act) not in ("", *_PRESSED):
        return False
    path = act.arguments.get("path")
    words = [str(one) for one in path] if isinstance(path, list) else [str(path or "")]
    words.append(act.target.name if act.target is not None else str(act.arguments.get("name") or ""))
    return max(class_of_label(word).severity for word in words) > ActionClass.EDIT.severity


def _role(act: ActionCommandInfo) -> str:
    """ "" where it is not known. What a saved skill does names its control by selector alone."""
    if act.target is not None:
        return act.target.type or ""
    selector = act.selectors.get(str(act.arguments.get("id", "")))
    return selector.role if selector is not None else ""


def _said(act: ActionCommandInfo) -> str:
    name = act.target.name if act.target is not None else str(act.arguments.get("name") or "")
    return f"{act.function} {name!r}" if name else act.function

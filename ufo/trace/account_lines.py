"""Tells, as lines for people, what became of each part of a request and what else changed (docs/proof.md), and the graph of its
sub-tasks: what is done, what runs, what waits for what, and what failed and why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ufo.schema.outcome import RunSummary
from ufo.schema.reading import Account, ChangeAccount, PartAccount, PartVerdict
from ufo.schema.subtasks import NodeState, SubtaskGraph, SubtaskNode

_MARKS = {
    PartVerdict.SHOWN: ("shown", "green"),
    PartVerdict.NOT_SHOWN: ("not shown", "yellow"),
    PartVerdict.CONTRADICTED: ("contradicted", "red"),
    PartVerdict.NOTHING_TO_SHOW: ("needs none", "dim"),
}
_NOT_ASKED = ("not asked", "yellow")
_OVERRULED = ("overruled", "yellow")
MARK_WIDTH = max(len(word) for word, _ in (*_MARKS.values(), _NOT_ASKED))
"""The width of the longest mark, in letters."""
UNCHECKED = "said by whoever worked, and not checked"
_MOST_SHOWN = 3
_MOST_CHANGES = 20


@dataclass(frozen=True, slots=True)
class AccountLine:
    """One line. `mark`: the word in front, such as "shown", with its `style` for a terminal. `quote`: the words of the request,
    "" for a line about a change. `told`: what shows them, or what is missing; a line each.
    """

    mark: str
    style: str
    quote: str = ""
    told: tuple[str, ...] = ()


def lines_of_parts(account: Account) -> Iterator[AccountLine]:
    """Yield a line for each part of the request, in the order of the request."""
    for part in sorted(account.parts, key=lambda part: part.start):
        yield _line_of_part(part)


def lines_of_changes(account: Account) -> Iterator[AccountLine]:
    """Yield what changed beside what was asked for: one line each, or the one line that says that nothing did."""
    unasked = [change for change in account.changes if change.open]
    for change in unasked[:_MOST_CHANGES]:
        yield AccountLine(*_NOT_ASKED, told=(change.line, *([change.open] if change.open != change.line else [])))
    if len(unasked) > _MOST_CHANGES:
        yield AccountLine(*_NOT_ASKED, told=(f"and {len(unasked) - _MOST_CHANGES} more",))
    for change in account.changes:
        if change.doubt:
            yield AccountLine(*_OVERRULED, told=(change.line, _overruled(change)))
    if not unasked:
        yield AccountLine("nothing", "dim", told=(_nothing_else(account),))
    for text in account.left_out:
        yield AccountLine("not seen", "yellow", told=(text,))


def mark_of_answer(summary: RunSummary) -> str:
    """Return what stands beside an answer that is no more than the agents' words; "" beside another one."""
    return "" if summary.answer_is_shown or not summary.answer else f"({UNCHECKED})"


def line_of_acts(summary: RunSummary) -> str:
    """Return what was carried out, where the answer alone does not show it; "" where it does, or where nobody can tell."""
    done = summary.carried_out
    if done is None or (done.changed and summary.answer_is_shown) or (done.unseen and not done.acts):
        return ""
    if not done.acts:
        return "none: nothing was done" if done.only_said else "none: nothing was changed"
    told = [f"{name} ({count} times)" if count > 1 else name for name, count in Counter(done.acts).items()]
    more = "; what another agent did is not seen" if done.unseen else "" if done.changed else "; nothing was changed"
    return f"{', '.join(told)}{more}"


def line_of_profiles(summary: RunSummary) -> str:
    """Return whose profile browsers worked in; "" where none was worked."""
    return "; ".join(summary.carried_out.profiles) if summary.carried_out is not None else ""


def _line_of_part(part: PartAccount) -> AccountLine:
    mark, style = _MARKS[part.verdict]
    if part.open and part.verdict is PartVerdict.SHOWN:
        # Somebody read it as shown, and the literals of the facts do not bear that out.
        mark, style = _MARKS[PartVerdict.NOT_SHOWN]
    shown = part.shown_by[:_MOST_SHOWN]
    more = len(part.shown_by) - len(shown)
    against = [part.open] if part.open else [_overruled(part)] if part.doubt else []
    return AccountLine(mark, style, part.quote, (*against, *shown, *([f"and {more} more"] if more else [])))


def _overruled(account: PartAccount | ChangeAccount) -> str:
    """Tell what code doubted and whoever read was sure of all the same."""
    doubt = account.doubt
    if isinstance(account, ChangeAccount):
        doubt = doubt.removeprefix(account.line).lstrip(":, ")
    return f"code doubted: {doubt}; the reader: {account.sure}"


def _nothing_else(account: Account) -> str:
    number = sum(1 for change in account.changes if change.by_product)
    return "nothing else changed" + (f", apart from {number} by-product{'s'[: number != 1]}" if number else "")


STYLES = {
    NodeState.DONE: "green",
    NodeState.RUNNING: "bold cyan",
    NodeState.WAITING: "dim",
    NodeState.FAILED: "red",
}


def is_news(graph: SubtaskGraph) -> bool:
    """Tell whether a person is to see the graph now: when a sub-task begins, and when none waits any more."""
    return graph.running() is not None or all(node.state is not NodeState.WAITING for node in graph.nodes)


def lines_of(graph: SubtaskGraph) -> Iterator[tuple[NodeState, str]]:
    """Yield the state and the words of each sub-task, in their order."""
    numbers = {node.id: number for number, node in enumerate(graph.nodes, 1)}
    for number, node in enumerate(graph.nodes, 1):
        where = f" ({node.application})" if node.application else ""
        yield node.state, f"{number}. {node.text}{where}{remark_on(node, numbers)}"


def remark_on(node: SubtaskNode, numbers: dict[str, int]) -> str:
    """Return why a sub-task failed, or which ones it waits for; "" where there is nothing to say."""
    if node.cause:
        return f": not begun, it needs {numbers.get(node.cause, node.cause)}"
    if node.state is NodeState.FAILED:
        return f": {node.reason}"
    if node.state is NodeState.WAITING and node.depends_on:
        return f", after {', '.join(str(numbers.get(depend, depend)) for depend in node.depends_on)}"
    return ""

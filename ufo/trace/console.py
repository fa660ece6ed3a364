"""Prints a run live in the terminal: a short paragraph for each step, and the outcome. It is as clear in a pipe as in colour."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.evaluation import Complete, Evaluation
from ufo.schema.file_names import escaped
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.schema.predicate import Finding, Truth
from ufo.schema.reading import Account as RequestAccount
from ufo.trace.account_lines import (
    MARK_WIDTH,
    STYLES,
    UNCHECKED,
    is_news,
    line_of_acts,
    line_of_profiles,
    lines_of,
    lines_of_changes,
    lines_of_parts,
    mark_of_answer,
)
from ufo.trace.cost import Account, slips, spent, tokens
from ufo.trace.events import (
    Asked,
    Evaluated,
    Event,
    KnowledgeUsed,
    Noticed,
    PersonActed,
    RoundStarted,
    RunEnded,
    RunResumed,
    RunStarted,
    StepEnded,
    SubtaskEnded,
    SubtasksChanged,
)

_MAX_CHARS = 400

OUTCOME_STYLES = {
    RunOutcome.VERIFIED: "bold green",
    RunOutcome.COMPLETED_UNVERIFIED: "bold yellow",
    RunOutcome.FAILED: "bold red",
}
EFFECT_STYLES = {
    Effect.CONFIRMED: "green",
    Effect.PARTIAL: "yellow",
    Effect.UNVERIFIABLE: "yellow",
    Effect.SUSPECTED_NOOP: "yellow",
    Effect.REFUSED: "red",
}
TRUTH = {
    Truth.SATISFIED: ("holds", "green"),
    Truth.UNSATISFIED: ("does not hold", "red"),
    Truth.UNKNOWN: ("unknown", "yellow"),
}
JUDGED_STYLES = {Complete.YES: "green", Complete.NO: "red", Complete.UNSURE: "yellow"}
_LEVEL_STYLES = {"info": "dim", "warning": "yellow", "error": "red"}


_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction of what follows: a name with one looks like another."""


def plain(text: object, limit: int = _MAX_CHARS) -> str:
    """Return a text from outside as one line: no control characters, marks of direction and markup escaped, at most `limit`
    characters.

    A terminal obeys escape sequences, and a window's title may hold some.
    """
    return escape(clean(text, limit))


def clean(text: object, limit: int = _MAX_CHARS) -> str:
    """Return a text as `plain` does, for places where no markup is read."""
    shown = "".join(escaped(letter) if letter in _TURNS else letter for letter in str(text))
    kept = "".join(" " if letter in "\n\r\t" else letter for letter in shown if not _harmful(letter))
    line = " ".join(kept.split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


def _harmful(letter: str) -> bool:
    return letter not in "\n\r\t" and unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co")


class ConsoleListener:
    """Prints each event on a console as it arrives."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._account = Account()

    def on_event(self, event: Event) -> None:
        self._account.note(event)
        match event:
            case RunStarted() | RunResumed():
                self._begins(event)
            case RoundStarted():
                self._request(event.request)
            case StepEnded():
                self._step(event)
            case SubtaskEnded() | SubtasksChanged():
                self._subtasks(event)
            case Asked():
                word = "Consent" if event.confirmation else "Question"
                answer = "nobody answered" if event.answer is None else plain(event.answer)
                self._line(f"[cyan]{word}[/cyan]  {plain(event.question)}  [bold]{answer}[/bold]", 4)
            case Noticed() | PersonActed():
                self._notice(event)
            case KnowledgeUsed():
                sources = dict.fromkeys(plain(passage.source) for passage in event.passages)
                self._line(f"[dim]used: {'; '.join(sources)}[/dim]", 4)
            case Evaluated():
                self._evaluation(event.evaluation)
            case RunEnded():
                self._summary(event.summary)

    def _notice(self, event: Noticed | PersonActed) -> None:
        if isinstance(event, PersonActed):
            self._line(f"[bold]you[/bold]  {plain(event.did)}", 4)
        else:
            style = _LEVEL_STYLES[event.level]
            self._line(f"[{style}]{event.level}[/{style}]  {plain(event.text)}", 4)

    def _begins(self, event: RunStarted | RunResumed) -> None:
        what = (
            f"Run {plain(event.run_id)}  model"
            if isinstance(event, RunStarted)
            else f"Goes on after step {event.after} "
        )
        self._line(f"[dim]{what} {plain(event.model)}  {plain(event.desktop)}[/dim]")
        prices = (
            {model.model: model.price for model in event.models if model.price} if isinstance(event, RunStarted) else {}
        )
        for model, price in prices.items():
            self._line(f"[dim]{plain(model, 80)} costs: {plain(price)}[/dim]")

    def _subtasks(self, event: SubtaskEnded | SubtasksChanged) -> None:
        if isinstance(event, SubtaskEnded):
            if (of_it := self._account.last_subtask) is not None:
                said = f"sub-task: {counted(of_it.model_calls, 'model call')}, {tokens(of_it)}, {spent(of_it)}"
                self._line(f"[dim]{said}[/dim]", 4)
        elif is_news(event.graph):
            self._line("")
            for state, words in lines_of(event.graph):
                self._line(f"[{STYLES[state]}]{state.value:<7}[/{STYLES[state]}]  {plain(words)}", 2)

    def _request(self, request: str) -> None:
        self._line("")
        self._line(f"[bold]{plain(request)}[/bold]")

    def _step(self, step: StepEnded) -> None:
        where = f" on {plain(step.application, 60)}" if step.application else ""
        status = f" → {plain(step.status, 40)}" if step.status else ""
        local = "  decided without a model" if step.usage.local_decisions else ""
        local += f"  {tokens(step.usage)}  {spent(step.usage)}" if step.usage.model_calls else ""
        local += "  with the person's consent" if step.consented else ""
        self._line("")
        self._line(
            f"[bold]{step.step:>3}[/bold] {plain(step.agent, 60)}{where}  "
            f"[dim]{plain(step.state, 40)}{status}  {step.seconds:.1f} s{local}[/dim]"
        )
        if thought := thought_of(step.response):
            self._line(f"[italic]{plain(thought)}[/italic]", 4)
        if comment := comment_of(step.response):
            self._line(f"[bold]Comment[/bold]  {plain(comment)}", 4)
        for action in step.actions:
            self._action(action)
        self._findings(step.findings)
        if step.error:
            self._line(f"[red]error[/red]  {plain(step.error)}", 4)

    def _action(self, action: ActionCommandInfo) -> None:
        if not action.function:
            return
        self._line(f"[cyan]{plain(action.action_string)}[/cyan]", 4)
        for text, style, why in told_of(action.result):
            self._line(f"[{style}]{plain(text)}[/{style}]{f'  {plain(why)}' if why else ''}", 6)

    def _findings(self, findings: Iterable[Finding], indent: int = 4) -> None:
        for finding in findings:
            word, style = TRUTH[finding.truth]
            self._line(
                f"[{style}]{word}[/{style}]  {plain(finding.evidence)} [dim]({plain(finding.channel)})[/dim]", indent
            )

    def _request_account(self, account: RequestAccount) -> None:
        """Tell what became of each part of the request, and what else changed."""
        for line in (*lines_of_parts(account), *lines_of_changes(account)):
            quote = f"[bold]{plain(line.quote)}[/bold]  " if line.quote else ""
            first, *rest = line.told or ("",)
            self._line(f"[{line.style}]{line.mark:<{MARK_WIDTH}}[/{line.style}]  {quote}{plain(first)}", 2)
            for told in rest:
                self._line(f"[dim]{plain(told)}[/dim]", MARK_WIDTH + 4)

    def _evaluation(self, evaluation: Evaluation) -> None:
        style = JUDGED_STYLES[evaluation.complete]
        by = f" [dim]({plain(evaluation.model, 60)})[/dim]" if evaluation.model else ""
        self._line("")
        self._line(f"[{style}]Judged[/{style}]  {plain(evaluation.text)}{by}")
        for score in evaluation.sub_scores:
            style = JUDGED_STYLES[score.evaluation]
            why = f"  {plain(score.reason)}" if score.reason else ""
            self._line(f"[{style}]{score.evaluation}[/{style}]  {plain(score.name)}{why}", 4)

    def _summary(self, summary: RunSummary) -> None:
        style = OUTCOME_STYLES.get(summary.outcome, "bold yellow")
        self._line("")
        self._line(f"[{style}]{summary.outcome}[/{style}]  {plain(summary.reason)}")
        if summary.answer:
            self._line(f"[bold]Answer[/bold]  {plain(summary.answer, 4000)}  [dim]{mark_of_answer(summary)}[/dim]")
        if acts := line_of_acts(summary):
            self._line(f"[bold]Acts[/bold]    {plain(acts)}")
        if profiles := line_of_profiles(summary):
            self._line(f"[bold]Browser[/bold] {plain(profiles)}")
        if summary.comment:
            self._line(f"[bold]Comment[/bold]  {plain(summary.comment, 4000)}  [dim]({UNCHECKED})[/dim]")
        if summary.account is not None:
            self._request_account(summary.account)
        else:
            self._findings(summary.evidence, 2)
        for path in summary.files:
            self._line(f"File    {plain(path)}")
        for line in (used(summary), *used_by_each(self._account)):
            self._line(f"[dim]{plain(line)}[/dim]")
        if summary.faults:
            self._line(f"[yellow]Faults[/yellow]  {counted(summary.faults, 'fault')} of ufo's own, see ufo.log")
        self._line(f"Log     {plain(summary.log_path, 4000)}")

    def _line(self, markup: str, indent: int = 0) -> None:
        if markup:
            text = self._console.render_str(markup, highlight=False, emoji=False)
            self._console.print(Padding(text, (0, 0, 0, indent), expand=False))
        else:
            self._console.print()


def told_of(result: Result) -> Iterator[tuple[str, str, str]]:
    """Yield what came of an action: a text, its style, and why."""
    if result.status is ResultStatus.NONE:
        return
    effect = result.effect
    style = EFFECT_STYLES[effect] if effect else ("green" if result.ok else "red")
    yield effect.value if effect else result.status.value, style, "; ".join(result.evidence) or (result.error or "")
    if result.error and result.evidence:
        yield result.error, "red", ""
    if result.change:
        yield result.change, "dim", ""


def used(summary: RunSummary) -> str:
    """Return what a run used, as one line: steps, model calls, tokens, money and seconds."""
    usage = summary.usage
    local = f", {usage.local_decisions} decided without one" if usage.local_decisions else ""
    return (
        f"{counted(summary.steps, 'step')}, {counted(usage.model_calls, 'model call')}{local}{slips(usage)}, "
        f"{tokens(usage)}, {spent(usage)}, {summary.seconds:.1f} s"
    )


def used_by_each(account: Account) -> list[str]:
    """Return what each agent used of each model, one line each, where that says more than the sum: the built-in planner uses
    nothing.
    """
    if not any(use.usage.tokens or use.usage.cost is None for use in account.uses):
        return []
    lines = [
        f"{use.agent} by {use.model}{f' ({use.answered_as})' if use.answered_as else ''}: "
        f"{counted(use.usage.model_calls, 'call')}, {tokens(use.usage)}, {spent(use.usage)}"
        for use in account.uses
    ]
    return lines if len(lines) > 1 else []


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def comment_of(response: dict[str, Any]) -> str:
    """Return what an answer says to the person, "" where it is told as its thought."""
    comment = str(response.get("comment") or "")
    return "" if comment == thought_of(response) else comment


def thought_of(response: dict[str, Any]) -> str:
    """Return what an answer says about why this is next."""
    return str(response.get("thought") or response.get("comment") or response.get("observation") or "")

"""Presents a run live in panels with colours: one for each step of the HostAgent and of an AppAgent, and one for the outcome
(spec: host_agent_strategy.md and app_agent_strategy.md, logging middleware: "Rich Panel displays with color coding").

What has no panel of its own is told in lines, as it is everywhere that panels do not fit: in a pipe, in a narrow terminal, with
`--plain`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich import box
from rich.console import Console, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ufo.schema.evaluation import Evaluation
from ufo.schema.note import notes_of
from ufo.schema.outcome import RunSummary
from ufo.schema.predicate import Finding
from ufo.schema.reading import Account
from ufo.trace.account_lines import (
    UNCHECKED,
    line_of_acts,
    line_of_profiles,
    lines_of_changes,
    lines_of_parts,
    mark_of_answer,
)
from ufo.trace.console import (
    JUDGED_STYLES,
    OUTCOME_STYLES,
    TRUTH,
    ConsoleListener,
    clean,
    comment_of,
    counted,
    thought_of,
    told_of,
    used,
    used_by_each,
)
from ufo.trace.cost import spent, tokens
from ufo.trace.events import StepEnded

NARROWEST = 60
"""The fewest columns in which panels are drawn."""
_WIDEST = 120
_HOST = "HostAgent"
_AGENT_STYLES = {_HOST: "blue", "AppAgent": "cyan"}
_OTHER_AGENT, _FAILED, _REQUEST = "magenta", "red", "white"
_MOST_ITEMS = 12
_WHOLE = 4000

Row = tuple[str, Text]
"""A label and what it says."""


def listener_for(console: Console, plain_lines: bool = False) -> ConsoleListener:
    """Return what presents a run on this console: panels on a terminal, lines elsewhere or where they are asked for."""
    if plain_lines or not console.is_terminal or console.is_dumb_terminal:
        return ConsoleListener(console)
    return PanelListener(console)


class PanelListener(ConsoleListener):
    """Presents each event on a console as it arrives. A terminal that is made narrower than 60 columns gets lines."""

    def _request(self, request: str) -> None:
        if self._is_narrow:
            super()._request(request)
        else:
            self._panel([("", _text(request, "bold", _WHOLE))], "Request", _REQUEST)

    def _step(self, step: StepEnded) -> None:
        if self._is_narrow:
            super()._step(step)
        elif step.agent == _HOST:
            self.present_host_agent_response(step)
        else:
            self.present_app_agent_response(step)

    def present_host_agent_response(self, step: StepEnded) -> None:
        """Show a turn of the HostAgent: what it thought, planned, handed over and did."""
        said = step.response
        rows = [*_thought(step), *_listed("Plan", said.get("plan")), *_said("Sub-task", said.get("current_subtask"))]
        rows += [*_listed("Message", said.get("message")), *_done(step), *_said("Comment", comment_of(step.response))]
        rows += _listed("Notes", notes_of(said))
        self._panel([*rows, *_ended(step)], _title(step), _border(step), _subtitle(step))

    def present_app_agent_response(self, step: StepEnded) -> None:
        """Show a turn of an AppAgent: what it thought, did and came to in its application."""
        rows = [*_said("Sub-task", step.subtask), *_thought(step), *_done(step)]
        rows += [*_listed("Plan", step.response.get("plan")), *_said("Comment", comment_of(step.response))]
        rows += [*_listed("Notes", notes_of(step.response)), *_said("Result", step.response.get("result"))]
        self._panel([*rows, *_ended(step)], _title(step), _border(step), _subtitle(step))

    def _evaluation(self, evaluation: Evaluation) -> None:
        if self._is_narrow:
            super()._evaluation(evaluation)
            return
        rows = [("", _text(evaluation.text, JUDGED_STYLES[evaluation.complete], _WHOLE))]
        for score in evaluation.sub_scores:
            style = JUDGED_STYLES[score.evaluation]
            rows.append((str(score.evaluation), _beside(_text(score.name, style), _text(score.reason))))
        self._panel(rows, "Judged", JUDGED_STYLES[evaluation.complete], clean(evaluation.model, 40))

    def _summary(self, summary: RunSummary) -> None:
        if self._is_narrow:
            super()._summary(summary)
            return
        rows = [("Why", _text(summary.reason, limit=_WHOLE)), *_said("Answer", summary.answer, "bold", _WHOLE)]
        rows += [("", _text(mark, "dim"))] if (mark := mark_of_answer(summary)) else []
        rows += [*_said("Acts", line_of_acts(summary)), *_said("Browser", line_of_profiles(summary))]
        if summary.comment:
            rows += _said("Comment", f"{summary.comment} ({UNCHECKED})", "", _WHOLE)
        rows += _findings(summary.evidence) if summary.account is None else _of_request(summary.account)
        rows += (("File", _text(path, limit=_WHOLE)) for path in summary.files)
        if summary.faults:
            rows.append(("Faults", _text(f"{counted(summary.faults, 'fault')} of ufo's own, see ufo.log", "yellow")))
        rows.append(("Used", _text(used(summary), "dim")))
        rows += [("", _text(line, "dim")) for line in used_by_each(self._account)]
        self._panel(rows, summary.outcome.value, OUTCOME_STYLES.get(summary.outcome, "bold yellow"))
        # Outside of the panel, whose border would become a part of a path that is copied over two lines.
        self._console.print(f"Log     {clean(summary.log_path, _WHOLE)}", markup=False, highlight=False, soft_wrap=True)

    @property
    def _is_narrow(self) -> bool:
        return self._console.width < NARROWEST

    def _panel(self, rows: Iterable[Row], title: str, style: str, subtitle: str = "") -> None:
        width = min(self._console.width, _WIDEST)
        room = width - 8
        self._console.print(
            Panel(
                _grid(rows),
                title=Text(clean(title, room), style=f"bold {style}"),
                title_align="left",
                subtitle=Text(clean(subtitle, room), style="dim") if subtitle else None,
                subtitle_align="right",
                border_style=style,
                box=box.ROUNDED,
                padding=(0, 1),
                width=width,
            )
        )


def _grid(rows: Iterable[Row]) -> RenderableType:
    """Return the rows below one another, each with its label in a column of its own; without labels, all of the width."""
    shown = list(rows)
    grid = Table.grid(padding=(0, 1), expand=True)
    labels = any(label for label, _ in shown)
    if labels:
        grid.add_column(no_wrap=True, style="dim")
    grid.add_column(ratio=1, overflow="fold")
    for label, text in shown:
        grid.add_row(*([label] if labels else []), text)
    return grid


def _text(said: object, style: str = "", limit: int = 0) -> Text:
    """Return a text from outside, harmless for the terminal: no escape sequences, and nothing in it is read as markup."""
    return Text(clean(said, limit) if limit else clean(said), style=style, overflow="fold")


def _beside(*texts: Text) -> Text:
    return Text("  ").join(text for text in texts if text)


def _said(label: str, said: object, style: str = "", limit: int = 0) -> list[Row]:
    return [(label, _text(said, style, limit))] if said else []


def _listed(label: str, items: object) -> list[Row]:
    if isinstance(items, str) or not isinstance(items, Iterable):
        return _said(label, items)
    texts = [item for item in items if item]
    rows = [(label if at == 0 else "", _text(f"{at + 1}. {text}")) for at, text in enumerate(texts[:_MOST_ITEMS])]
    left = len(texts) - len(rows)
    return [*rows, *([("", _text(f"({left} more)", "dim"))] if left else [])]


def _thought(step: StepEnded) -> list[Row]:
    return _said("Thought", thought_of(step.response), "italic green")


def _done(step: StepEnded) -> Iterator[Row]:
    for action in (action for action in step.actions if action.function):
        yield "Action", _text(action.action_string, "bold yellow")
        for text, style, why in told_of(action.result):
            yield "", _beside(_text(text, style), _text(why))


def _ended(step: StepEnded) -> Iterator[Row]:
    yield from _findings(step.findings)
    if step.error:
        yield "Error", _text(step.error, "red")


def _findings(findings: Iterable[Finding]) -> Iterator[Row]:
    for at, finding in enumerate(findings):
        word, style = TRUTH[finding.truth]
        seen_in = _text(f"({finding.channel})", "dim")
        yield "" if at else "Checked", _beside(_text(word, style), _text(finding.evidence), seen_in)


def _title(step: StepEnded) -> str:
    where = f" on {clean(step.application, 40)}" if step.application and step.agent != _HOST else ""
    agent = step.agent if step.agent == _HOST else step.agent.partition("/")[0]
    status = f" → {clean(step.status, 20)}" if step.status else ""
    return f"{step.step} · {clean(agent, 30)}{where} · {clean(step.state, 20)}{status}"


def _subtitle(step: StepEnded) -> str:
    usage = step.usage
    how = " · decided without a model" if usage.local_decisions else ""
    how += " · with the person's consent" if step.consented else ""
    paid = f" · {tokens(usage)} · {spent(usage)}" if usage.model_calls else ""
    return f"{step.seconds:.1f} s{paid}{how}"


def _border(step: StepEnded) -> str:
    if step.error or step.status in ("ERROR", "FAIL"):
        return _FAILED
    return _AGENT_STYLES.get(step.agent.partition("/")[0], _OTHER_AGENT)


def _of_request(account: Account) -> Iterator[Row]:
    for line in (*lines_of_parts(account), *lines_of_changes(account)):
        text = _text(line.quote, "bold")
        for place, told in enumerate(line.told):
            between = "  " if place == 0 else "\n"
            text = Text.assemble(text, between if text else "", _text(told, "dim" if place else ""))
        yield line.mark, text

"""The use of models and its cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ufo.schema.usage import Usage
from ufo.trace.events import ModelAnswered, StepEnded, SubtaskEnded, _Event

_HOST = "HostAgent"


@dataclass(frozen=True, slots=True)
class ModelUse:
    """What the agents of one kind used of one model. `answered_as` is the model's name at its endpoint, "" where that is the
    same.
    """

    agent: str
    model: str
    answered_as: str
    usage: Usage


class Account:
    """Adds up, event by event, what each agent used of each model, and what each sub-task cost."""

    def __init__(self) -> None:
        self._uses: dict[tuple[str, str, str], Usage] = {}
        self._of_subtask = Usage()
        self.last_subtask: Usage | None = None
        """What the sub-task that ended last used; None where it asked no model."""

    def note(self, event: _Event) -> None:
        if isinstance(event, ModelAnswered):
            self._answered(event)
        elif isinstance(event, StepEnded) and event.agent != _HOST:
            self._of_subtask += event.usage
        elif isinstance(event, SubtaskEnded):
            self.last_subtask = self._of_subtask if self._of_subtask.model_calls else None
            self._of_subtask = Usage()

    @property
    def uses(self) -> tuple[ModelUse, ...]:
        """What was used, in order of first use, without what was decided without a model."""
        return tuple(ModelUse(*key, usage) for key, usage in self._uses.items() if usage.model_calls)

    def _answered(self, event: ModelAnswered) -> None:
        asked = event.asked or event.model
        named = "" if event.model in (asked, asked.partition(":")[2]) else event.model
        key = (event.agent.partition("/")[0], asked, named)
        self._uses[key] = self._uses.get(key, Usage()) + event.usage


def account_of(events: Iterable[_Event]) -> Account:
    account = Account()
    for event in events:
        account.note(event)
    return account


def money(cost: float | None) -> str:
    """Format a cost in dollars: `$0.0123`. Sums below one dollar keep four digits. None is "price unknown"."""
    if cost is None:
        return "price unknown"
    return f"${cost:.2f}" if cost >= 1 or cost == 0 else f"${cost:.4f}"


def slips(usage: Usage) -> str:
    """Return how many answers were mended and how many were asked for again, as the end of a list; "" for none."""
    mended = usage.mended_answers
    words = f", {mended} answer{'' if mended == 1 else 's'} mended" if mended else ""
    return words + (f", {usage.format_errors} asked for again" if usage.format_errors else "")


def spent(usage: Usage) -> str:
    """Return what a usage cost: a sum that includes an unknown price says so, and how much of it is known."""
    if usage.cost is None and usage.known_cost:
        return f"at least {money(usage.known_cost)} (the price of a part is unknown)"
    return money(usage.cost)


def tokens(usage: Usage) -> str:
    """Return the tokens in and out, and which share of those in came from the cache of the endpoint."""
    return f"{read(usage)} + {usage.output_tokens} tokens"


def read(usage: Usage) -> str:
    """Return the tokens in, and their share from the cache."""
    cached = f" ({usage.cached_tokens / usage.input_tokens:.0%} from cache)" if usage.cached_tokens else ""
    return f"{usage.input_tokens}{cached}"

"""Tells where the time of a run went: each moment counts once, for the innermost thing that was being done then."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ufo.schema.spans import Span, Spent
from ufo.trace.events import RunEnded, RunStarted, StepEnded, TimeSpent
from ufo.trace.reader import RunRecord

OTHER = "other"
_PHASES = (Spent.COLLECTING, Spent.PROMPT, Spent.EXECUTING, Spent.REMEMBERING)
_MOST = 10


@dataclass(frozen=True, slots=True)
class Piece:
    """A span with the seconds in which nothing inside of it was measured. `path`: what it lies in, and itself."""

    span: Span
    own_s: float
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnTime:
    """A turn, or what lies before or after all of them. `by_kind`: seconds by what they were spent on, the model's among them."""

    step: int
    agent: str
    began: float
    seconds: float
    by_kind: Mapping[str, float]

    @property
    def own_s(self) -> float:
        return self.seconds - self.by_kind.get(Spent.MODEL, 0.0)


@dataclass(frozen=True, slots=True)
class TimeTold:
    """The time of a run. `before_s`: until a model was asked first; `after_s`: from the last answer on; `slowest`: the
    pieces of our own time that took longest.
    """

    seconds: float
    model_s: float
    before_s: float
    after_s: float
    by_kind: Mapping[str, float]
    turns: tuple[TurnTime, ...]
    slowest: tuple[Piece, ...]

    @property
    def own_s(self) -> float:
        return self.seconds - self.model_s

    def as_object(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {
            "seconds": round(self.seconds, 3),
            "model_s": round(self.model_s, 3),
            "own_s": round(self.own_s, 3),
            "before_first_question_s": round(self.before_s, 3),
            "after_last_answer_s": round(self.after_s, 3),
            "by_kind": dict(self.by_kind),
            "turns": [{**asdict(turn), "own_s": round(turn.own_s, 3)} for turn in self.turns],
            "slowest": [
                {"on": piece.span.on, "began": piece.span.began, "own_s": piece.own_s, "path": piece.path}
                for piece in self.slowest
            ],
        }


def time_of(record: RunRecord) -> TimeTold | None:
    """Return where the time of a run went; None where its log does not tell."""
    spans = [span for told in record.of(TimeSpent) for span in told.spans]
    if not spans:
        return None
    ended = max(*(event.at for event in record.events), *(span.ended for span in spans))
    models = [span for span in spans if span.on is Spent.MODEL]
    moments = [*_moments(spans)]
    turns = [_turn(stretch, moments) for stretch in _stretches(record, ended)]
    by_kind: defaultdict[str, float] = defaultdict(float)
    for kind, seconds in (item for turn in turns for item in turn.by_kind.items()):
        by_kind[kind] += seconds
    return TimeTold(
        ended,
        by_kind[Spent.MODEL],
        min((span.began for span in models), default=ended),
        ended - max((span.ended for span in models), default=ended),
        _rounded(by_kind),
        tuple(turns),
        _slowest(moments),
    )


@dataclass(frozen=True, slots=True)
class _Moment:
    """A time in which the same spans went on; `within`: these, outermost first."""

    began: float
    ended: float
    within: tuple[Span, ...]


def _moments(spans: Sequence[Span]) -> Iterator[_Moment]:
    """Divide the time of the spans where one begins or ends."""
    # Of two that are equal the inner one ended, and was noted, first.
    begins = sorted(reversed(spans), key=lambda span: (span.began, -span.seconds))
    edges = sorted({edge for span in spans for edge in (span.began, span.ended)})
    open_now: list[Span] = []
    place = 0
    for began, ended in zip(edges, edges[1:], strict=False):
        open_now = [span for span in open_now if span.ended > began]
        while place < len(begins) and begins[place].began <= began:
            open_now.append(begins[place])
            place += 1
        if open_now:
            yield _Moment(began, ended, tuple(open_now))


def _stretches(record: RunRecord, ended: float) -> Iterator[tuple[int, str, float, float]]:
    """Iterate over step, agent, beginning and end of each turn, and of what follows the last one."""
    began = record.of(RunStarted)[0].at if record.of(RunStarted) else 0.0
    for event in record.events:
        if isinstance(event, StepEnded):
            yield event.step, event.agent, began, event.at
            began = event.at
        elif isinstance(event, RunEnded):
            yield event.step, "the end", began, event.at
            began = event.at
    if ended > began:
        yield 0, "after the end", began, ended


def _turn(stretch: tuple[int, str, float, float], moments: Iterable[_Moment]) -> TurnTime:
    step, agent, began, ended = stretch
    spent: defaultdict[str, float] = defaultdict(float)
    for moment in moments:
        seconds = min(ended, moment.ended) - max(began, moment.began)
        if seconds > 0:
            spent[moment.within[-1].on.value] += seconds
    spent[OTHER] = max(0.0, ended - began - sum(spent.values()))
    return TurnTime(step, agent, round(began, 3), round(ended - began, 3), _rounded(spent))


def _rounded(spent: Mapping[str, float]) -> dict[str, float]:
    longest = sorted(spent, key=lambda kind: -spent[kind])
    return {kind: round(spent[kind], 3) for kind in longest if spent[kind] >= 0.001}


def _slowest(moments: Iterable[_Moment]) -> tuple[Piece, ...]:
    own: defaultdict[tuple[Span, ...], float] = defaultdict(float)
    for moment in moments:
        own[moment.within] += moment.ended - moment.began
    ours = sorted((within for within in own if within[-1].on is not Spent.MODEL), key=lambda within: -own[within])
    return tuple(
        Piece(within[-1], round(own[within], 3), tuple(_told(span) for span in within)) for within in ours[:_MOST]
    )


def _told(span: Span) -> str:
    if span.on in _PHASES or not span.name:
        return span.on.value
    return span.name if span.on is Spent.TOOL else f"{span.on} {span.name}"

"""Gives items their readings and closes them, as a run does at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from bench.corpus.items import Item
from bench.corpus.rates import Judged
from bench.corpus.readings import Recorded, Stale, for_today
from bench.corpus.works import facts_of, inputs_of
from ufo.llm.scripted import agreeing
from ufo.proof.closure import close
from ufo.proof.verdict import verdict
from ufo.schema.fact import Facts
from ufo.schema.reading import Reading


@dataclass(frozen=True)
class Work:
    """An item and the facts that it leaves."""

    item: Item
    facts: Facts


def works_of(items: Iterable[Item]) -> list[Work]:
    return [Work(item, facts_of(item)) for item in items]


def judged(work: Work, reading: Reading | None, read_by: str) -> Judged:
    account = close(work.item.request, work.facts, reading, read_by, work.item.answer)
    outcome, reason = verdict(account)
    return Judged(work.item, account, outcome, reason)


def by_agreeing(works: Iterable[Work]) -> list[Judged]:
    return [judged(work, agreeing(inputs_of(work.item, work.facts)), "agreeing") for work in works]


def by_recorded(
    works: Iterable[Work], readings: Mapping[str, Recorded], on_stale: Callable[[Item, str], None]
) -> list[Judged]:
    """Judge the works that have a reading of the facts that they leave today. `on_stale`: told of each other one that has one."""
    found = []
    for work in works:
        recorded = readings.get(work.item.id)
        if recorded is None:
            continue
        try:
            reading = for_today(recorded, work.item, work.facts)
        except Stale as stale:
            on_stale(work.item, str(stale))
        else:
            found.append(judged(work, reading, recorded.by))
    return found

"""Makes orders for a fleet of what a person submits: a file or folder of tasks, or one request."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ufo.errors import ConfigError
from ufo.fleet.jobs.names import JobId, TaskKey, checked_name
from ufo.fleet.jobs.order import Input, TaskOrder
from ufo.fleet.jobs.seams import Store
from ufo.runs.plans.plan import Plan, plan_from
from ufo.runs.plans.plan_keys import keys_of
from ufo.runs.plans.read_batch import Broken, Entry, read_batch
from ufo.schema.secret import references

_FILE_ENDINGS = frozenset({".txt", ".json", ".jsonl"})
_LONGEST_STEM = 30


@dataclass(frozen=True, slots=True)
class Submission:
    """What is submitted as one job: each task's key with its order, and what is no task."""

    job: JobId
    tasks: list[tuple[TaskKey, TaskOrder]]
    broken: Sequence[Broken]


@dataclass
class OrderMaker:
    """`manner`: fields that all orders have. `given`: files that every task gets. Files are kept in the store as they come up."""

    store: Store
    seeds: int
    manner: Mapping[str, Any]
    given: Sequence[Path] = ()
    _kept: dict[Path, Input] = field(default_factory=dict)

    def submission(self, source: str, name: str | None) -> Submission:
        """Return the job of a file, a folder or a request. Raises ConfigError."""
        path = Path(source)
        if path.exists():
            read: Sequence[Entry | Broken] = read_batch(path)
        elif path.suffix.lower() in _FILE_ENDINGS and len(source.split()) == 1:
            raise ConfigError(f"there is no file {source!r}; name one with tasks, or write a request in your words")
        else:
            read = [_request(source)]
        entries = [entry for entry in read if isinstance(entry, Entry)]
        orders = list(self._orders(entries))
        stem = path.absolute().stem if path.exists() else "request"
        job = JobId(checked_name(name, "job")) if name else _job_of(stem, orders)
        tasks = [(TaskKey(job, key, order.seed), order) for key, order in orders]
        return Submission(job, tasks, [item for item in read if isinstance(item, Broken)])

    def _orders(self, entries: Sequence[Entry]) -> Iterator[tuple[str, TaskOrder]]:
        common = [self._input(path) for path in self.given]
        for key, entry in zip(keys_of(entry.plan for entry in entries), entries, strict=True):
            plan, inputs = self._with_inputs(entry.plan, common)
            told = {**self.manner, "plan": plan, "place": entry.place, "inputs": inputs, "secrets": _secrets_of(plan)}
            try:
                first = TaskOrder(**told)
            except ValidationError as error:
                raise ConfigError(_said(error)) from None
            for seed in range(self.seeds):
                yield key, first.model_copy(update={"seed": seed})

    def _with_inputs(self, plan: Plan, common: list[Input]) -> tuple[Plan, tuple[Input, ...]]:
        """Return the plan with its file by name, as it lies in an attempt's folder, and all files that it needs."""
        path = Path(plan.object)
        if not plan.object or not path.is_absolute():
            return plan, tuple(common)
        if path.is_dir():
            raise ConfigError(f"{plan.object!r} is a folder, which cannot be sent to a worker; name the file")
        if not path.exists():
            return plan, tuple(common)
        own = self._input(path)
        others = [given for given in common if given.name != own.name]
        return plan.model_copy(update={"object": own.name}), (own, *others)

    def _input(self, path: Path) -> Input:
        if path not in self._kept:
            self._kept[path] = Input(name=path.name, sha256=self.store.put_input(path))
        return self._kept[path]


def _request(text: str) -> Entry:
    try:
        return Entry("", plan_from(text))
    except ValueError as error:
        raise ConfigError(str(error)) from None


def _job_of(stem: str, orders: Sequence[tuple[str, TaskOrder]]) -> JobId:
    """Name a job by what it is made of: the same submission is the same job."""
    digest = hashlib.sha256()
    for key, order in orders:
        digest.update(key.encode() + order.model_dump_json(exclude={"place"}).encode())
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", stem).strip("-._")[:_LONGEST_STEM] or "job"
    return JobId(f"{plain}-{digest.hexdigest()[:8]}")


def _secrets_of(plan: Plan) -> tuple[str, ...]:
    return tuple(sorted(ref.name for ref in references(plan.model_dump(mode="json"))))


def _said(error: ValidationError) -> str:
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc']))}: {str(first['msg']).removeprefix('Value error, ')}"


def seconds_until(text: str, now: datetime) -> float:
    """Return how long it is until a time such as 22:00 or 2026-12-01T06:30, here; 0 where it is past. A time alone is the next
    one. Raises ConfigError.
    """
    try:
        due = datetime.fromisoformat(text)
    except ValueError:
        try:
            due = datetime.combine(now.date(), time.fromisoformat(text), now.tzinfo)
        except ValueError:
            raise ConfigError(f"{text!r} is no time; write 22:00 or 2026-12-01T06:30") from None
        if due <= now:
            due += timedelta(days=1)
    if due.tzinfo is None:
        due = due.astimezone()
    return max(0.0, (due - now).total_seconds())

"""Writes the table of docs/real-tasks.md from the records of played tasks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.measure import median, percentile
from bench.minds.records import Record

BEGIN, END = "<!-- minds: begin, written by python -m bench.minds --table -->", "<!-- minds: end -->"
PAGE = Path(__file__).parents[2] / "docs" / "real-tasks.md"
_HEAD = (
    "| task | solved | outcome | calls | careful | wasted | tokens a call | seconds of ours | mind |",
    "|---|---|---|---|---|---|---|---|---|",
)
_ROW = re.compile(r"^\| (?P<task>[a-z0-9-]+) \|")


def row(record: Record) -> str:
    """Return a record as a line of the table."""
    count = record.count
    cells = (
        record.task,
        "yes" if record.solved else "no",
        record.outcome,
        count["calls"],
        record.careful_calls,
        count["wasted"],
        count["tokens_a_call"],
        round(float(count["own_seconds"])),
        record.model.partition(":")[0],
    )
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def renewed(page: str, records: Iterable[Record]) -> str:
    """Return the page with the rows of these records replaced or added; rows of other tasks stay.

    Raises ValueError where the page has not both markers.
    """
    head, begin, rest = page.partition(BEGIN)
    body, end, tail = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page lacks the lines {BEGIN!r} and {END!r}; put them where the table belongs")
    rows = {found["task"]: line for line in body.splitlines() if (found := _ROW.match(line))}
    rows.pop("task", None)
    rows |= {record.task: row(record) for record in records}
    return "\n".join([head + BEGIN, "", *_HEAD, *(rows[name] for name in sorted(rows)), "", END + tail])


def summary(records: Sequence[Record]) -> str:
    """Return what the issue asks of all tasks together, in one paragraph."""
    if not records:
        return "no records"
    calls = sum(int(record.count["calls"]) for record in records)
    careful = sum(record.careful_calls for record in records)
    wasted = sum(int(record.count["wasted"]) for record in records)
    solved = [record for record in records if record.solved]
    proved = sum(record.outcome == "VERIFIED" for record in solved)
    turns = [float(seconds) for record in records for seconds in record.count["turn_seconds"]]
    timed = (
        f"; an App turn outside the model {median(turns):.2f} s median, {percentile(turns, 95):.2f} s p95"
        if turns
        else ""
    )
    return (
        f"{len(solved)} of {len(records)} solved, {proved} of them VERIFIED, "
        f"{sum(record.falsely_verified for record in records)} falsely VERIFIED; {calls} calls for {careful} of a "
        f"careful person, {wasted} wasted; {sum(int(record.count['refusals']) for record in records)} actions refused, "
        f"{sum(int(record.count['left_out']) for record in records)} skipped{timed}"
    )

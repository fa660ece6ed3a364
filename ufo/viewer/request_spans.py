"""A request as its letters stand, cut where its parts begin and end, each with the mark that the last reading gave it."""

from __future__ import annotations

from dataclasses import dataclass

from ufo.schema.reading import Account
from ufo.trace.account_lines import lines_of_parts


@dataclass(frozen=True, slots=True)
class Span:
    """`mark`: "shown", "not shown", "contradicted" or "needs none"; "" for letters of no part. `told`: why, in a line."""

    text: str
    mark: str = ""
    told: str = ""


def spans_of(request: str, account: Account | None) -> tuple[Span, ...]:
    """Cut the request. One that was not read yet, or whose account is of another request, is one span without a mark."""
    if account is None or account.request != request:
        return (Span(request),)
    spans, at = [], 0
    parts = sorted(account.parts, key=lambda part: part.start)
    for part, line in zip(parts, lines_of_parts(account), strict=True):
        if not at <= part.start < part.end <= len(request):
            continue
        spans += [Span(request[at : part.start])] if part.start > at else []
        spans.append(Span(request[part.start : part.end], line.mark, line.told[0] if line.told else ""))
        at = part.end
    return (*spans, Span(request[at:])) if at < len(request) else tuple(spans)

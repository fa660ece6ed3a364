"""Reads the charts of a sheet: their titles, legends and series. Several charts are divided by " | "."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ufo.verify.documents.model import Chart
from ufo.verify.properties.query import Asked, Reading, tell

Charts = Callable[[Asked], Sequence[Chart]]
ChartReader = Callable[[Sequence[Chart], Asked], list[Reading]]


def _each(told: Callable[[Chart], object]) -> ChartReader:
    def read(charts: Sequence[Chart], asked: Asked) -> list[Reading]:
        found = _on(charts, asked)
        return tell(" | ".join(str(told(one)) for one in found)) if found else []

    return read


def _on(charts: Sequence[Chart], asked: Asked) -> list[Chart]:
    return [one for one in charts if not asked.sheet or one.sheet.casefold() == asked.sheet.casefold()]


CHARTS: dict[str, ChartReader] = {
    "chart title": _each(lambda one: one.title),
    "chart x title": _each(lambda one: one.x_title),
    "chart y title": _each(lambda one: one.y_title),
    "chart legend": _each(lambda one: one.legend),
    "chart series": _each(lambda one: one.series),
    "chart count": lambda charts, asked: tell(len(_on(charts, asked))),
}

"""Fills the templates of the pages: those of this room, and those of the report."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader
from starlette.responses import HTMLResponse

from ufo.trace.cost import money
from ufo.viewer.report import environment


@cache
def _environment() -> Environment:
    made = environment(PackageLoader("ufo.web"))
    made.filters |= {"money": money, "lasted": lasted, "size": size}
    return made


def fill(template: str, /, **values: object) -> str:
    return _environment().get_template(template).render(values)


def page(template: str, status: int = 200, /, **values: object) -> HTMLResponse:
    return HTMLResponse(fill(template, **values), status)


def lasted(seconds: float) -> str:
    """Format a time: 4.2 s, 3:05, 2:10:00."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def size(count: int) -> str:
    """Format a number of bytes."""
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{count / 1e3:.1f} kB" if count >= 1000 else f"{count} bytes"

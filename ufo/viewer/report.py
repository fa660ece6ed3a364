"""Writes one self-contained page of a run: no network, pictures inside, every text escaped (text from a screen is hostile)."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from jinja2 import BaseLoader, ChoiceLoader, Environment, PackageLoader, StrictUndefined

from ufo.errors import TraceError
from ufo.schema.reading import Account
from ufo.schema.usage import Usage
from ufo.secrets import files
from ufo.trace.account_lines import (
    line_of_acts,
    line_of_profiles,
    lines_of,
    lines_of_changes,
    lines_of_parts,
    mark_of_answer,
)
from ufo.trace.cost import account_of, read, slips, spent, tokens
from ufo.trace.events import Asked, Noticed, PersonActed, RequestRead
from ufo.trace.reader import RunRecord, read_run
from ufo.trace.run_folders import has_takeovers
from ufo.viewer.plan_graph import drawing_of
from ufo.viewer.prompts import prompts_of
from ufo.viewer.request_spans import spans_of
from ufo.viewer.timeline import Shown, plans_of, steps_of

REPORT = "report.html"


def write_report(run: Path, out: Path | None) -> Path:
    """Write the page to `out`, or to `report.html` in the run's folder. Raises TraceError where there is no run, or the page
    cannot be written.
    """
    record = read_run(run)
    target = out or record.folder / REPORT
    try:
        files.make_folder(target.parent)
        files.write(target, render(record).encode())
    except OSError as error:
        raise TraceError(
            f"the report cannot be written to {str(target)!r}: {error.strerror or error}; choose another place with --out"
        ) from error
    return target


def render(run: RunRecord) -> str:
    return environment().get_template("report.html.j2").render(values_of(run))


def environment(*more: BaseLoader) -> Environment:
    """Return what fills the templates of this room and those of `more`, with its filters; every text is escaped."""
    made = Environment(
        loader=ChoiceLoader([*more, PackageLoader("ufo.viewer")]), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, finalize=_visible,
    )  # fmt: skip
    made.filters |= {"spent": spent, "slips": slips, "tokens": tokens, "read": read, "drawn": drawing_of}
    made.filters |= {"nodes": lines_of}
    made.filters |= {
        "parts": lines_of_parts,
        "changes": lines_of_changes,
        "mark": mark_of_answer,
        "acts": line_of_acts,
        "profiles": line_of_profiles,
    }
    return made


def values_of(run: RunRecord, shown: Shown | None = None) -> dict[str, object]:
    """Return the values of the report's template. `shown`: as of `steps_of`."""
    uses = account_of(run.events).uses
    summary = run.summary if run.finished else None
    steps = steps_of(run, shown, prompts_of(run.folder))
    return {
        "run": run,
        "summary": summary,
        "spans": [spans_of(request, account_of_request(run, request)) for request in run.requests],
        "steps": steps,
        "effects": tuple(dict.fromkeys(effect for step in steps for effect in step.effects)),
        "plans": plans_of(run),
        "can_be_kept": has_takeovers(run.folder),
        "facts": [fact for event in run.of(RequestRead)[-1:] for fact in event.facts],
        "usage": usage_of(run),
        "uses": uses,
        "prices": {model.model: model.price for model in run.started.models} if run.started else {},
        "seconds": run.summary.seconds if run.summary else (run.events[-1].at if run.events else 0.0),
        "notices": [event for event in run.of(Noticed) if event.step == 0],
        "acted": [event for event in run.of(PersonActed) if event.step == 0],
        "questions": [event for event in run.of(Asked) if event.step == 0],
    }


def usage_of(run: RunRecord) -> Usage:
    """Return what a run has used: as it ended, or so far."""
    if run.summary is not None:
        return run.summary.usage
    return sum((use.usage for use in account_of(run.events).uses), Usage())


def account_of_request(run: RunRecord, request: str) -> Account | None:
    """Return what became of the parts of a request, as it was read last; None where it was not read yet."""
    read_so_far = [event.account for event in run.of(RequestRead) if event.account.request == request]
    return read_so_far[-1] if read_so_far else run.summary.account if run.summary else None


def _visible(value: object) -> object:
    """Replace characters that are invisible or change the direction by their code, so that no name passes for another."""
    # Long texts, as those of pictures, are printable as a whole: looking at each letter would take most of a page's time.
    if type(value) is not str or value.replace("\n", "").isprintable():
        return value
    return "".join(
        f"⟨U+{ord(letter):04X}⟩"
        if letter not in "\n\t\r" and unicodedata.category(letter) in ("Cc", "Cf", "Cs")
        else letter
        for letter in value
    )

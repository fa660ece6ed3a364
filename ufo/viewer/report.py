"""Writes one self-contained page of a run: no network, pictures inside, every text escaped (text from a screen is hostile)."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from ufo.errors import TraceError
from ufo.schema.usage import Usage
from ufo.secrets import files
from ufo.trace.account_lines import line_of_acts, line_of_profiles, lines_of_changes, lines_of_parts, mark_of_answer
from ufo.trace.cost import account_of, read, slips, spent, tokens
from ufo.trace.events import Asked, Noticed
from ufo.trace.reader import RunRecord, read_run
from ufo.viewer.timeline import plans_of, steps_of

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
    environment = Environment(
        loader=PackageLoader("ufo.viewer"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        finalize=_visible,
    )  # fmt: skip
    environment.filters |= {"spent": spent, "slips": slips, "tokens": tokens, "read": read}
    environment.filters |= {
        "parts": lines_of_parts,
        "changes": lines_of_changes,
        "mark": mark_of_answer,
        "acts": line_of_acts,
        "profiles": line_of_profiles,
    }
    uses = account_of(run.events).uses
    usage = run.summary.usage if run.summary else sum((use.usage for use in uses), Usage())
    return environment.get_template("report.html.j2").render(
        run=run,
        summary=run.summary if run.finished else None,
        steps=steps_of(run),
        plans=plans_of(run),
        usage=usage,
        uses=uses,
        prices={model.model: model.price for model in run.started.models} if run.started else {},
        seconds=run.summary.seconds if run.summary else (run.events[-1].at if run.events else 0.0),
        notices=[event for event in run.of(Noticed) if event.step == 0],
        questions=[event for event in run.of(Asked) if event.step == 0],
    )


def _visible(value: object) -> object:
    """Replace characters that are invisible or change the direction by their code, so that no name passes for another."""
    if type(value) is not str:
        return value
    return "".join(
        f"⟨U+{ord(letter):04X}⟩"
        if letter not in "\n\t\r" and unicodedata.category(letter) in ("Cc", "Cf", "Cs")
        else letter
        for letter in value
    )

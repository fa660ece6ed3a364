"""`ufo observe`: shows what the agent would see of a window, as a table, as the outline that a model reads, or as JSON, and how
it differs from an earlier look.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any, Literal

from rich.table import Table

from ufo.api import look as api
from ufo.api.look import Look, LookOptions
from ufo.cli.output import Terminal, print_json, table
from ufo.cli.process.surroundings import working_folder
from ufo.cli.settings import command_settings
from ufo.desktop.matching.diff import Difference, difference
from ufo.desktop.snapshot import Element
from ufo.errors import ConfigError
from ufo.schema.target import TargetInfo
from ufo.secrets import files as owned
from ufo.text.fold import shortened
from ufo.tools.effects.compare import Observation
from ufo.tools.effects.summary import facts
from ufo.tools.observe.targets import snapshot_of


def observe(
    app_name: str | None, window: str | None, where: str | None, files: Mapping[str, Path | None], shown: Set[Shown]
) -> int:
    """Print the controls of a window. `files`: where its annotated picture (`image`) and all that it tells (`record`) are
    written; with `since`, a file that an earlier `--json` wrote, the differences from it are printed too.
    """
    image, since, record = files["image"], files["since"], files["record"]
    earlier = None if since is None else _earlier(since)
    settings = command_settings(desktop={"where": where})
    working_folder()
    options = LookOptions(settings=settings, selectors="selectors" in shown, picture=image is not None)
    options["native"] = record is not None
    if window is not None:
        options["window"] = window
    look = api.observe(app_name, **options)
    if image is not None and look.picture is not None:
        owned.write(image, look.picture.data)
    if record is not None:
        owned.write(record, json.dumps(_recording(look), ensure_ascii=False, indent=1).encode())
    if "json" in shown:
        print_json(report(look, earlier))
    else:
        print_table(look, earlier, as_outline="outline" in shown)
    return 0


def _recording(look: Look) -> dict[str, Any]:
    """Return a look with all that it was made of: what replays it in a test, and `--since` reads."""
    return {"recording": 1, "system": platform.platform()} | report(look, None) | {"native": look.native}


def _earlier(file: Path) -> tuple[TargetInfo, ...]:
    """Read the controls of an earlier look. Raises ConfigError for a file that holds none."""
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))["controls"]
        return tuple(TargetInfo.model_validate(row) for row in rows)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(
            f"{str(file)!r} is no look at a window ({type(error).__name__}); write one with: ufo observe --json > FILE"
        ) from error


Shown = Literal["json", "outline", "selectors"]
_MOST_TEXT = 60


def report(look: Look, earlier: Sequence[TargetInfo] | None) -> dict[str, Any]:
    """Return the look as plain JSON values. `changes` is present where there is an earlier look."""
    rows = [control.model_dump(mode="json", exclude_none=True) for control in look.controls]
    for row in rows:
        selector = look.selectors.get(str(row.get("id")))
        if selector is not None:
            row["selector"] = selector.model_dump(mode="json", exclude_defaults=True)
    out: dict[str, Any] = {
        "window": {
            "id": look.window.id,
            "title": look.window.title,
            "app_root": look.window.app_root,
            "rect": look.window.rect.as_ltrb(),
        },
        "degraded": look.degraded,
        "more": list(look.more),
        "controls": rows,
    }
    if earlier is not None:
        what = _compared(look, earlier)
        out["changes"] = {
            "line": _line(look, earlier),
            "added": [_named(element) for element in what.added],
            "removed": [_named(element) for element in what.removed],
            "changed": [
                {
                    **_named(change.after),
                    "facets": list(change.facets),
                    "before": _named(change.before) | _state(change.before),
                }
                | _state(change.after)
                for change in what.changed
            ],
        }
    return out


def print_table(look: Look, earlier: Sequence[TargetInfo] | None, *, as_outline: bool) -> None:
    console = Terminal()
    window = look.window
    console.print(f"{window.title} ({window.app_root}, window {window.id})", style="bold", markup=False)
    if look.degraded:
        console.print(f"degraded: {look.degraded}", style="yellow", markup=False)
    if as_outline:
        console.say(look.outline)
    else:
        console.print(_table(look))
        console.print(f"{len(look.controls)} controls", markup=False)
        for note in look.more:
            console.print(note, style="dim", markup=False)
    if earlier is not None:
        console.print(f"since then: {_line(look, earlier)}", style="bold", markup=False)
        for line in _told(_compared(look, earlier)):
            console.print(f"  {line}", markup=False, highlight=False)


def _table(look: Look) -> Table:
    doubts = ("doubt",) if any(control.doubt for control in look.controls) else ()
    rows = [
        [*(shortened(cell or "", _MOST_TEXT) for cell in _cells(control)), *(control.doubt or "" for _ in doubts)]
        for control in look.controls
    ]
    return table(("id", "type", "name", "value", "states", "rect", "source", *doubts), rows)


def _cells(control: TargetInfo) -> tuple[str | None, ...]:
    rect = "" if control.rect is None else ",".join(map(str, control.rect))
    states = " ".join(control.states)
    return control.id, control.type, control.name or control.label, control.value, states, rect, control.source


def _compared(look: Look, earlier: Sequence[TargetInfo]) -> Difference:
    return difference(snapshot_of(earlier, look.window, 1), snapshot_of(look.controls, look.window, 2))


def _line(look: Look, earlier: Sequence[TargetInfo]) -> str:
    looks = (snapshot_of(earlier, look.window, 1), snapshot_of(look.controls, look.window, 2))
    before, after = (Observation((look.window,), snapshot) for snapshot in looks)
    return facts(before, after, look.window)


def _told(what: Difference) -> Iterator[str]:
    yield from (f"+ {_short_name(element)}" for element in what.added)
    yield from (f"- {_short_name(element)}" for element in what.removed)
    for change in what.changed:
        yield f"~ {_short_name(change.after)}: {', '.join(change.facets)}"


def _named(element: Element) -> dict[str, Any]:
    return {"type": element.role, "name": element.name or element.label or "", "path": list(element.path)}


def _state(element: Element) -> dict[str, Any]:
    return {"value": element.value, "states": sorted(element.states), "rect": list(element.rect.as_ltrb())}


def _short_name(element: Element) -> str:
    return f"{element.role} {shortened(element.name or element.label or element.value or '', _MOST_TEXT)!r}"

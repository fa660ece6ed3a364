"""`ufo observe`: shows what the agent would see of a window, and how it differs from an earlier look."""

from __future__ import annotations

import json
from collections.abc import Set
from pathlib import Path

from ufo.api import look as api
from ufo.api.look import LookOptions
from ufo.cli.look import Shown, print_table, report
from ufo.cli.output import print_json
from ufo.cli.process.surroundings import working_folder
from ufo.cli.settings import command_settings
from ufo.errors import ConfigError
from ufo.schema.target import TargetInfo
from ufo.secrets import files


def observe(
    app_name: str | None,
    window: str | None,
    where: str | None,
    image: Path | None,
    since: Path | None,
    shown: Set[Shown],
) -> int:
    """Print the controls of a window; with `image`, also write its annotated picture.

    `since` is a file that an earlier `--json` wrote; the differences from it are printed too.
    """
    earlier = None if since is None else _earlier(since)
    settings = command_settings(desktop={"where": where})
    working_folder()
    options = LookOptions(settings=settings, selectors="selectors" in shown, picture=image is not None)
    if window is not None:
        options["window"] = window
    look = api.observe(app_name, **options)
    if image is not None and look.picture is not None:
        files.write(image, look.picture.data)
    if "json" in shown:
        print_json(report(look, earlier))
    else:
        print_table(look, earlier, as_outline="outline" in shown)
    return 0


def _earlier(file: Path) -> tuple[TargetInfo, ...]:
    """Read the controls of an earlier look. Raises ConfigError for a file that holds none."""
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))["controls"]
        return tuple(TargetInfo.model_validate(row) for row in rows)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(
            f"{str(file)!r} is no look at a window ({type(error).__name__}); write one with: ufo observe --json > FILE"
        ) from error

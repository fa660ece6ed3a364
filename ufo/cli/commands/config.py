"""`ufo config`: each setting, its value and where it came from; with a name, what the setting means and who may set it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ufo.cli.output import Terminal, print_json, print_text
from ufo.cli.settings import command_settings, given
from ufo.config.values import Value, told, value_of, values

_MOST = 60


def config(name: str | None, overrides: Mapping[str, Any], as_json: bool) -> int:
    options = given(overrides)
    # This reports which settings of ./ufo.yaml do not count.
    command_settings(**options)
    found = values(options)
    if name is not None:
        found = value_of(name, found)
    if as_json:
        print_json([{**asdict(item), "variable": item.variable} for item in found])
        return 0
    if name is not None:
        print_text("\n\n".join(map(_explained, found)))
        return 0
    console = Terminal()
    widest = max(len(item.name) for item in found)
    for value in found:
        line = f"{value.name:<{widest}}  {_short(told(value.value))}  ({_origin(value)})"
        console.say(line, "bold" if value.source != "default" else None)
    return 0


def _explained(value: Value) -> str:
    unit = f" ({value.unit})" if value.unit else ""
    who = "you, or the ufo.yaml of any folder" if value.harmless else "you, or the ufo.yaml of a folder that you trust"
    return (
        f"{value.name}{unit}\n"
        f"  {value.description}\n"
        f"  value    {told(value.value)}  ({_origin(value)})\n"
        f"  default  {told(value.default)}\n"
        f"  set by   {who}; as a variable: {value.variable}"
    )


def _origin(value: Value) -> str:
    return f"{value.source} {told(value.where)}" if value.where else value.source


def _short(text: str) -> str:
    return text if len(text) <= _MOST else f"{text[: _MOST - 1]}…"

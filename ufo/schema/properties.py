"""What the writing side asks of the table of properties. The table is `ufo.conditions.properties`, which knows the readers, and
this room is below them.
"""

from __future__ import annotations

from typing import Any

from ufo.dotted import load

_TABLE = "ufo.conditions.properties"


def __getattr__(name: str) -> Any:
    if name not in ("PROPERTIES", "Property"):
        raise AttributeError(name)
    return load(f"{_TABLE}:{name}")


def property_named(name: str) -> Any:
    return load(f"{_TABLE}:property_named")(name)


def spelled_value(wanted: Any, value: str) -> str:
    return str(load(f"{_TABLE}:spelled_value")(wanted, value))

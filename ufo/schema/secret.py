"""Placeholders for secrets: all that models, logs and saved skills ever see of a secret."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SECRET_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,63}")
PLACEHOLDER = re.compile(rf"\{{\{{\s*secret:\s*({SECRET_NAME.pattern})\s*\}}\}}")


@dataclass(frozen=True, slots=True, order=True)
class SecretRef:
    """A secret by its name. `str` of it is its placeholder."""

    name: str

    def __str__(self) -> str:
        return f"{{{{secret:{self.name}}}}}"


def references(value: Any) -> frozenset[SecretRef]:
    """Return the secrets whose placeholders stand in a text, or in anything inside a list or mapping, keys included."""
    if isinstance(value, str):
        return frozenset(SecretRef(name) for name in PLACEHOLDER.findall(value))
    if isinstance(value, Mapping):
        return references([*value.keys(), *value.values()])
    if isinstance(value, list | tuple | set | frozenset):
        return frozenset().union(*map(references, value))
    return frozenset()


def filled(text: str, values: Mapping[SecretRef, str]) -> str:
    """Return the text with each placeholder replaced by its value. A value that looks like a placeholder is kept as it is."""
    return PLACEHOLDER.sub(lambda found: values[SecretRef(found[1])], text)

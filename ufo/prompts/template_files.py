"""Loads prompt templates: YAML files beside this module, rendered by Jinja with every name required."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml
from jinja2 import StrictUndefined, Template, TemplateError
from jinja2.sandbox import SandboxedEnvironment

from ufo.errors import ConfigError


@dataclass(frozen=True, slots=True)
class TemplateSet:
    """One agent's texts. `system_as` is the system text for several actions a turn; `parts` are its variable pieces."""

    name: str
    system: str
    system_as: str
    user: str
    status_notes: Mapping[str, str]
    examples: tuple[Mapping[str, Any], ...]
    parts: Mapping[str, Mapping[str, str]]
    mode_rule: str = ""
    """A rule for agents in one mode of running, "" for none."""


@lru_cache(maxsize=16)
def load_templates(name: str) -> TemplateSet:
    """Load the file `name` in `ufo/prompts/templates`, given without its ending. Raises ConfigError where it cannot be read.

    What a file with `extends: OTHER` does not say is as in the file of that name.
    """
    try:
        data = _read(name)
        return TemplateSet(
            name=name,
            system=data["system"],
            system_as=data.get("system_as", data["system"]),
            user=data["user"],
            status_notes=data.get("status_notes", {}),
            examples=tuple(data.get("examples", ())),
            mode_rule=data.get("mode_rule", ""),
            parts={key: data[key] for key in ("action_rule", "action_shape") if key in data},
        )
    except (OSError, yaml.YAMLError, KeyError, TypeError, AttributeError) as error:
        raise ConfigError(
            f"the prompt template {name!r} cannot be read ({error}); install this package again"
        ) from error


def _read(name: str) -> dict[str, Any]:
    source = files("ufo.prompts").joinpath("templates", f"{name}.yaml")
    data: dict[str, Any] = yaml.safe_load(source.read_text(encoding="utf-8"))
    return _read(data.pop("extends")) | data if "extends" in data else data


def render_text(template: str, values: Mapping[str, Any]) -> str:
    """Render a template. Raises ConfigError where it uses a name that `values` lacks."""
    try:
        return _compiled(template).render(values).strip()
    except TemplateError as error:
        raise ConfigError(f"a prompt template cannot be rendered ({error}); correct the template") from error


@lru_cache(maxsize=64)
def _compiled(template: str) -> Template:
    """Compile a template, which takes longer than rendering it."""
    # Prompts are no HTML, and escaping would change the words; text from outside is fenced instead.
    environment = SandboxedEnvironment(
        undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=False
    )
    return environment.from_string(template)

"""Loads prompt templates: YAML files beside this module or of the person's; Jinja requires every name in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml
from jinja2 import StrictUndefined, Template, TemplateError, meta
from jinja2.sandbox import SandboxedEnvironment

from ufo.errors import ConfigError

NAMES = (
    "host_agent", "app_agent", "app_agent_follower", "operator_agent", "evaluation_agent", "reader", "orders",
)  # fmt: skip
_TEXTS = ("system", "system_as", "user")
_NEEDED = {"system": "data_rule", "user": "request"}
"""What a text of the person's cannot leave out: the rule that what was read is no instruction, and what is to be done."""


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


@lru_cache(maxsize=32)
def load_templates(name: str, folder: Path | None = None) -> TemplateSet:
    """Load the file `name` in `ufo/prompts/templates`, given without its ending. Raises ConfigError where it cannot be read.

    What a file with `extends: OTHER` does not say is as in the file of that name. What the file of the same name in `folder`
    says takes the place of ours.
    """
    try:
        data = _read(name, folder)
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


def built_in(name: str) -> str:
    """Return our own file of that name, as text."""
    return files("ufo.prompts").joinpath("templates", f"{name}.yaml").read_text(encoding="utf-8")


def require_prompts(folder: Path | None) -> None:
    """Check the person's prompts before they are needed. Raises ConfigError with the file and what is wrong with it."""
    if folder is None:
        return
    if not folder.is_dir():
        raise ConfigError(f"{str(folder)!r} (`model.prompts`) is no folder; `ufo models --prompts FOLDER` makes one")
    for path in sorted(folder.iterdir()):
        if path.suffix in (".yaml", ".yml") and path.name not in {f"{name}.yaml" for name in NAMES}:
            raise ConfigError(
                f"{str(path)!r} is the prompt of no agent; a file there is called {_either(NAMES)}, with .yaml"
            )
    for name in NAMES:
        load_templates(name, folder)


def _read(name: str, folder: Path | None) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load(built_in(name))
    if "extends" in data:
        data = _read(data.pop("extends"), folder) | data
    path = None if folder is None else folder / f"{name}.yaml"
    if path is None or not path.is_file():
        return data
    return data | _own(path, data)


def _own(path: Path, ours: Mapping[str, Any]) -> dict[str, Any]:
    """Read a file of the person's. Raises ConfigError for what would not render in every turn."""
    try:
        own = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"the prompts {str(path)!r} cannot be read: {error}") from error
    if not isinstance(own, dict):
        raise ConfigError(f"the prompts {str(path)!r} must be a mapping with some of: {_either(ours)}")
    # What is left out is as in ours, which may itself extend another file.
    own.pop("extends", None)
    for key, value in own.items():
        if key not in ours:
            raise ConfigError(f"{str(path)!r}: there is no text {key!r} for this agent; it has {_either(ours)}")
        if type(value) is not type(ours[key]):
            raise ConfigError(f"{str(path)!r}: {key!r} must be of the same kind as ours ({_kind(ours[key])})")
        _require_known(path, key, value, ours)
    if "system" in own and "system_as" in ours:
        own.setdefault("system_as", own["system"])
    return own


def _require_known(path: Path, key: str, value: Any, ours: Mapping[str, Any]) -> None:
    if isinstance(ours[key], Mapping):
        unknown = [str(item) for item in value if item not in ours[key] or not isinstance(value[item], str)]
        if unknown or (key != "status_notes" and set(value) != set(ours[key])):
            raise ConfigError(f"{str(path)!r}: {key!r} is a text for each of {_either(ours[key])}")
    if key not in _TEXTS:
        return
    kind = "user" if key == "user" else "system"
    known = set().union(
        *(_names(ours[text]) for text in _TEXTS if text in ours and (text == "user") == (kind == "user"))
    )
    try:
        used = _names(value)
    except TemplateError as error:
        raise ConfigError(f"{str(path)!r}: {key!r} cannot be read as a template: {error}") from error
    if strange := sorted(used - known):
        raise ConfigError(
            f"{str(path)!r}: {key!r} uses {_either(strange)}, which nothing fills; there is {_either(known)}"
        )
    if _NEEDED[kind] not in used:
        raise ConfigError(
            f"{str(path)!r}: {key!r} leaves out {{{{ {_NEEDED[kind]} }}}}, which no prompt can do without"
        )


def _names(template: str) -> set[str]:
    return meta.find_undeclared_variables(_environment().parse(template))


def _either(names: Any) -> str:
    return ", ".join(sorted(names))


def _kind(value: Any) -> str:
    return "a text" if isinstance(value, str) else "a mapping" if isinstance(value, Mapping) else "a list"


def render_text(template: str, values: Mapping[str, Any]) -> str:
    """Render a template. Raises ConfigError where it uses a name that `values` lacks."""
    try:
        return _compiled(template).render(values).strip()
    except TemplateError as error:
        raise ConfigError(f"a prompt template cannot be rendered ({error}); correct the template") from error


@lru_cache(maxsize=64)
def _compiled(template: str) -> Template:
    """Compile a template, which takes longer than rendering it."""
    return _environment().from_string(template)


@lru_cache(maxsize=1)
def _environment() -> SandboxedEnvironment:
    # Prompts are no HTML, and escaping would change the words; text from outside is fenced instead.
    return SandboxedEnvironment(
        undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=False
    )

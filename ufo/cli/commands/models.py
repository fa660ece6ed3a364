"""`ufo models`: lists the providers of models, and what each needs that is not there. No key is shown."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path

from ufo.cli.output import Terminal, print_answer, print_json, table
from ufo.cli.settings import command_settings
from ufo.errors import ConfigError
from ufo.extensions import Group, missing, to_install
from ufo.llm.vendors import VENDORS, Vendor
from ufo.platform.own_install import to_add_extra
from ufo.prompts.template_files import NAMES, built_in

_LIBRARIES = {"anthropic": "anthropic", "google": "google.genai", "bedrock": "boto3"}
"""The library that each extra brings."""


@dataclass(frozen=True, slots=True)
class Row:
    """`missing`: what has to be done before this provider can be asked, "" where nothing has."""

    name: str
    provider: str
    address: str
    key_variables: tuple[str, ...]
    key_is_set: bool
    missing: str


def models(as_json: bool, prompts: Path | None = None) -> int:
    """List the providers; with `prompts`, write the built-in prompts into that folder. Raises ConfigError."""
    if prompts is not None:
        return _write_prompts(prompts, as_json)
    chosen = command_settings().model.name
    rows = [row_of(kind, vendor, os.environ) for kind, vendor in VENDORS.items()]
    if as_json:
        print_json({"model": chosen, "providers": [asdict(row) for row in rows]})
        return 0
    lines = [(row.name, row.provider, row.address, _key(row), row.missing or "ready") for row in rows]
    console = Terminal()
    console.print(table(("name", "provider", "address", "key", "to do"), lines, whole=("name", "key")))
    planner = missing(Group.PROVIDERS, chosen)
    told = f", which is not installed here (to install it: {to_install(planner)})" if planner is not None else ""
    console.say(f"\nThe model now: {chosen}{told}. How to set each up: docs/models.md")
    return 0


def _write_prompts(folder: Path, as_json: bool) -> int:
    """Write the built-in prompts into a folder, and overwrite nothing there."""
    written, kept = [], []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in NAMES:
            path = folder / f"{name}.yaml"
            if path.exists():
                kept.append(str(path))
                continue
            path.write_text(built_in(name), encoding="utf-8")
            written.append(str(path))
    except OSError as error:
        raise ConfigError(
            f"cannot write prompts to {str(folder)!r} ({error.strerror}); choose another folder"
        ) from error
    lines = [*(f"wrote {path}" for path in written), *(f"kept {path}, which was there" for path in kept)]
    told = f"\nKeep what you change, and set `prompts: {folder}` under `model` or an agent's model. docs/prompts.md"
    print_answer(as_json, {"written": written, "kept": kept}, "\n".join([*lines, told]))
    return 0


def row_of(kind: str, vendor: Vendor, environ: Mapping[str, str]) -> Row:
    is_set = any(environ.get(variable, "").strip() for variable in vendor.key_variables)
    return Row(
        name=f"{kind}:NAME",
        provider=vendor.title,
        address=vendor.base_url or environ.get(vendor.base_url_variable, "") or "of your account",
        key_variables=vendor.key_variables,
        key_is_set=is_set,
        missing=_missing(vendor, is_set),
    )


def _missing(vendor: Vendor, key_is_set: bool) -> str:
    if vendor.extra and not _is_installed(_LIBRARIES[vendor.extra]):
        return to_add_extra(vendor.extra)
    if vendor.needs_key and not key_is_set:
        return f"set {vendor.key_variables[0]}, or `model.api_key`"
    return ""


def _is_installed(library: str) -> bool:
    try:
        return find_spec(library) is not None
    except ModuleNotFoundError:
        return False


def _key(row: Row) -> str:
    if not row.key_variables:
        return "none needed"
    return f"{row.key_variables[0]}{' is set' if row.key_is_set else ''}"

"""`ufo models`: lists the providers of models, and what each needs that is not there. No key is shown."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.util import find_spec

from rich.table import Table

from ufo.cli.output import Terminal, print_json
from ufo.cli.settings import command_settings
from ufo.llm.vendors import VENDORS, Vendor

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


def models(as_json: bool) -> int:
    chosen = command_settings().model.name
    rows = [row_of(kind, vendor, os.environ) for kind, vendor in VENDORS.items()]
    if as_json:
        print_json({"model": chosen, "providers": [asdict(row) for row in rows]})
        return 0
    table = Table("name", "provider", "address", "key", "to do", box=None, pad_edge=False)
    for row in rows:
        table.add_row(row.name, row.provider, row.address, _key(row), row.missing or "ready")
    console = Terminal()
    console.print(table)
    console.print(f"\nThe model now: {chosen}. How to set each up: docs/models.md", markup=False, highlight=False)
    return 0


def row_of(kind: str, vendor: Vendor, environ: Mapping[str, str]) -> Row:
    is_set = any(environ.get(one, "").strip() for one in vendor.key_variables)
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
        return f"pip install 'ufo-desktop-agent[{vendor.extra}]'"
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

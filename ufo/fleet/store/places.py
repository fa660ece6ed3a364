"""Opens the store that a person names: a folder, or a bucket of S3."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from ufo.dotted import load
from ufo.errors import ConfigError
from ufo.fleet.jobs.seams import Store
from ufo.fleet.store.folder_shelf import FolderShelf
from ufo.fleet.store.kept_attempts import KeptAttempts
from ufo.fleet.store.shelf import Shelf
from ufo.platform.own_install import to_add_extra

_FORM = "write a folder, or s3://BUCKET/PREFIX?endpoint=https://HOST"


def open_store(place: str) -> Store:
    """Return the store in a folder, or at `s3://bucket/prefix`. Raises ConfigError for anything else, and where the library for
    S3 is not installed. Nothing is reached for yet.
    """
    if not place.strip():
        raise ConfigError(f"a store needs a place; {_FORM}")
    if "://" not in place:
        return KeptAttempts(FolderShelf(Path(place)))
    parts = urlsplit(place)
    asked = parse_qs(parts.query, keep_blank_values=True)
    if parts.scheme != "s3" or not parts.hostname or set(asked) - {"endpoint"} or parts.username or parts.password:
        # The address may hold a key, so it is not repeated.
        raise ConfigError(
            f"that is no store; {_FORM} (keys are found as AWS's own programs find them, never in the address)"
        )
    try:
        opened: Shelf = load("ufo.fleet.store.s3_shelf:S3Shelf")(
            parts.netloc, parts.path.strip("/"), asked.get("endpoint", [""])[0]
        )
    except ModuleNotFoundError as error:
        raise ConfigError(f"a store at S3 needs {error.name}; to install it: {to_add_extra('s3')}") from None
    return KeptAttempts(opened)

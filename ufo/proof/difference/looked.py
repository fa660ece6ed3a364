"""How the world stood before a run, on disk beside the images: a run that is gone on with compares with the same beginning."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ufo.platform import open_flags
from ufo.proof.difference.scan import Entry, Scan
from ufo.proof.difference.stores.mail import Stood
from ufo.tools.mail.mail_folder import MailFolder

NAME = "world.json"


@dataclass(frozen=True)
class Looked:
    """`folders`: those that were looked through. `files`, `settings`: what lay there. `mail`: how the mail folders stood."""

    folders: tuple[Path, ...]
    files: Scan
    settings: Scan
    mail: tuple[Stood, ...]


def note(folder: Path, looked: Looked) -> None:
    """Write what was looked at into the folder of the images, at one stroke. Raises OSError. Blocking."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = folder / f"{NAME}.new"
    # Surrogates stand for bytes that are no UTF-8; as escapes they survive in JSON.
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | open_flags.BINARY, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(
            json.dumps(
                {
                    "folders": [str(path) for path in looked.folders],
                    "files": _scan_row(looked.files),
                    "settings": _scan_row(looked.settings),
                    "mail": [
                        [stood.folder.name, str(stood.folder.path), _entry_row(stood.entry), sorted(stood.names)]
                        for stood in looked.mail
                    ],
                }
            )
        )
    fresh.replace(folder / NAME)


def noted(folder: Path) -> Looked | None:
    """Return what was noted in the folder; None where nothing was, or not all of it. Blocking."""
    try:
        told = json.loads((folder / NAME).read_text(encoding="ascii"))
        mail = [
            Stood(MailFolder(name, Path(path)), _entry(entry), frozenset(names))
            for name, path, entry, names in told["mail"]
        ]
        return Looked(tuple(map(Path, told["folders"])), _scan(told["files"]), _scan(told["settings"]), tuple(mail))
    except (OSError, ValueError, TypeError, KeyError, IndexError):
        return None


def _scan_row(scan: Scan) -> dict[str, Any]:
    rows = [[str(path), *(_entry_row(entry) or ())] for path, entry in scan.entries.items()]
    return {"entries": rows, "left_out": scan.left_out, **_paths(scan)}


def _scan(told: dict[str, Any]) -> Scan:
    entries = {Path(path): entry for path, *row in told["entries"] if (entry := _entry(row)) is not None}
    closed, named = ({Path(path) for path in told[key]} for key in ("closed", "named"))
    return Scan(entries, [str(line) for line in told["left_out"]], closed, named)


def _paths(scan: Scan) -> dict[str, list[str]]:
    return {"closed": sorted(map(str, scan.closed)), "named": sorted(map(str, scan.named))}


def _entry_row(entry: Entry | None) -> list[str | int] | None:
    if entry is None:
        return None
    return [entry.kind, entry.size, entry.mtime_ns, entry.ctime_ns, *entry.inode, entry.mode, entry.target]


def _entry(row: Iterable[Any] | None) -> Entry | None:
    if row is None:
        return None
    kind, size, mtime_ns, ctime_ns, device, number, mode, target = row
    return Entry(str(kind), int(size), int(mtime_ns), int(ctime_ns), (int(device), int(number)), int(mode), str(target))

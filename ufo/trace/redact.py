"""Masks, in files already written, what became known as a secret only later. The process may be killed at any moment.

Each file is rewritten beside the original and then replaces it: it is the old one or the masked one, never a part of either.
All masked files are on the disk before the first replaces its original, and the next reader of the folder completes the
replacement (`finish_unsaying`). The originals do not grow meanwhile, so nothing is lost.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from ufo.secrets import files
from ufo.secrets.masks import Masks
from ufo.trace.lines import masked_line, masked_text

_TEXTS = ("*.jsonl", "*.log", "ui_trees/*.json", "report.html")
_READY = ".masked"


def unsay(folder: Path, masks: Masks, let_go: Callable[[], object] = lambda: None) -> bool:
    """Mask the files in a run's folder and return whether any of them changed. Raises OSError where a file cannot be rewritten;
    that file and all others with a secret are then deleted. `let_go` is called before the first is replaced: Windows replaces and
    deletes no file that is open.
    """
    changed = {}
    for path in (found for pattern in _TEXTS for found in folder.glob(pattern)):
        data = path.read_bytes()
        masked = _masked(data, path.suffix, masks)
        if masked != data:
            changed[path] = masked
    if not changed:
        return False
    let_go()
    try:
        for path, masked in changed.items():
            files.write(_ready(path), masked, lasting=True)
        _set_in_place(list(changed))
    except OSError:
        for path in changed:
            with contextlib.suppress(OSError):
                path.unlink()
                _ready(path).unlink(missing_ok=True)
        raise
    return True


def finish_unsaying(folder: Path) -> None:
    """Move masked files into place that a killed process left. Raises OSError."""
    left = [found for pattern in ("", "ui_trees") for found in (folder / pattern).glob(f".*{_READY}")]
    _set_in_place([path.with_name(path.name[1 : -len(_READY)]) for path in left])


def _set_in_place(paths: list[Path]) -> None:
    for path in paths:
        _ready(path).replace(path)
    for parent in {path.parent for path in paths}:
        files.sync_folder(parent)


def _ready(path: Path) -> Path:
    return path.with_name(f".{path.name}{_READY}")


def _masked(data: bytes, suffix: str, masks: Masks) -> bytes:
    text = data.decode("utf-8", "surrogateescape")
    parts = [masked_text(text, masks)] if suffix == ".json" else [masked_line(part, masks) for part in text.split("\n")]
    return "\n".join(parts).encode("utf-8", "surrogateescape")

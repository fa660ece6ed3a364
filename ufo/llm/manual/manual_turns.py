"""The folder through which a person, a script or another program answers the turns of a run (docs/by-hand.md).

Each turn is a folder of its own, `0001` and so on, which appears complete: `prompt.md` (the messages in order), the pictures,
`schema.json` and `turn.json`. It is answered by a file `answer` in it.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ufo.errors import ConfigError
from ufo.faults import of_system
from ufo.llm.provider import Turn
from ufo.llm.response_schema import response_schema
from ufo.platform.locks import lock_file
from ufo.platform.proc import process_facts
from ufo.schema.message import ImagePart, Message, TextPart
from ufo.schema.picture import Picture
from ufo.secrets import files

ANSWER, TURN, PROMPT, SCHEMA, WITHDRAWN = "answer", "turn.json", "prompt.md", "schema.json", "withdrawn"
_LOCK = ".run"
_LOOKED_S, _TICK_S = 2.0, 0.01
"""Whoever looks for a run holds the lock for a moment, which is no run."""
_KINDS = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp"}


class Claim:
    """One run's claim on a folder. It ends with `release`, or with the process, however that ends."""

    def __init__(self, root: Path) -> None:
        """Claim the folder; create it where it is missing. Raises ConfigError where it cannot be used or another run has it."""
        self.root = root
        try:
            files.make_folder(root)
            file = files.append(root / _LOCK)
        except OSError as error:
            raise ConfigError(
                f"turns cannot be put into {str(root)!r}: {of_system(error)}; choose another folder (`model.name`)"
            ) from error
        until = time.monotonic() + _LOOKED_S
        while not _takes_lock(file):
            if time.monotonic() > until:
                file.close()
                raise ConfigError(
                    f"another run puts its turns into {str(root)!r}; give this one a folder of its own (hand:OTHER_FOLDER)"
                )
            time.sleep(_TICK_S)
        self._file: IO[str] | None = file
        try:
            file.truncate(0)
            file.write(json.dumps({"pid": os.getpid(), "first": _last(root) + 1}))
            file.flush()
        except OSError as error:
            self.release()
            raise ConfigError(f"turns cannot be put into {str(root)!r}: {of_system(error)}; free space") from error

    def release(self) -> None:
        if self._file is not None:
            # What could not be written is told by the write itself.
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What is told of a turn beside its messages. `count`: the how manyth question of the run it is. `earlier`: the folders
    that this run asked before. `repairs`: the folder whose answer could not be used, "" where this is no repair.
    """

    count: int
    earlier: tuple[str, ...] = ()
    repairs: str = ""


def lay_out(root: Path, turn: Turn, asked: Asked) -> tuple[Path, int]:
    """Write a turn's folder and return it with the number of its characters. It appears complete or not at all.

    Raises OSError.
    """
    folder = root / f"{_last(root) + 1:04d}"
    partial = root / f".{folder.name}.part"
    shutil.rmtree(partial, ignore_errors=True)
    try:
        files.make_folder(partial)
        written = _Written(partial)
        schema = json.dumps(response_schema(turn), indent=1, ensure_ascii=False)
        text = "\n".join([*(written.message(message) for message in turn.messages), *_repairs(turn), _how(folder)])
        files.write(partial / PROMPT, _utf8(text))
        files.write(partial / SCHEMA, _utf8(schema))
        # The schema is told compactly to a model, so its indentation does not count.
        characters = len(text) + len(json.dumps(json.loads(schema), ensure_ascii=False))
        told = {
            "agent": turn.agent,
            "step": asked.count,
            "request": turn.inputs.request,
            "subtask": getattr(turn.inputs, "subtask", ""),
            "statuses": list(turn.inputs.statuses),
            "pictures": written.pictures,
            "characters": characters,
            "earlier": list(asked.earlier),
            "repairs": asked.repairs,
            "error": turn.repairs[-1][1] if turn.repairs else "",
            "asked": time.time(),
        }
        files.write(partial / TURN, _utf8(json.dumps(told, indent=1, ensure_ascii=False)))
        partial.rename(folder)
    except OSError:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    return folder, characters


class _Written:
    """The pictures of a turn as they are written, each told where it stands in the messages."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.pictures: list[dict[str, object]] = []

    def message(self, message: Message) -> str:
        parts = [part.text if isinstance(part, TextPart) else self._picture(part) for part in message.parts]
        return "\n".join([f"# {message.role}", "", *parts, ""])

    def _picture(self, part: ImagePart) -> str:
        picture: Picture = part.picture
        name = f"picture{len(self.pictures) + 1}.{_KINDS.get(picture.mime, 'bin')}"
        files.write(self._folder / name, picture.data)
        rect = picture.rect
        frame = {"x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height}
        self.pictures.append({"file": name, "caption": part.caption, "frame": frame})
        shown = f"shows the {rect.width} x {rect.height} pixels of the screen at {rect.x}, {rect.y}"
        return f"[{name}: {part.caption or 'a picture'}; {shown}]"


def _repairs(turn: Turn) -> Iterable[str]:
    for answer, error in turn.repairs:
        yield f"# assistant\n\n{answer.strip() or '(nothing)'}\n"
        yield f"# user\n\nThat answer cannot be used: {error}. Answer again, with one JSON object.\n"


def _how(folder: Path) -> str:
    return f"# answer\n\nOne JSON object that fits {SCHEMA}, in the file {ANSWER!r} here, or: ufo hand answer {folder} FILE\n"


def turns(root: Path) -> list[Path]:
    """Return the folders of all turns, oldest first. Raises ConfigError where the folder cannot be read."""
    try:
        found = [folder for folder in root.iterdir() if folder.name.isdecimal() and folder.is_dir()]
    except OSError as error:
        raise ConfigError(f"{str(root)!r} cannot be read: {of_system(error)}; name the folder of `hand:`") from error
    return sorted(found, key=lambda folder: int(folder.name))


def awaited(root: Path) -> Path | None:
    """Return the turn that a run waits with, or None. What a run left behind that has ended is none."""
    first = _first_of_running(root)
    newest = turns(root)[-1:]
    if first is None or not newest or int(newest[0].name) < first:
        return None
    return newest[0] if is_open(newest[0]) else None


def is_claimed(root: Path) -> bool:
    """Tell whether a run puts its turns into the folder."""
    try:
        with (root / _LOCK).open(encoding="utf-8") as file:
            return not _takes_lock(file, shared=True)
    except OSError:
        return False


def has_ended(root: Path) -> bool:
    """Tell whether the process that claimed the folder last claims it no more and is gone: a run claims its folder once to try
    its model and once more when it begins.
    """
    if is_claimed(root):
        return False
    try:
        pid = int(json.loads((root / _LOCK).read_text(encoding="utf-8"))["pid"])
    except (OSError, ValueError, KeyError):
        return True
    return process_facts(pid) is None


def is_open(folder: Path) -> bool:
    """Return whether a turn has neither an answer nor been withdrawn."""
    return not any((folder / name).exists() for name in (ANSWER, WITHDRAWN))


def _takes_lock(file: IO[str], *, shared: bool = False) -> bool:
    """Lock the file until it is closed, and tell whether that was possible."""
    try:
        lock_file(file.fileno(), shared=shared)
    except OSError:
        return False
    return True


def _first_of_running(root: Path) -> int | None:
    """Return the first turn of the run that has claimed the folder, or None where no run has or it has not said yet."""
    try:
        with (root / _LOCK).open(encoding="utf-8") as file:
            return None if _takes_lock(file, shared=True) else int(json.loads(file.read())["first"])
    except (OSError, ValueError, KeyError):
        return None


def _last(root: Path) -> int:
    return max((int(turn.name) for turn in turns(root)), default=0)


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")

"""A provider whose turns are answered by hand: each is put into a folder and waits there for its answer."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ufo.config.settings import ModelSettings
from ufo.errors import ModelUnavailable
from ufo.faults import of_system
from ufo.llm.json_answer import json_object
from ufo.llm.manual.manual_turns import ANSWER, WITHDRAWN, Asked, Claim, lay_out
from ufo.llm.provider import Completion, Turn
from ufo.platform import open_flags
from ufo.platform.locks import is_open_for_writing
from ufo.schema.message import ImagePart
from ufo.schema.usage import Usage

_TICK_S = 0.1
_CHARACTERS_A_TOKEN, _TOKENS_A_PICTURE = 4, 1000
MOST_BYTES = 1 << 20
SETTLED_S = 2.0
"""How long a file that holds no JSON object must stay as it is until it counts as whole, in seconds."""


class ManualProvider:
    """Puts turns into `root` and waits for answers as long as the run does. `tell` is called with what is waited for."""

    def __init__(self, root: Path, settings: ModelSettings, tell: Callable[[str], None]) -> None:
        """Claim the folder. Raises ConfigError where it cannot be used or another run has it."""
        self._claim = Claim(root)
        self._root = root
        self._settings = settings
        self._tell = tell
        self._asked: list[str] = []
        self._questions = 0

    @property
    def name(self) -> str:
        return f"hand:{self._root}"

    @property
    def sees_pictures(self) -> bool:
        return self._settings.visual_mode

    async def complete(self, turn: Turn) -> Completion:
        """Return the answer that was written. Its tokens are estimated: four characters each, a thousand a picture.

        Raises ModelUnavailable where the turn cannot be written, its folder is gone, or `model.timeout_s` is over.
        """
        self._questions += not turn.repairs
        repairs = self._asked[-1] if turn.repairs and self._asked else ""
        asked = Asked(self._questions, tuple(self._asked), repairs)
        began = time.monotonic()
        laying = asyncio.ensure_future(asyncio.to_thread(lay_out, self._root, turn, asked))
        try:
            folder, characters = await asyncio.shield(laying)
        except asyncio.CancelledError:
            # The files are written by a thread, which cannot be stopped; nobody may find a turn there afterwards.
            with contextlib.suppress(OSError):
                _withdraw((await laying)[0])
            raise
        except OSError as error:
            raise ModelUnavailable(
                f"the turn cannot be written into {str(self._root)!r}: {of_system(error)}; free space or mend the folder"
            ) from error
        self._asked.append(folder.name)
        self._tell(f"waiting for an answer in {folder}")
        try:
            async with asyncio.timeout(self._settings.timeout_s):
                text = await self._answer(folder)
        except TimeoutError as error:
            _withdraw(folder)
            raise ModelUnavailable(
                f"nobody answered {folder} within {self._settings.timeout_s:g} s; raise `model.timeout_s` or leave it out"
            ) from error
        except asyncio.CancelledError:
            _withdraw(folder)
            raise
        pictures = sum(isinstance(part, ImagePart) for message in turn.messages for part in message.parts)
        usage = Usage(
            model_calls=1,
            input_tokens=characters // _CHARACTERS_A_TOKEN + pictures * _TOKENS_A_PICTURE,
            output_tokens=len(text) // _CHARACTERS_A_TOKEN,
        )
        return Completion(text, usage, self.name, time.monotonic() - began)

    async def close(self) -> None:
        self._claim.release()

    async def _answer(self, folder: Path) -> str:
        answer = AnswerFile(folder / ANSWER)
        while True:
            try:
                text = answer.take()
            except OSError as error:
                raise ModelUnavailable(f"the answer in {folder} cannot be read: {of_system(error)}") from error
            if text is not None:
                return text
            if not await asyncio.to_thread(folder.is_dir):
                raise ModelUnavailable(f"{folder} was removed while its answer was awaited; run the request again")
            await asyncio.sleep(_TICK_S)


def _withdraw(folder: Path) -> None:
    """Mark a turn as one that nobody waits for any more."""
    with contextlib.suppress(OSError):
        (folder / WITHDRAWN).touch()


@dataclass(slots=True)
class AnswerFile:
    """The file that an answer is awaited in. `settled_s`: how long an unusable one must stay unchanged."""

    path: Path
    settled_s: float = SETTLED_S
    _seen: tuple[int, int] | None = None
    _since: float = 0.0

    def take(self) -> str | None:
        """Return the answer, or None as long as it is not there, not whole, or still open for writing.

        What holds one JSON object is whole; anything else is, once it has stayed the same for a while, so that a wrong answer
        is told as wrong. Raises OSError where it cannot be read.
        """
        try:
            handle = os.open(self.path, os.O_RDONLY | open_flags.NONBLOCK | open_flags.CLOEXEC | open_flags.BINARY)
        except FileNotFoundError:
            self._seen = None
            return None
        try:
            return self._read(handle)
        finally:
            os.close(handle)

    def _read(self, handle: int) -> str | None:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode):
            raise OSError(errno.EINVAL, "it is no ordinary file", str(self.path))
        # Where that cannot be told, the file counts by what it holds.
        if is_open_for_writing(handle):
            self._seen = None
            return None
        seen = (state.st_size, state.st_mtime_ns)
        if seen != self._seen:
            self._seen, self._since = seen, time.monotonic()
        text = os.read(handle, MOST_BYTES + 1).decode("utf-8", "replace")
        if len(text) > MOST_BYTES:
            return f"(longer than {MOST_BYTES} bytes)"
        return text if _is_whole(text) or time.monotonic() - self._since >= self.settled_s else None


def _is_whole(text: str) -> bool:
    try:
        json_object(text)
    except ValueError:
        return False
    return True

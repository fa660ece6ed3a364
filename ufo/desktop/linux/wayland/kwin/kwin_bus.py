"""A connection to KWin over the session bus, and scripts that run inside of KWin.

KWin answers no question about windows over D-Bus. A script may ask anything, and may call a name on the bus: ours.
"""

from __future__ import annotations

import contextlib
import json
import queue
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dbus_fast import Message, MessageType

from ufo.desktop.linux.wayland.session_bus import Answer, Named, NotThere, Refused, SessionBus
from ufo.errors import DesktopError, DesktopUnavailable
from ufo.platform.scratch import scratch

KWIN = "org.kde.KWin"
_ANSWER_S = 8.0
_SCRIPTING = Named(KWIN, "/Scripting", "org.kde.kwin.Scripting")
_SCRIPT_PATHS = ("/Scripting/Script{}", "/{}")
"""Where KWin puts a loaded script: Plasma 6, and 5."""


class KWinBus(SessionBus):
    """Every method raises DesktopUnavailable where KWin or the bus is gone or does not answer in time. What scripts tell is for
    one thread.
    """

    asked = "KWin"

    def __init__(self, address: str) -> None:
        self._holds = contextlib.ExitStack()
        self._heard: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
        super().__init__(address)
        self.answer_calls(self._hear)
        self._folder = self._holds.enter_context(scratch())

    def close(self) -> None:
        super().close()
        self._holds.close()

    def call(
        self,
        to: Named,
        member: str,
        signature: str = "",
        *values: Any,
        within_s: float = _ANSWER_S,
        files: Sequence[int] = (),
    ) -> Answer:
        try:
            return super().call(to, member, signature, *values, within_s=within_s, files=files)
        except NotThere as error:
            raise DesktopUnavailable(f"{error}; KWin may have ended, or be starting again") from error

    def run_script(self, text: str, values: Mapping[str, str]) -> Mapping[str, Any]:
        """Run a script that finds `values` in UFO, until it has told something, and unload it. Raises DesktopError where the
        script failed.
        """
        with self.loaded(text, values) as token:
            text_told = self.next_told(token)
        if text_told is None:
            raise DesktopUnavailable(f"KWin ran no script within {_ANSWER_S:g} s; see whether it is stopped")
        told = json.loads(text_told)
        if not isinstance(told, dict):
            raise DesktopUnavailable(f"KWin told {str(told)[:80]!r}")
        if "error" in told:
            raise DesktopError(f"KWin could not do that: {told['error']}")
        return told

    @contextlib.contextmanager
    def loaded(self, text: str, values: Mapping[str, str]) -> Iterator[str]:
        """Have a script run in KWin meanwhile, and yield the token under which it tells."""
        token = secrets.token_hex(8)
        file = self._folder / f"{token}.js"
        file.write_text(f"var UFO = {json.dumps({**values, 'to': self.unique_name, 'token': token})};\n{text}")
        try:
            number = self.call(_SCRIPTING, "loadScript", "ss", str(file), f"ufo-{token}").values[0]
            self._begin(number)
            yield token
        finally:
            with contextlib.suppress(DesktopError):
                self.call(_SCRIPTING, "unloadScript", "s", f"ufo-{token}")
            file.unlink()

    def next_told(self, token: str, within_s: float = _ANSWER_S) -> str | None:
        """Return the next that the script of this token tells, None where nothing comes in time. What others told is dropped:
        nobody waits for it any more.
        """
        deadline = time.monotonic() + within_s
        with contextlib.suppress(queue.Empty):
            while True:
                whose, text = self._heard.get(timeout=max(0.0, deadline - time.monotonic()))
                if whose == token:
                    return text
        return None

    def _begin(self, number: int) -> None:
        first, last = (Named(KWIN, path.format(number), "org.kde.kwin.Script") for path in _SCRIPT_PATHS)
        try:
            self.call(first, "run")
        except Refused:
            self.call(last, "run")

    def _hear(self, message: Message) -> Message | None:
        if message.message_type is not MessageType.METHOD_CALL or message.member != "Told":
            return None
        if message.signature == "ss":
            self._heard.put_nowait((message.body[0], message.body[1]))
        return Message.new_method_return(message)

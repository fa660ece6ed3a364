"""The token by which the portal remembers that the person said yes. Whoever has it is asked nothing, so it is theirs alone."""

from __future__ import annotations

import contextlib
import logging
import re
from pathlib import Path

from ufo.platform.state_folder import state_folder
from ufo.secrets import files

_log = logging.getLogger(__name__)
_NAME = "portal-token"
_TOKEN = re.compile(r"[\w.:-]{1,200}")


class RestoreToken:
    """Kept in a file of mode 600, by default in the state folder. The portal takes each token once."""

    def __init__(self, folder: Path | None = None) -> None:
        self._path = (folder or state_folder().expanduser()) / _NAME

    def taken(self) -> str:
        """Return the token, and forget it; "" where there is none."""
        with contextlib.suppress(OSError, UnicodeDecodeError):
            token = self._path.read_text(encoding="ascii").strip()
            self._path.unlink()
            return token if _TOKEN.fullmatch(token) else ""
        return ""

    def keep(self, token: object) -> None:
        """Keep what the portal gave, where that is a token. Without it the person is asked the next time again."""
        if not isinstance(token, str) or not _TOKEN.fullmatch(token):
            return
        try:
            files.make_folder(self._path.parent)
            files.write(self._path, token.encode("ascii"))
        except OSError as error:
            _log.warning("the desktop will ask again at the next run: %s cannot be written (%s)", self._path, error)

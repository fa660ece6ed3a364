"""The token that a client of the server over HTTP shows, and the check of it: RFC 6750, "The Authorization Request Header Field".

Every program of every user of this machine reaches a port on loopback; a file of this user's alone tells theirs apart.
"""

from __future__ import annotations

import secrets
from hmac import compare_digest
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ufo.errors import ConfigError
from ufo.faults import of_system
from ufo.platform.state_folder import state_folder
from ufo.secrets import files

_BYTES, _SHORTEST = 32, 32
_SCHEME = "bearer "


def token_file() -> Path:
    return state_folder().expanduser() / "mcp-token"


def kept_token(*, new: bool = False) -> str:
    """Return the token of this user, made at the first call and kept in a file that only they can read; with `new`, another one
    in its place. Raises ConfigError where the file cannot be used.
    """
    path = token_file()
    try:
        if not new and path.is_file():
            return _checked(path)
        files.make_folder(path.parent)
        token = secrets.token_urlsafe(_BYTES)
        files.write(path, f"{token}\n".encode())
    except OSError as error:
        raise ConfigError(f"the token {str(path)!r} cannot be kept: {of_system(error)}; correct its rights") from error
    return token


def _checked(path: Path) -> str:
    if files.open_to_others([path]):
        raise ConfigError(f"others may read the token {str(path)!r}; make another one with --new-token")
    token = path.read_text(encoding="utf-8", errors="replace").strip()
    if len(token) < _SHORTEST or not token.isascii():
        raise ConfigError(f"{str(path)!r} holds no token; make another one with --new-token")
    return token


class BearerOnly:
    """An application that answers 401 to every request without the token, before anything of its body is read."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._shows_it(Headers(scope=scope).get("authorization", "")):
            await self._app(scope, receive, send)
            return
        says = {"WWW-Authenticate": "Bearer", "Connection": "close"}
        await PlainTextResponse("a token is missing or wrong\n", 401, says)(scope, receive, send)

    def _shows_it(self, said: str) -> bool:
        given = said[len(_SCHEME) :].strip() if said.lower().startswith(_SCHEME) else ""
        return compare_digest(given.encode("utf-8", "replace"), self._token)

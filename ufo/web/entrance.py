"""Who may come in: a link that works once, and the cookie that it is exchanged for.

Only hashes are kept, in a file that is the person's alone, so that a page goes on working when its server is started again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ufo.config.files import require_own
from ufo.config.own_file import write_own
from ufo.errors import ConfigError
from ufo.platform.state_folder import state_folder

LINK_S = 15 * 60.0
"""How long a link that nobody used can be used."""
STAY_S = 30 * 86400.0
MOST_GUESSES = 10
GUESSES_S = 60.0
_MOST_LINKS, _MOST_STAYS = 8, 32
_NAME = "page"


class Stay(BaseModel):
    """A browser that came in. `until`: seconds since 1970."""

    model_config = ConfigDict(frozen=True)

    digest: str
    until: float


class Served(BaseModel):
    """What is kept between two servers. `key` asks the running one for a new link."""

    model_config = ConfigDict(frozen=True)

    port: int = Field(ge=1, le=65535)
    key: str = Field(repr=False)
    stays: tuple[Stay, ...] = ()


class TooManyGuesses(Exception):
    """Nobody may try another link for `wait_s` seconds."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"too many wrong links; wait {wait_s:.0f} seconds")
        self.wait_s = wait_s


def served_file() -> Path:
    return state_folder().expanduser() / "page.json"


def read_served() -> Served | None:
    """Return what the last server kept; None where there was none. Raises ConfigError for a file that others may write."""
    path = served_file()
    if not path.exists():
        return None
    require_own(path)
    try:
        kept = _Kept.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        # It holds nothing but what a new link replaces.
        return None
    return kept.page


class _Kept(BaseModel):
    page: Served


class Entrance:
    """The links and the stays of one server. `now`: seconds since 1970."""

    def __init__(self, port: int, earlier: Served | None = None, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._links: dict[str, float] = {}
        self._wrong: deque[float] = deque(maxlen=MOST_GUESSES)
        self._served = Served(port=port, key=secrets.token_urlsafe(32), stays=earlier.stays if earlier else ())

    @property
    def cookie(self) -> str:
        """The cookie's name. Cookies of one host are sent to all of its ports, so that each port needs a name of its own."""
        return f"ufo-{self._served.port}"

    def keep(self) -> None:
        """Write what the next server needs. Raises ConfigError."""
        write_own(served_file(), {_NAME: self._served})

    def new_link(self) -> str:
        """Return the secret of a link that works once."""
        now = self._now()
        self._links = {digest: until for digest, until in self._links.items() if until > now}
        while len(self._links) >= _MOST_LINKS:
            self._links.pop(next(iter(self._links)))
        token = secrets.token_urlsafe(24)
        self._links[_digest(token)] = now + LINK_S
        return token

    def is_key(self, key: str) -> bool:
        """Tell whether somebody read the person's own file."""
        return self._guarded(hmac.compare_digest(_digest(key), _digest(self._served.key)))

    def enter(self, token: str) -> str | None:
        """Exchange a link's secret for a cookie's value; None for a wrong, used or old one. Raises TooManyGuesses."""
        digest, now = _digest(token), self._now()
        found = [known for known, until in self._links.items() if hmac.compare_digest(known, digest) and until > now]
        if not self._guarded(bool(found)):
            return None
        del self._links[found[0]]
        value = secrets.token_urlsafe(32)
        stays = [stay for stay in self._served.stays if stay.until > now][1 - _MOST_STAYS :]
        stays.append(Stay(digest=_digest(value), until=now + STAY_S))
        self._served = self._served.model_copy(update={"stays": tuple(stays)})
        self.keep()
        return value

    def knows(self, value: str) -> bool:
        """Tell whether a cookie's value is of a browser that came in."""
        digest, now = _digest(value), self._now()
        return any([hmac.compare_digest(stay.digest, digest) and stay.until > now for stay in self._served.stays])

    def leave(self, value: str) -> None:
        """Let a browser in no longer. Raises ConfigError where that cannot be kept."""
        stays = tuple(stay for stay in self._served.stays if stay.digest != _digest(value))
        self._served = self._served.model_copy(update={"stays": stays})
        self.keep()

    def _guarded(self, is_right: bool) -> bool:
        now = self._now()
        if len(self._wrong) == MOST_GUESSES and now - self._wrong[0] < GUESSES_S:
            raise TooManyGuesses(GUESSES_S - (now - self._wrong[0]))
        if not is_right:
            self._wrong.append(now)
        return is_right


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def link(port: int, token: str, then: str = "/") -> str:
    """Return the address of a link. The secret stands behind `#`, which a browser sends to nobody."""
    return f"http://127.0.0.1:{port}/enter#{token}{then if then != '/' else ''}"


def require_served() -> Served:
    """Return what the last server kept. Raises ConfigError where there was none."""
    served = read_served()
    if served is None:
        raise ConfigError("no page is served; start it with: ufo serve")
    return served

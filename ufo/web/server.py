"""The server of the page: loopback alone, a port of the person's or any, and an end that waits for nobody."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Callable, Iterator

import uvicorn

from ufo.errors import ConfigError
from ufo.web.application import Offer, application
from ufo.web.entrance import Entrance, Served
from ufo.web.http_bounds import IDLE_S, MOST_CONNECTIONS, MOST_HEAD, PromptProtocol

MOST_MESSAGE = 512 * 1024
"""The bytes of one message of a page over a WebSocket."""


class _Server(uvicorn.Server):
    """Leaves signals to the command, and ends where nobody was connected for `unused_s` seconds."""

    def __init__(self, config: uvicorn.Config, unused_s: float | None) -> None:
        super().__init__(config)
        self._unused_s = unused_s
        self._used = time.monotonic()

    async def on_tick(self, counter: int) -> bool:
        if self.server_state.connections or self.server_state.tasks:
            self._used = time.monotonic()
        is_unused = self._unused_s is not None and time.monotonic() - self._used > self._unused_s
        return is_unused or await super().on_tick(counter)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def listen(port: int, last: int = 0) -> tuple[socket.socket, ...]:
    """Listen on 127.0.0.1, and on ::1 where there is one. `port`: 0 for `last`, if it is free, or any. Raises ConfigError."""
    for candidate in dict.fromkeys((port,) if port else (last, 0)):
        try:
            main = socket.create_server(("127.0.0.1", candidate), backlog=128)
        except OSError as error:
            if port:
                raise ConfigError(
                    f"port {port} cannot be used: {error.strerror}; choose another one with --port, or leave it out"
                ) from error
            continue
        return (main, *_also_v6(main.getsockname()[1]))
    raise ConfigError("no port of 127.0.0.1 can be used; see whether this machine has a loopback interface: ip address")


def _also_v6(port: int) -> tuple[socket.socket, ...]:
    with contextlib.suppress(OSError):
        return (socket.create_server(("::1", port), family=socket.AF_INET6, backlog=128),)
    return ()


async def serve(
    sockets: tuple[socket.socket, ...],
    offer: Offer,
    earlier: Served | None,
    told: Callable[[Entrance], None],
    unused_s: float | None = None,
) -> None:
    """Serve until this task is cancelled, or nobody was there for `unused_s` seconds. `told` is called once everything is
    ready to be opened. Raises ConfigError.
    """
    port = sockets[0].getsockname()[1]
    entrance = Entrance(port, earlier)
    entrance.keep()
    config = uvicorn.Config(
        application(offer, entrance, port),
        http=PromptProtocol,
        ws="websockets-sansio",
        ws_max_size=MOST_MESSAGE,
        h11_max_incomplete_event_size=MOST_HEAD,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=IDLE_S,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
    )
    # It listens already: whoever comes before the server is ready waits.
    told(entrance)
    await _Server(config, unused_s).serve(list(sockets))

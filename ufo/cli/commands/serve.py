"""`ufo serve`: the page on which runs are watched, steered, started and looked back at."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import select
import subprocess
import webbrowser
from collections.abc import Awaitable
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from ufo.cli.output import print_answer, print_remark
from ufo.cli.process.exit_deadline import Leaving
from ufo.cli.settings import command_settings
from ufo.errors import ConfigError
from ufo.platform.loop_signals import stopping
from ufo.platform.process_groups import OWN_SESSION
from ufo.schedules.messages.tell import Message, tell
from ufo.secrets.secret_resolver import SecretStore
from ufo.web.application import Offer
from ufo.web.command_answers import UFO, own_environment
from ufo.web.entrance import Entrance, Served, link, read_served, require_served
from ufo.web.server import listen, serve

_ANSWER_S, _LEAVING_S, _START_S = 5.0, 0.5, 30.0
UNUSED_S = 1800.0
"""How long a page that `ufo run --watch` started stays after the last browser has left it."""


_MOST_ANSWER = 4096


class _Told(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    link: str


def run(port: int, opened: bool, only_link: bool, log_dir: Path | None, as_json: bool, unused_s: float | None) -> int:
    """Serve until stopped, or for `unused_s` seconds without a browser. Where a page is served already, tell a new link of it.
    Raises ConfigError.
    """
    served = require_served() if only_link else read_served()
    known = new_link(served) if served is not None else None
    if known is not None and served is not None:
        if port not in (0, served.port):
            raise ConfigError(f"a page is served already, on port {served.port}; end it first, or leave --port out")
        _tell(known, served.port, opened and not only_link, as_json)
        return 0
    if only_link:
        raise ConfigError("no page is served; start it with: ufo serve")
    sockets = listen(port, served.port if served is not None else 0)

    def told(entrance: Entrance) -> None:
        own_port = sockets[0].getsockname()[1]
        _tell(link(own_port, entrance.new_link()), own_port, opened, as_json)

    leaving = Leaving()
    settings = command_settings(log_dir=log_dir)

    async def tell_person(title: str, text: str) -> None:
        for line in await tell(Message(title, text), settings.notify, SecretStore(settings.secrets), os.environ):
            print_remark(line)

    serving = serve(sockets, Offer(settings.log_dir, settings.page, tell_person), served, told, unused_s)
    try:
        return asyncio.run(_until_stopped(serving, leaving))
    finally:
        leaving.stay()


async def _until_stopped(serving: Awaitable[None], leaving: Leaving) -> int:
    with stopping(lambda: os._exit(0)), contextlib.suppress(asyncio.CancelledError):
        await serving
    # Pages that listen hold their connections open; nothing of theirs has to be finished.
    leaving.within(_LEAVING_S, lambda: 0)
    return 0


def new_link(served: Served) -> str | None:
    """Ask the server that runs for a new link; None where none answers."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=_ANSWER_S)
    headers = {"content-type": "application/json", "origin": f"http://127.0.0.1:{served.port}"}
    try:
        connection.request("POST", "/link", json.dumps({"token": served.key}), headers)
        answer = connection.getresponse()
        told = _Told.model_validate_json(answer.read(_MOST_ANSWER))
    except (OSError, http.client.HTTPException, ValidationError):
        # Nobody listens there, or another program does.
        return None
    finally:
        connection.close()
    return told.link if answer.status == http.HTTPStatus.OK else None


def show_run(run: Path) -> None:
    """Open a run in the browser, on the page that is served or on one that is started for it. Raises ConfigError."""
    served = read_served()
    known = new_link(served) if served is not None else None
    address = f"{known or _started(run.parent)}/runs/{run.name}"
    if not webbrowser.open(address):
        raise ConfigError(f"no browser could be started; open {address} in one")


def _started(runs: Path) -> str:
    """Start a page in the background, which ends some time after it was looked at last, and return a link to it."""
    command = [*UFO, "serve", "--no-open", "--json", f"--log-dir={runs}", f"--unused={UNUSED_S}"]
    child = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=own_environment(),
        text=True,
        **OWN_SESSION,
    )
    if child.stdout is None or not select.select([child.stdout], [], [], _START_S)[0]:
        child.kill()
        raise ConfigError("the page did not start in time; start it in another terminal: ufo serve")
    try:
        return _Told.model_validate_json(child.stdout.readline()).link
    except ValidationError as error:
        raise ConfigError("the page could not be started; see why with: ufo serve") from error


def _tell(address: str, port: int, opened: bool, as_json: bool) -> None:
    print_answer(
        as_json,
        {"link": address, "port": port},
        f"The page: {address}\nThe link works once; another one: ufo serve --link",
    )
    if opened and not webbrowser.open(address):
        print_remark("no browser could be started; open the link in one")

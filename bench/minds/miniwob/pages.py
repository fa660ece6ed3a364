"""The MiniWoB++ pages whose names begin with a to e, as the package `miniwob` brings them, and a server that shows one.

Each page's random numbers begin with the seed, its time limit is lifted (its clock goes on ticking), it begins without its
START button, and it tells the server its instruction and its reward. Nothing else of it is changed."""

from __future__ import annotations

import mimetypes
import site
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.minds.local_server import Answer, LocalServer

SEED = 3
_CORE = '<script src="../core/core.js"></script>'
_LIMIT_MS = 86_400_000
_HARNESS = f"""{_CORE}<style>#reward-display .info:nth-child(-n+2){{display:none}}</style><script>(() => {{
Object.defineProperty(core, 'EPISODE_MAX_TIME', {{get: () => {_LIMIT_MS}, set: () => {{}}}});
const tell = (path, what) => navigator.sendBeacon(path, JSON.stringify(what));
const start = core.startEpisode, begin = core.startEpisodeReal, end = core.endEpisode;
let begun = false;
core.startEpisodeReal = () => {{
  begin();
  const asked = core.getUtterance(); tell('/instruction', {{text: asked.utterance || asked}});
}};
core.startEpisode = () => {{ start(); if (begun) return; begun = true; Math.seedrandom({SEED}); core.startEpisodeReal(); }};
core.endEpisode = (reward, timed, reason) => {{
  if (core.EP_TIMER === null) return;
  end(reward, timed, reason); tell('/reward', {{reward: WOB_RAW_REWARD_GLOBAL}});
}};
}})();</script>"""


class NoPages(Exception):
    """The package is not there."""


def html_folder(places: Sequence[str] = ()) -> Path:
    """Return the folder of the pages, which the package has below one of the places, this Python's without any. Raises NoPages
    with the next move."""
    folders = (Path(place) / "miniwob" / "html" for place in places or (*site.getsitepackages(), *sys.path) if place)
    found = next((folder for folder in folders if (folder / "core" / "core.js").is_file()), None)
    if found is None:
        raise NoPages("the MiniWoB++ pages are not installed; run `make setup-minds` to get them")
    return found


def serve_page(name: str, folder: Path, script: str = "") -> LocalServer:
    """Serve one page at `/miniwob/NAME.html` and what it loads. `script` runs at its end. Raises NoPages."""
    html = html_folder().resolve()
    page = f"/miniwob/{name}.html"

    def answer(path: str) -> Answer | None:
        if path == page:
            return "text/html; charset=utf-8", _shown(html / page[1:], script)
        file = (html / path.lstrip("/")).resolve()
        if not file.is_relative_to(html) or file.is_relative_to(html / "miniwob") or not file.is_file():
            return None
        return mimetypes.guess_type(file.name)[0] or "application/octet-stream", file.read_bytes()

    return LocalServer(folder, answer)


def _shown(file: Path, script: str) -> bytes:
    text = file.read_text(encoding="utf-8")
    if _CORE not in text:
        raise ValueError(f"{file.name} does not load core.js as the other pages do; leave it out of the instructions")
    text = text.replace(_CORE, _HARNESS, 1)
    return (f"{text}<script>{script}</script>" if script else text).encode()

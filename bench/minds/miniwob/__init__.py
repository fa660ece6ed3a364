"""The pages as tasks: each request is the page's own instruction, each verdict the page's own reward."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from bench.minds.local_server import LocalServer, told
from bench.minds.miniwob.pages import html_folder, serve_page
from bench.minds.task import Place, Task, Verdict

_INSTRUCTIONS: dict[str, str] = json.loads(Path(__file__).with_name("instructions.json").read_text(encoding="utf-8"))
_RIGHT = 1.0
_GRADED = {
    "bisect-angle": 0.5,
    "chase-circle": 0.5,
    "circle-center": 0.5,
    "draw-circle": 0.5,
    "draw-line": 0.8,
    "button-delay": 0.6,
}
"""Pages that measure how well it was done, where nobody does it perfectly, with the reward that is enough. Everywhere else a part
of the reward is a mistake."""
_TWO_LOOKS = (
    "button-delay",
    "book-flight",
    "buy-ticket",
    "choose-date",
    "click-collapsible",
    "click-menu",
    "click-tab-2",
    "daily-calendar",
    "email-inbox",
    "click-scroll-list",
    "drag-cube",
)
"""Names that begin so are of pages that show the second half of what is to be worked only after the first."""


def _serve(name: str, folder: Path) -> LocalServer:
    return serve_page(name, folder)


def _prepare(place: Place) -> None:
    html_folder()


def _judge(enough: float, place: Place, answer: str) -> Verdict:
    rewards = [record["reward"] for record in told(place.folder, "/reward")]
    if not rewards:
        return Verdict(False, "the page gave no reward: it was not done to the end")
    reward = float(str(rewards[0]))
    return Verdict(reward >= enough, f"the page's reward is {reward:g}")


def _task(name: str) -> Task:
    return Task(
        name=f"miniwob-{name}",
        request=f"On the page that is open in Chromium: {_INSTRUCTIONS[name]}",
        needs=("chromium",),
        prepare=_prepare,
        judge=partial(_judge, _GRADED.get(name, _RIGHT)),
        opens=("chromium", f"http://127.0.0.1:{{port}}/miniwob/{name}.html"),
        careful_calls=3 if name.startswith(_TWO_LOOKS) else 2,
        serve=partial(_serve, name),
        backend="bench.drawn.desktop:BACKEND",
    )


TASKS: tuple[Task, ...] = tuple(_task(name) for name in _INSTRUCTIONS)

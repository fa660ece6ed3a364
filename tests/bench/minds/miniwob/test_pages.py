from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from bench.measured_desktop import MeasuredDesktop
from bench.minds.miniwob import TASKS
from bench.minds.miniwob.pages import NoPages, html_folder, serve_page
from bench.minds.miniwob.record import first_told, instruction_of
from bench.minds.task import Place, Task, Verdict
from tests.needs import needs
from ufo.desktop.values import Launch

try:
    html_folder()
    _there = True
except NoPages:
    _there = False
_needs_pages = pytest.mark.skipif(not _there, reason="the MiniWoB++ pages are not installed: make setup-minds")
_needs_browser = needs("chromium")

_BY_NAME = {task.name.removeprefix("miniwob-"): task for task in TASKS}
_CLICKS: Mapping[str, tuple[str, str]] = {
    # What solves a page, and what is a mistake in it; `at` gives the first that says so.
    "click-button": ("at('button', 'no').click()", "[...all('button')].find(one => one.textContent !== 'no').click()"),
    "click-test-2": ("at('button', 'ONE').click()", "at('button', 'TWO').click()"),
    "click-button-sequence": (
        "at('button', 'ONE').click(); at('button', 'TWO').click()",
        "at('button', 'TWO').click(); at('button', 'ONE').click()",
    ),
    "click-link": (
        "at('.alink', 'blandit').click()",
        "[...all('.alink')].find(one => !one.textContent.includes('blandit')).click()",
    ),
    "enter-text": ("tt.value = 'Myron'; subbtn.click()", "tt.value = 'Byron'; subbtn.click()"),
    "click-dialog": ("all('.ui-dialog-titlebar-close')[0].click()", ""),
    "click-tab": ("all('[href=\"#tabs-3\"]')[0].click()", "all('[href=\"#tabs-2\"]')[0].click()"),
}
_SCRIPT = """addEventListener('load', () => setTimeout(() => {{
const all = what => document.querySelectorAll(what);
const at = (what, words) => [...all(what)].find(one => one.textContent.trim() === words);
{clicks} }}, 50))"""


async def _shown(desktop: MeasuredDesktop, task: Task, folder: Path, clicks: str) -> Verdict:
    """Return the verdict once the page has told a reward."""
    name = task.name.removeprefix("miniwob-")
    server = serve_page(name, folder, _SCRIPT.format(clicks=clicks))
    try:
        place = Place(folder, {}, server.port)
        task.prepare(place)
        assert not task.judge(place, "").solved
        await desktop.launch(Launch(task.opens[0], (task.opens[1].format(port=server.port),)))
        await first_told(folder, "/reward")
        return task.judge(place, "")
    finally:
        server.close()


@pytest.mark.apps
@_needs_pages
@_needs_browser
@pytest.mark.parametrize(
    "name", [name if name == "click-button" else pytest.param(name, marks=pytest.mark.matrix) for name in _CLICKS]
)
async def test_a_page_rewards_what_it_asks_for(desktop: MeasuredDesktop, tmp_path: Path, name: str) -> None:
    right, _ = _CLICKS[name]
    verdict = await _shown(desktop, _BY_NAME[name], tmp_path, right)
    assert verdict.solved, verdict.why


@pytest.mark.apps
@_needs_pages
@_needs_browser
@pytest.mark.parametrize(
    "name",
    [
        name if name == "click-button" else pytest.param(name, marks=pytest.mark.matrix)
        for name, (_, wrong) in _CLICKS.items()
        if wrong
    ],
)
async def test_a_page_does_not_reward_a_wrong_click(desktop: MeasuredDesktop, tmp_path: Path, name: str) -> None:
    _, wrong = _CLICKS[name]
    verdict = await _shown(desktop, _BY_NAME[name], tmp_path, wrong)
    assert not verdict.solved and "reward is -" in verdict.why


@pytest.mark.apps
@pytest.mark.matrix
@_needs_pages
@_needs_browser
@pytest.mark.parametrize("name", _BY_NAME)
async def test_a_page_asks_what_its_request_says(desktop: MeasuredDesktop, tmp_path: Path, name: str) -> None:
    assert (await instruction_of(desktop, name, tmp_path)) in _BY_NAME[name].request


def test_the_pages_are_those_from_a_to_e() -> None:
    assert len(_BY_NAME) == 76
    assert {name[0] for name in _BY_NAME} == set("abcde")


@_needs_pages
def test_every_page_from_a_to_e_is_a_task(tmp_path: Path) -> None:
    names = {file.stem for file in (html_folder() / "miniwob").glob("[a-e]*.html")}
    assert names == set(_BY_NAME)


def test_without_the_pages_the_error_says_how_to_get_them(tmp_path: Path) -> None:
    with pytest.raises(NoPages, match="make setup-minds"):
        html_folder((str(tmp_path),))


def test_only_the_first_reward_counts_and_a_part_of_one_is_a_mistake_where_the_page_is_not_graded(
    tmp_path: Path,
) -> None:
    def judged(name: str, *rewards: float) -> bool:
        lines = [f'{{"path": "/reward", "told": "{{\\"reward\\": {reward}}}"}}' for reward in rewards]
        (tmp_path / ".server.jsonl").write_text("\n".join(lines), encoding="utf-8")
        return _BY_NAME[name].judge(Place(tmp_path, {}), "").solved

    assert judged("click-checkboxes", 1) and not judged("click-checkboxes", 0.67) and not judged("click-button", -1, 1)
    assert judged("circle-center", 0.8) and not judged("circle-center", 0.2)

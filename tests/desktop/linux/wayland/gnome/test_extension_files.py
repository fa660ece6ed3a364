"""The extension of GNOME Shell: its files, and what may be struck, tried in GNOME's own JavaScript without a shell."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.needs import needs
from ufo.desktop.linux.wayland.gnome import extension_files

_RULES = Path(extension_files.__file__).with_name("extension") / "rules.js"
needs_gjs = needs("gjs")


def _told_by(script: str, folder: Path) -> object:
    file = folder / "tried.js"
    file.write_text(f"{_RULES.read_text(encoding='utf-8')}\n{script}", encoding="utf-8")
    done = subprocess.run(["gjs", str(file)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_old_shells_get_the_old_format_and_new_ones_a_module_of_the_same_body() -> None:
    old, new = extension_files.files(43), extension_files.files(48)
    assert "imports.ui.main" in old["extension.js"] and "function init()" in old["extension.js"]
    assert "import Clutter from 'gi://Clutter'" in new["extension.js"] and "export default" in new["extension.js"]
    body = _RULES.read_text(encoding="utf-8")
    assert body in old["extension.js"] and body in new["extension.js"]
    assert json.loads(old["metadata.json"])["shell-version"] == ["42", "43", "44"]
    assert json.loads(new["metadata.json"])["shell-version"][0] == "45"


@pytest.mark.parametrize("shell", [41, 51])
def test_a_shell_that_it_was_not_made_for_gets_none(shell: int) -> None:
    with pytest.raises(ValueError, match="is for GNOME 42 to 50"):
        extension_files.files(shell)


def test_an_extension_tells_which_sources_it_is_of() -> None:
    files = extension_files.files(48)
    assert f"const VERSION = '{extension_files.version()}';" in files["extension.js"]
    assert json.loads(files["metadata.json"])["version-name"] == extension_files.version()


@needs_gjs
def test_an_order_is_refused_where_another_window_lies_there_or_was_painted_on_or_it_is_late(tmp_path: Path) -> None:
    told = _told_by(
        """
        const now = {at: {window: 7, name: 'Editor'}, painted: new Map([[7, 100]]), time: 50};
        const order = more => ({x: 1, y: 2, until: 50, steps: [], ...more});
        print(JSON.stringify([
            refusal(order({tops: [7, 8], painted: {7: 100}}), now),
            refusal(order({tops: null}), now),
            refusal(order({tops: [8]}), now).refused,
            refusal(order({tops: []}), now).refused,
            refusal(order({tops: [7], painted: {7: 99}}), now).refused,
            refusal(order({tops: [7], painted: {9: 1}}), now).refused,
            refusal(order({tops: [7], until: 49}), now).refused,
        ]));
        """,
        tmp_path,
    )
    assert told == [None, None, "over", "over", "painted", "painted", "late"]


@needs_gjs
def test_buttons_that_were_only_pressed_are_let_go_of_later(tmp_path: Path) -> None:
    told = _told_by(
        """
        const after = (held, steps) => [...heldAfter(new Set(held), steps)];
        print(JSON.stringify([
            after([], [['move', 1, 2], ['press', 1]]), after([1], [['release', 1]]),
            after([1], [['press', 3], ['release', 3]]), after([], [['release', 2], ['scroll', 0, 1]]),
        ]));
        """,
        tmp_path,
    )
    assert told == [[1], [], [1], []]


@needs_gjs
@pytest.mark.parametrize(
    "order",
    [
        "",
        "null",
        "[]",
        '{"x": 1, "y": 2, "until": 3}',
        '{"x": 1, "y": 2, "steps": []}',
        '{"x": "1", "y": 2, "until": 3, "steps": []}',
        '{"x": 1, "y": 2, "until": 3, "steps": [["eval", 1]]}',
        '{"x": 1, "y": 2, "until": 3, "steps": [["press"]]}',
        '{"x": 1, "y": 2, "until": 3, "steps": [["move", 1, null]]}',
        '{"x": 1, "y": 2, "until": 3, "steps": [], "tops": ["7"]}',
    ],
)
def test_what_is_no_order_is_refused_before_anything_is_done(order: str, tmp_path: Path) -> None:
    tried = f"try {{ parsed({json.dumps(order)}); }} catch (error) {{ why = 'refused'; }}"
    assert _told_by(f"let why = ''; {tried} print(JSON.stringify(why));", tmp_path) == "refused"


@needs_gjs
def test_an_order_is_taken_as_it_was_given(tmp_path: Path) -> None:
    order = {"x": 1, "y": 2.5, "until": 3, "tops": [7], "painted": {"7": 9}, "steps": [["move", 1, 2], ["press", 1]]}
    assert _told_by(f"print(JSON.stringify(parsed({json.dumps(json.dumps(order))})));", tmp_path) == order

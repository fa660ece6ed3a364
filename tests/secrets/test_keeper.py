from __future__ import annotations

from typing import Any

import pytest

from ufo.config.load import load_settings
from ufo.desktop.values import Window
from ufo.errors import ConfigError, SecretRefused
from ufo.schema.geometry import Rect
from ufo.schema.secret import SecretRef, references
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretResolver, SecretStore

BANK = {"from": "environment", "variable": "PW", "applications": ["Chromium", "keepassxc"]}


def _keeper(environment: dict[str, str], **secrets: Any) -> SecretResolver:
    keeper = SecretResolver(SecretStore(load_settings(secrets=secrets).secrets, environment), Masks())
    keeper.person_said("type {{secret:BANK}} and {{ secret:GONE }}")
    return keeper


def _window(app_root: str, process: str = "x") -> Window:
    return Window("1", "A title", Rect(0, 0, 9, 9), 1, process, app_root)


async def test_a_value_is_given_to_an_application_that_is_named_and_the_masks_know_it_first() -> None:
    keeper = _keeper({"PW": "hunter2"}, BANK=BANK)
    assert await keeper.resolved("<{{secret:BANK}}>", _window("chromium")) == "<hunter2>"
    assert keeper.masks.text("hunter2") == "{{secret:BANK}}"
    assert await keeper.resolved("{{secret:BANK}}", _window("x", "keepassxc")) == "hunter2"


@pytest.mark.parametrize("window", [_window("evil-chromium"), _window("chromium-evil"), _window("", "bash"), None])
async def test_it_is_given_to_no_other_application(window: Window | None) -> None:
    keeper = _keeper({"PW": "hunter2"}, BANK=BANK)
    with pytest.raises(SecretRefused):
        await keeper.resolved("{{secret:BANK}}", window)
    assert len(keeper.masks) == 0


async def test_without_applications_it_is_given_to_none() -> None:
    keeper = _keeper({"PW": "hunter2"}, BANK={"from": "environment", "variable": "PW"})
    with pytest.raises(SecretRefused, match="meant for: none"):
        await keeper.resolved("{{secret:BANK}}", _window("chromium"))


async def test_one_that_is_not_configured_or_empty_says_the_next_move() -> None:
    keeper = _keeper({}, BANK=BANK)
    with pytest.raises(SecretRefused, match=r"no secret is named 'GONE' \(there are: BANK\)"):
        await keeper.resolved("{{secret:GONE}}", _window("chromium"))
    with pytest.raises(SecretRefused, match="set the environment variable 'PW'"):
        await keeper.resolved("{{secret:BANK}}", _window("chromium"))


async def test_a_value_with_a_line_break_is_not_typed() -> None:
    keeper = _keeper({"PW": "one\ntwo"}, BANK=BANK)
    with pytest.raises(SecretRefused, match="line break"):
        await keeper.struck("{{secret:BANK}}", _window("chromium"))
    assert await keeper.resolved("{{secret:BANK}}", _window("chromium")) == "one\ntwo"


def test_references_are_found_at_any_depth() -> None:
    found = references({"fields": [{"value": "a {{secret:ONE}} {{ secret: TWO }}"}], "{{secret:three.3}}": 1})
    assert found == {SecretRef("ONE"), SecretRef("TWO"), SecretRef("three.3")}
    assert references("{{secrets:x}} {secret:x} {{secret:}}") == frozenset()


def test_a_name_that_no_placeholder_can_say_is_a_wrong_setting() -> None:
    with pytest.raises(ConfigError, match="cannot name a secret"):
        load_settings(secrets={"my bank": BANK})

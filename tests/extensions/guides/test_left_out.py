"""What is said, and what still goes on, where guides cannot be learned and the web cannot be searched."""

from __future__ import annotations

import sys

import pytest

from ufo.config.settings import WebSettings
from ufo.errors import ConfigError
from ufo.extensions import Group, find
from ufo.runs.sources import web_search
from ufo.secrets.masks import Masks


async def test_without_it_the_command_says_how_to_install_it_and_a_run_goes_on_without_the_web(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def no_secret(_: str) -> str:
        raise AssertionError("no key is asked for")

    monkeypatch.setattr(sys, "path", [text for text in sys.path if not text.endswith("site-packages")])
    with pytest.raises(ConfigError, match=r"not installed here.*pip install \./extensions/guides"):
        find(Group.COMMANDS, "learn")
    told: list[str] = []
    web = WebSettings(use=True, provider="brave", key_secret="brave")
    assert await web_search(web, no_secret, Masks(), told.append) is None
    assert len(told) == 1 and "goes on without" in told[0] and "pip install ./extensions/guides" in told[0]

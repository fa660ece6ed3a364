"""A condition is a read: whoever states one learns no more of a file than the rule of reading tells."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.mcp_server.test_server import Person, connected, settings_of, text
from tests.test_extensions import OUTSIDE
from tests.tools.bench import Bench
from ufo.conditions.table import read_condition
from ufo.config.settings import PolicySettings
from ufo.desktop.fake import AppSpec, WindowSpec
from ufo.desktop.fake.spec import document
from ufo.desktop.values import Application
from ufo.schema.predicate import Finding, Truth
from ufo.tools.dispatch.collect import verify
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.consent.mandate import Mandate
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.ui_collector import ui_collector

Stated = Mapping[str, Any]
_KEY = "default.aws_secret_access_key"
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    for folder in (".aws", ".ssh", ".config/tool", "work"):
        (home / folder).mkdir(parents=True)
    (home / ".aws/credentials").write_text("[default]\naws_secret_access_key = SQUEAMISH\n")
    (home / ".ssh/id_ed25519").write_text("-----BEGIN PRIVATE KEY-----\nSQUEAMISH\n")
    (home / ".config/tool/settings.json").write_text('{"theme": "light"}')
    (home / "work/settings.json").write_text('{"theme": "light"}')
    (home / "work/notes.txt").write_text("milk\n")
    (home / "work/innocent.ini").symlink_to(home / ".aws/credentials")
    (home / "work/.env").write_text("TOKEN=SQUEAMISH\n")
    monkeypatch.setenv("HOME", str(home))
    return home


class Asker:
    """A model that states conditions behind the real policy, with nobody there."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.bench = Bench(home / "work", ui_collector)
        self.policy = Policy(PolicySettings(), self.bench.scope, Mandate())
        self.policy.mandate.begin("set the theme", home / "work")
        self._hand = GuardedDispatcher(self.bench.dispatcher, self.policy)

    async def asks(self, *stated: Stated) -> tuple[Finding, ...]:
        meant = json.loads(json.dumps(stated).replace("HOME", str(self.home)))
        return await verify(self._hand, [read_condition(item) for item in meant], timeout_s=0)

    async def close(self) -> None:
        await self._hand.close()


@pytest.fixture
async def asker(home: Path) -> AsyncIterator[Asker]:
    asker = Asker(home)
    yield asker
    await asker.close()


_PROBES: dict[str, Stated] = {
    "the value of a key": {"on": "document", "path": "~/.aws/credentials", "key": _KEY, "value": "x"},
    "by its whole path": {"on": "document", "path": "HOME/.aws/credentials", "key": _KEY, "value": "x"},
    "by a link": {"on": "document", "path": "innocent.ini", "key": _KEY, "value": "x"},
    "by a pattern": {"on": "document", "path": "~/.aws/cred*", "key": _KEY, "value": "x"},
    "a text of a private key": {"on": "file", "path": "~/.ssh/id_ed25519", "contains": "SQUEAM"},
    "a text that is not there": {"on": "file", "path": "~/.ssh/id_ed25519", "contains": "NOT THERE"},
    "a paragraph": {"on": "document", "path": "~/.ssh/id_ed25519", "paragraph": "SQUEAM"},
    "a paragraph by its number": {"on": "document", "path": "~/.ssh/id_ed25519", "paragraph": "x", "nth": 2},
    "a text that lacks": {"on": "document", "path": "~/.ssh/id_ed25519", "lacks": "SQUEAM"},
    "a line that is gone": {"on": "document", "path": "~/.ssh/id_ed25519", "without": "SQUEAMISH"},
    "cells of another's table": {"on": "document", "path": "/etc/shadow", "cells": [["x"]]},
    "the settings of the folder": {"on": "file", "path": ".env", "contains": "SQUEAM"},
    "the environment of a program": {"on": "file", "path": "/proc/self/environ", "contains": "HOME"},
}  # fmt: skip


@pytest.mark.parametrize("probe", _PROBES)
async def test_a_condition_tells_nothing_of_a_file_that_is_not_read_without_a_yes(asker: Asker, probe: str) -> None:
    (found,) = await asker.asks(_PROBES[probe])
    assert found.truth is Truth.UNKNOWN, found.evidence
    assert "is not told without a yes" in found.evidence and "SQUEAM" not in found.evidence


async def test_a_key_is_not_guessed_letter_by_letter(asker: Asker) -> None:
    guesses: list[Stated] = [{"on": "file", "path": "~/.ssh/id_ed25519", "contains": letter} for letter in _LETTERS]
    found = await asker.asks(*guesses)
    assert len({(finding.truth, finding.evidence) for finding in found}) == 1


@pytest.mark.parametrize("probe", ["the value of a key", "a text of a private key", "a text that is not there"])
async def test_a_client_of_the_server_learns_nothing_by_conditions(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, probe: str
) -> None:
    monkeypatch.syspath_prepend(str(OUTSIDE))
    async with connected(settings_of(tmp_path), home / "work", Person()) as client:
        answer = text(await client.call_tool("verify", {"conditions": [_PROBES[probe]], "timeout_s": 0}))
    assert "SQUEAMISH" not in answer
    assert [load["truth"] for load in json.loads(answer)] == ["unknown"]


_HONEST: dict[str, Stated] = {
    "a text of a file of the working folder": {"on": "file", "path": "notes.txt", "contains": "milk"},
    "a key of settings in the working folder": {"on": "document", "path": "settings.json", "key": "theme", "value": "light"},
    "a file that everybody may read": {"on": "file", "path": "/etc/passwd", "contains": "root"},
    "that a hidden file is there": {"on": "file", "path": "~/.ssh/id_ed25519"},
    "that a hidden file is gone": {"on": "file", "path": "~/.ssh/old", "exists": False},
}  # fmt: skip


@pytest.mark.parametrize("work", _HONEST)
async def test_what_is_read_without_a_question_is_checked(asker: Asker, work: str) -> None:
    (found,) = await asker.asks(_HONEST[work])
    assert found.truth is Truth.SATISFIED, found.evidence


async def test_a_file_is_checked_once_the_person_has_consented_to_reading_it(asker: Asker, home: Path) -> None:
    asker.policy.mandate.record.read.add(home / ".aws/credentials")
    (found,) = await asker.asks({**_PROBES["the value of a key"], "value": "SQUEAMISH"})
    assert found.truth is Truth.SATISFIED


def _theme(value: str) -> Stated:
    return {"on": "document", "path": "~/.config/tool/settings.json", "key": "theme", "value": value}


async def test_settings_that_changed_in_the_run_are_checked_and_never_quoted(asker: Asker, home: Path) -> None:
    (before,) = await asker.asks(_theme("light"))
    assert before.truth is Truth.UNKNOWN
    asker.policy.mandate.record.began_ns -= 10**9
    (home / ".config/tool/settings.json").write_text('{"theme": "SQUEAMISH"}')
    right, wrong = await asker.asks(_theme("SQUEAMISH"), _theme("light"))
    assert (right.truth, wrong.truth) == (Truth.SATISFIED, Truth.UNSATISFIED)
    assert "SQUEAMISH" not in wrong.evidence


async def test_many_variants_of_a_condition_on_such_settings_are_refused(asker: Asker, home: Path) -> None:
    asker.policy.mandate.record.began_ns -= 10**9
    (home / ".config/tool/settings.json").write_text('{"theme": "Z"}')
    found = await asker.asks(*(_theme(letter) for letter in _LETTERS))
    assert [finding.truth for finding in found].count(Truth.UNSATISFIED) <= 10
    assert Truth.SATISFIED not in {finding.truth for finding in found}
    assert "too many" in found[-1].evidence


@pytest.mark.parametrize("path", ["HOME/.aws/credentials", "HOME/work/notes.txt"])
async def test_what_a_window_shows_is_checked_as_it_may_be_read(asker: Asker, home: Path, path: str) -> None:
    await asker.policy.mandate.look_around(asker.bench.desktop)
    shown = path.replace("HOME", str(home))
    spec = WindowSpec("main", f"{shown} - Mousepad", (document("body", "Body", "SQUEAMISH"),))
    editor = Application("mousepad", "Editor", ("mousepad",), categories=("Utility", "TextEditor"))
    asker.bench.desktop.installed["mousepad"] = AppSpec(editor, (spec,))
    await asker.bench.open("mousepad")
    (found,) = await asker.asks({"on": "element", "name": "Body", "value": "SQUEAMISH"})
    assert found.truth is (Truth.UNKNOWN if ".aws" in path else Truth.SATISFIED), found.evidence

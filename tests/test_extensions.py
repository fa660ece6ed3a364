"""Parts from outside: a package that ufo does not know is put on the path, and the settings name what is in it."""

from __future__ import annotations

import json
import os
import sys
import time
import tomllib
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command, only_object
from tests.requirement import requirement
from tests.scenarios.controls import target_id
from tests.scenarios.stage import assign, host, stage
from ufo.cli.checks import missing_extensions
from ufo.cli.main import app
from ufo.config.load import load_settings, validated
from ufo.config.settings import DesktopSettings, ModelSettings
from ufo.desktop.backends import connect, environment_of
from ufo.errors import ConfigError, DesktopUnavailable
from ufo.extensions import OURS, Group, find, installed, is_missing, not_installed
from ufo.knowledge.configured import configured, together
from ufo.llm.registry import create
from ufo.runs.takeovers import RecordedRun, recorded
from ufo.schema.knowledge import Knowledge, Query
from ufo.schema.outcome import SubtaskRecord
from ufo.secrets.masks import Masks
from ufo.tools.dispatch.toolset import require_known
from ufo_sight.readers import Readers


def asked(text: str) -> Query:
    return Query(text, "", time.monotonic() + 5.0)


OUTSIDE = Path(__file__).parent / "outside"
OURS_AT = Path(__file__).parents[1] / "extensions"
ALL = {
    "model": {"name": "house:Lights", "decide_locally": False},
    "desktop": {"backend": "desk"},
    "retrievers": {"book": {"retriever": "house_parts:Almanac", "options": {"folder": "/nowhere"}}},
    "tools": {"HostAgent": {"default": {"action": ["HostUIExecutor", "Thermometer"]}}},
    "system": {"enabled_third_party_agents": ["Lights"], "control_backend": "a11y"},
    "third_party": {"Lights": {"agent": "house_parts:Lamps", "options": {"room": "kitchen", "lamps": 3}}},
}


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    # A test elsewhere may have imported it in this process.
    sys.modules.pop("house_parts", None)
    monkeypatch.syspath_prepend(str(OUTSIDE))
    yield
    sys.modules.pop("house_parts", None)


def lights(agent: str = "house_parts:Lamps", limit_s: float = 30, **options: Any) -> dict[str, Any]:
    record = {"agent": agent, "options": {"room": "kitchen"} | options}
    limits = {"max_foreign_turn_s": limit_s}
    return {"system": {"enabled_third_party_agents": ["Lights"]}, "third_party": {"Lights": record}, "limits": limits}


async def ended(tmp_path: Path, subtask: str, **settings: Any) -> SubtaskRecord:
    """How that sub-task ended; the run went on after it."""
    answers = [lambda turn: assign(target_id(turn, "Lights"), subtask), *[host("FINISH")] * 2]
    async with stage(tmp_path, answers, **settings) as scene:
        summary = await scene.run()
        assert ("HostAgent", "ERROR") not in scene.heard.states and summary.steps
        (record,) = scene.session.context.previous_subtasks
        return record


@requirement("host-act:custom")
def test_a_run_of_the_command_uses_one_part_of_each_kind_without_a_change_of_the_package(tmp_path: Path) -> None:
    command = Command(tmp_path)
    own = tmp_path / "home/.config/ufo/ufo.yaml"
    own.parent.mkdir(parents=True)
    own.write_text(json.dumps(ALL), encoding="utf-8")
    path = os.pathsep.join(filter(None, [str(OUTSIDE), os.environ.get("PYTHONPATH")]))
    done = command.run("run", "light up the kitchen", "--json", PYTHONPATH=path)
    said = only_object(done.stdout)
    assert (tmp_path / "lamps.txt").read_text(encoding="utf-8") == "kitchen: 3 on\n", done.stderr
    (events,) = [(run / "events.jsonl").read_text(encoding="utf-8") for run in command.runs()]
    assert "the kitchen has 21 degrees" in events and "3 lamps are on in the kitchen" in events
    assert said["outcome"] == "VERIFIED", said


def test_the_settings_of_a_folder_that_is_not_trusted_name_no_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    given = {**ALL, "mcp": {"bad": "touch imported"}}
    Path("ufo.yaml").write_text(json.dumps(given), encoding="utf-8")
    told: list[str] = []
    settings = load_settings(told.append)
    withheld = ("model.name", "desktop.backend", "retrievers", "tools", "third_party", "mcp")
    assert all(name in told[0] for name in (*withheld, "system.enabled_third_party_agents"))
    bare = validated()
    assert all(attrgetter(name)(settings) == attrgetter(name)(bare) for name in withheld)


class TestOurOwn:
    """Packages of `extensions/`; here one of that name is looked for among other kinds of parts, where it is never installed."""

    def test_one_that_is_not_installed_is_left_out_and_how_to_install_it_is_said(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "path", [text for text in sys.path if not text.endswith("site-packages")])
        assert is_missing(Group.READERS, "core_fonts") and not is_missing(Group.READERS, "another")
        with pytest.raises(ConfigError, match=r"not installed here.*pip install \./extensions/core_fonts"):
            find(Group.READERS, "core_fonts")
        assert not_installed() == OURS
        for check, extension in zip(missing_extensions(), OURS, strict=True):
            assert check.name == f"extension {extension.folder}"
            assert check.ok is None and f"pip install ./extensions/{extension.folder}" in check.mend

    def test_a_command_of_one_that_is_not_installed_says_how_to_install_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "path", [text for text in sys.path if not text.endswith("site-packages")])
        with pytest.raises(ConfigError, match=r"pip install \./extensions/recording"):
            app(["demo", "list"], standalone_mode=False)

    async def test_a_take_over_goes_on_without_the_one_that_records_it(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(sys, "path", [text for text in sys.path if not text.endswith("site-packages")])

        async def attend(upcoming: str) -> bool:
            return upcoming == "a click"

        run = RecordedRun(lambda: pytest.fail("the desktop is left alone"), DesktopSettings(), tmp_path, Masks(), print)
        assert recorded(attend, run) is attend

    def test_those_that_are_installed_are_found_and_an_unknown_reader_is_said_at_once(self) -> None:
        for extension in OURS:
            package = tomllib.loads((OURS_AT / extension.folder / "pyproject.toml").read_text(encoding="utf-8"))
            declared = package["project"]["entry-points"]
            assert {group: tuple(declared[group]) for group in declared} == dict(extension.brings)
            assert all(set(names) <= set(installed(group)) for group, names in extension.brings.items())
        assert sorted(extension.folder for extension in OURS) == sorted(
            path.parent.name for path in OURS_AT.glob("*/pyproject.toml")
        )
        assert not not_installed()
        with pytest.raises(ConfigError, match=r"'morse' is neither .* installed: core_fonts"):
            Readers(("core_fonts", "morse"), {})


@pytest.mark.usefixtures("outside")
class TestAgents:
    async def test_one_is_named_by_its_dotted_path_or_its_entry_point_and_gets_its_options(
        self, tmp_path: Path
    ) -> None:
        for agent in ("house_parts:Lamps", "lamps"):
            record = await ended(tmp_path, "light up", **lights(agent, lamps=2))
            assert (record.status, record.result) == ("FINISH", "2 lamps are on in the kitchen")

    @pytest.mark.parametrize(
        ("subtask", "reason"),
        [
            ("explode", "ZeroDivisionError: no fuse"),
            ("hang", "did not end its turn within 0.05 s"),
            ("lie", "GLORY"),
        ],
    )
    async def test_one_that_raises_hangs_or_lies_fails_its_sub_task_and_not_the_request(
        self, tmp_path: Path, subtask: str, reason: str
    ) -> None:
        more = lights(limit_s=0.05 if subtask == "hang" else 30)
        record = await ended(tmp_path, subtask, has_faults=subtask == "explode", **more)
        assert record.status == "ERROR" and reason in record.reason

    async def test_one_that_cannot_be_created_with_its_options_fails_its_sub_task(self, tmp_path: Path) -> None:
        record = await ended(tmp_path, "light up", has_faults=True, **lights(volts=230))
        assert record.status == "ERROR" and "unexpected keyword argument 'volts'" in record.reason

    @pytest.mark.parametrize(
        ("agent", "said"),
        [
            ("house_parts:Nobody", "'house_parts:Nobody' cannot be imported"),
            ("no_such_package:Lamps", "'no_such_package:Lamps' cannot be imported .*install its package"),
            ("house_parts:thermometer", "is no subclass of SubAgent"),
            ("lamp", "'lamp' is not registered; registered: FilesAgent, lamps"),
        ],
    )
    async def test_one_that_is_not_there_is_said_before_anything_runs(
        self, tmp_path: Path, agent: str, said: str
    ) -> None:
        with pytest.raises(ConfigError, match=said):
            async with stage(tmp_path, [], **lights(agent)):
                raise AssertionError("no session may begin")


@pytest.mark.usefixtures("outside")
class TestOtherParts:
    @pytest.mark.parametrize(
        ("server", "said"),
        [
            ("house_parts:broken_server", "cannot be built: .*KeyError: 'sensor'"),
            ("house_parts:no_server", "returned str, not an MCPServer"),
            ("house_parts:nothing", "cannot be imported"),
            ("Thermometre", "known are: .*Thermometer.* package.module:function"),
        ],
    )
    async def test_a_tool_server_that_cannot_be_used_is_said(self, tmp_path: Path, server: str, said: str) -> None:
        with pytest.raises(ConfigError, match=said):
            async with stage(tmp_path, [], tools={"HostAgent": {"default": {"action": [server]}}}):
                raise AssertionError("no session may begin")

    def test_a_tool_server_by_entry_point_is_known_without_importing_it(self) -> None:
        require_known(validated(tools={"HostAgent": {"default": {"action": ["Thermometer"]}}}).tools)
        assert "house_parts" not in sys.modules

    async def test_a_backend_without_private_desktops_says_so(self) -> None:
        settings = DesktopSettings(backend="house_parts:DESK")
        assert [window.title for window in await (await connect({}, settings, "plan9")).windows()]
        with pytest.raises(DesktopUnavailable, match="no private desktops; use --desktop here"):
            environment_of("work", settings)
        with pytest.raises(ConfigError, match="is no `ufo.desktop.backends.Backend`"):
            await connect({}, DesktopSettings(backend="house_parts:Desk"))

    async def test_a_provider_is_named_by_its_entry_point_or_its_dotted_path(self) -> None:
        for name in ("house:Lights", "house_parts:scripted:Lights"):
            assert create(ModelSettings(name=name)).name == "house:Lights"

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("house:broken", "cannot be created: house failed: LookupError: no such model"),
            ("house_parts:no_provider", "is no provider: it has no name, sees_pictures, complete, close"),
            ("hause:Lights", "there is no model 'hause:Lights'; .* is one of: builtin"),
            ("house_parts:scriptd", "'house_parts:scriptd' cannot be imported .* has no 'scriptd'"),
            ("gpt", "is one of: builtin, .*house:NAME, package.module:factory"),
        ],
    )
    def test_a_provider_that_cannot_be_used_is_said(self, name: str, said: str) -> None:
        with pytest.raises(ConfigError, match=said):
            create(ModelSettings(name=name))

    async def test_a_retriever_that_raises_or_lies_is_left_out_and_a_long_answer_is_cut(self) -> None:
        told: list[str] = []
        book = {"book": validated(**{"retrievers": {"book": {"retriever": "almanac"}}}).retrievers["book"]}
        retriever = together(configured(book), told.append)
        assert await retriever.retrieve(asked("explode")) == await retriever.retrieve(asked("lie")) == Knowledge()
        assert "ValueError: torn page" in told[0] and "returned str, not Knowledge" in told[1]
        known = (await retriever.retrieve(asked("light"))).offline_docs
        assert len(known) == 10 and {passage.source for passage in known} == {"book"}

    def test_a_part_that_no_package_declares_is_said_with_those_that_are(self) -> None:
        assert installed(Group.RETRIEVERS) == ("almanac", "web") and find(Group.RETRIEVERS, "almanac")
        with pytest.raises(ConfigError, match="'book' is neither .* in 'ufo.retrievers'; installed: almanac, web"):
            find(Group.RETRIEVERS, "book")

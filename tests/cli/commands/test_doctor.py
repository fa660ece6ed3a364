from __future__ import annotations

from pathlib import Path

import pytest

from tests.llm.openai_server import OpenAIServer, says
from ufo.cli.commands.doctor import model_check, other_programs, private_files
from ufo.config.agent_models import model_of
from ufo.config.load import load_settings
from ufo.config.sections import ModelSections
from ufo.trace.writer import LogWriter


def test_runs_that_others_can_read_are_told_with_what_mends_it(tmp_path: Path) -> None:
    settings = load_settings(log_dir=tmp_path)
    log = LogWriter(tmp_path)
    log.close()
    assert private_files(settings).ok
    log.folder.chmod(0o755)
    told = private_files(settings)
    assert told.ok is None and str(log.folder) in told.detail and told.mend == f"chmod -R go= {tmp_path}"


def test_programs_that_single_tools_start_are_told_with_the_command_that_installs_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("gio", "man", "apt-get"):
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    there, *missing = other_programs()
    assert (there.ok, there.detail) == (True, "gio, man")
    settings = next(check for check in missing if "gsettings" in check.detail)
    assert (settings.ok, settings.mend) == (None, "sudo apt-get install -y libglib2.0-bin")


async def test_an_agents_own_endpoint_is_tried_as_well() -> None:
    with OpenAIServer([says("{}")]) as server:
        agents = {"app": {"name": "openai:small", "base_url": server.base_url}}
        settings = load_settings(agents=agents)
        reached = await model_check("agents.app", model_of(ModelSections.of(settings), "app"), settings)
    missed = await model_check("agents.app", model_of(ModelSections.of(settings), "app"), settings)
    assert reached.ok and "openai:small at" in reached.detail
    assert not missed.ok and missed.mend == "start the endpoint, or correct agents.app.base_url"

"""Prompts of the person's own: what they replace, and that a wrong one is told before a run begins."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command
from tests.llm.openai_server import OpenAIServer, says
from tests.prompts.test_prompter import app_inputs, host_inputs
from tests.scenarios.stage import host, stage
from tests.scenarios.test_over_http import choose_form, fill_in, texts
from tests.scenarios.test_three_models import model
from ufo.config.agent_models import model_of
from ufo.config.load import load_settings
from ufo.config.sections import ModelSections
from ufo.errors import ConfigError
from ufo.prompts.prompter import AppAgentPrompter, HostAgentPrompter
from ufo.prompts.template_files import NAMES, built_in, require_prompts

OWN = "system: |\n  Be brief. {{ data_rule }}\n"


def folder_with(folder: Path, text: str, name: str = "app_agent") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def test_what_a_file_says_takes_the_place_of_ours_and_the_rest_stays(tmp_path: Path) -> None:
    folder = folder_with(tmp_path / "own", OWN)
    for sequence in (True, False):
        system, user = AppAgentPrompter(action_sequence=sequence).in_words_of(folder).render(app_inputs())
        assert system.text.startswith("Be brief. What stands between <data")
        assert user == AppAgentPrompter(action_sequence=sequence).render(app_inputs())[1]
    assert HostAgentPrompter().in_words_of(folder).render(host_inputs()) == HostAgentPrompter().render(host_inputs())
    follower = AppAgentPrompter(main_prompt="app_agent_follower").in_words_of(folder).render(app_inputs())
    assert follower[0].text.startswith("Be brief.")


@pytest.mark.parametrize("name", NAMES)
def test_our_own_files_are_valid_prompts(tmp_path: Path, name: str) -> None:
    # What extends another file is no file of its own.
    text = "\n".join(line for line in built_in(name).splitlines() if not line.startswith("extends:"))
    require_prompts(folder_with(tmp_path / "own", text, name))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("system: [", "cannot be read"),
        ("- one", "must be a mapping"),
        ("sistem: hello", "there is no text 'sistem'"),
        ("system: 7", "must be of the same kind"),
        ("system: 'Hi {{ data_rule }} {{ colour }}'", "uses colour, which nothing fills; there is action_rule, "),
        ("system: 'Hi {{ data_rule'", "cannot be read as a template"),
        ("system: Be brief.", r"leaves out \{\{ data_rule \}\}"),
        ("user: Go on.", r"leaves out \{\{ request \}\}"),
        ("status_notes: {DANCE: no}", "'status_notes' is a text for each of CONFIRM, CONTINUE"),
        ("action_rule: {system: one}", "'action_rule' is a text for each of system, system_as"),
    ],
)
def test_a_wrong_file_is_told_with_its_name_and_what_there_is(tmp_path: Path, text: str, words: str) -> None:
    folder = folder_with(tmp_path / "own", text)
    with pytest.raises(ConfigError, match=words) as caught:
        require_prompts(folder)
    assert "app_agent.yaml" in str(caught.value)


def test_a_folder_that_is_not_there_and_a_file_of_no_agent_are_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is no folder; `ufo models --prompts FOLDER` makes one"):
        require_prompts(tmp_path / "none")
    with pytest.raises(ConfigError, match=r"prompt of no agent; a file there is called app_agent, "):
        require_prompts(folder_with(tmp_path / "own", OWN, "ap_agent"))


async def test_each_model_of_a_run_has_its_own_prompts(tmp_path: Path) -> None:
    own = folder_with(tmp_path / "own", OWN)
    plans = (choose_form, says(host("FINISH", result="written")))
    with OpenAIServer(plans) as large, OpenAIServer([fill_in]) as small:
        agents = {"app": model(small, "small", 1.0, prompts=str(own))}
        async with stage(tmp_path, None, model=model(large, "large", 1.0), agents=agents) as scene:
            await scene.run("sign me up as a@b.example")
        assert texts(small.requests[0]).startswith("Be brief.")
        assert texts(large.requests[0]).startswith("You are the HostAgent")


async def test_a_wrong_file_ends_the_run_before_anything_is_asked(tmp_path: Path) -> None:
    own = folder_with(tmp_path / "own", "system: Be brief.")
    with OpenAIServer([choose_form]) as large:
        settings: dict[str, Any] = model(large, "large", 1.0, prompts=str(own))
        with pytest.raises(ConfigError, match="leaves out"):
            async with stage(tmp_path, None, model=settings):
                raise AssertionError("it began")
        assert not large.requests


def test_another_model_does_not_get_the_prompts_of_the_runs_model(tmp_path: Path) -> None:
    settings = load_settings(
        model={"name": "openai:one", "prompts": str(tmp_path)},
        agents={"app": {"name": "openai:two"}, "host": {"max_tokens": 9}},
    )
    assert model_of(ModelSections.of(settings), "app").prompts is None
    assert model_of(ModelSections.of(settings), "host").prompts == tmp_path


def test_the_built_in_prompts_are_written_to_a_folder_and_nothing_there_is_overwritten(tmp_path: Path) -> None:
    command = Command(tmp_path)
    folder = folder_with(tmp_path / "own", OWN)
    told = json.loads(command.run("models", "--prompts", str(folder), "--json").stdout)
    assert told["kept"] == [str(folder / "app_agent.yaml")]
    assert len(told["written"]) == len(NAMES) - 1
    assert (folder / "app_agent.yaml").read_text("utf-8") == OWN
    command.run("models", "--prompts", str(tmp_path / "all"))
    require_prompts(tmp_path / "all")

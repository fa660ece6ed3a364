from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ufo.config.files import read_in
from ufo.config.load import load_settings
from ufo.config.trust import TrustStore
from ufo.errors import ConfigError

SECRET = "sk-very-secret-0123456789"


def user_file(home: Path, text: str) -> None:
    (home / ".config" / "ufo" / "ufo.yaml").write_text(text, encoding="utf-8")


def work_file(home: Path, text: str) -> None:
    (home / "work" / "ufo.yaml").write_text(text, encoding="utf-8")


def trusted_file(home: Path, text: str) -> None:
    work_file(home, text)
    file = read_in(home / "work")
    assert file is not None
    TrustStore().trust(file)


def complaint() -> str:
    with pytest.raises(ConfigError) as caught:
        load_settings()
    return str(caught.value)


def test_without_any_source_the_defaults_hold(home: Path) -> None:
    settings = load_settings()
    assert settings.model.name == "builtin"
    assert settings.limits.max_step == 50


def test_each_source_wins_over_the_next_weaker_one(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user_file(home, "model: {name: 'openai:user'}\n")
    assert load_settings().model.name == "openai:user"
    trusted_file(home, "model: {name: 'openai:work'}\n")
    assert load_settings().model.name == "openai:work"
    monkeypatch.setenv("UFO_MODEL__NAME", "openai:environment")
    assert load_settings().model.name == "openai:environment"
    assert load_settings(model={"name": "openai:argument"}).model.name == "openai:argument"


def test_one_variable_names_the_model_beside_others_for_its_settings(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user_file(home, "model: {name: 'openai:user', timeout_s: 11}\n")
    monkeypatch.setenv("UFO_MODEL", "anthropic:claude-sonnet-4-6")
    monkeypatch.setenv("UFO_MODEL__MAX_RETRY", "9")
    model = load_settings().model
    assert (model.name, model.timeout_s, model.max_retry) == ("anthropic:claude-sonnet-4-6", 11, 9)


def test_sources_are_merged_setting_by_setting(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user_file(home, "model: {name: 'openai:user', timeout_s: 11, max_retry: 1}\n")
    trusted_file(home, "model: {timeout_s: 22, max_retry: 2}\n")
    monkeypatch.setenv("UFO_MODEL__MAX_RETRY", "9")
    model = load_settings(model={"max_tokens": 333}).model
    assert (model.name, model.timeout_s, model.max_retry, model.max_tokens) == ("openai:user", 22, 9, 333)
    assert model.temperature == 0.0


def test_tools_of_one_application_leave_the_other_agents_theirs(home: Path) -> None:
    before = load_settings().tools
    user_file(home, "tools: {AppAgent: {mousepad: {action: [Own]}}}\n")
    tools = load_settings().tools
    assert tools["AppAgent"]["mousepad"].action == ("Own",)
    assert tools["AppAgent"]["default"] == before["AppAgent"]["default"]
    assert tools["HostAgent"] == before["HostAgent"]


def test_lists_come_from_the_environment_as_json(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UFO_POLICY__DENY", '["send"]')
    assert load_settings().policy.deny == ("send",)


def test_a_list_that_is_no_json_names_the_setting_and_how_to_write_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UFO_POLICY", "send,delete")
    assert "policy" in complaint()
    assert "JSON" in complaint()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("model: {timeout_s: soon}", "model.timeout_s"),
        ("model: {timeout_s: -1}", "model.timeout_s"),
        ("limits: {max_step: 0}", "limits.max_step"),
        ("desktop: {where: the moon}", "desktop.where"),
        ("policy: {deny: [delte]}", "policy.deny"),
        ("policy: {ask: [send, delte]}", "policy.ask"),
        ("model: [1, 2]", "model"),
        ("system: {iou_threshold_for_merge: 2}", "system.iou_threshold_for_merge"),
    ],
)
@pytest.mark.parametrize("write", [user_file, trusted_file])
def test_a_bad_value_names_its_setting(home: Path, text: str, name: str, write: Callable[[Path, str], None]) -> None:
    write(home, text)
    assert f"`{name}" in complaint()


def test_a_bad_value_of_the_environment_names_the_variable(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UFO_MODEL__TIMEOUT_S", "soon")
    assert "`model.timeout_s`" in complaint()
    assert "UFO_MODEL__TIMEOUT_S" in complaint()


def test_every_wrong_setting_is_told_at_once(home: Path) -> None:
    user_file(home, "model: {timeout_s: soon}\nlimits: {max_step: many}")
    assert "model.timeout_s" in complaint()
    assert "limits.max_step" in complaint()


def test_an_unknown_key_of_a_file_gets_the_one_that_was_meant(home: Path) -> None:
    work_file(home, "model: {nmae: x}")
    assert complaint() == "there is no setting `model.nmae`; did you mean `name`?"


@pytest.mark.parametrize("variable", ["UFO_MODLE__NAME", "UFO_MODEL__NMAE", "UFO_LOGDIR"])
def test_an_unknown_variable_is_refused(home: Path, monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv(variable, "x")
    assert "there is no setting" in complaint()


@pytest.mark.parametrize("text", ["model: {name: 'x", "- a\n- b\n", "just words", "a: b: c", "\t- x"])
def test_a_file_that_is_no_settings_file_is_named(home: Path, text: str) -> None:
    work_file(home, text)
    assert "ufo.yaml" in complaint()


def test_a_file_that_is_no_text_is_named(home: Path) -> None:
    (home / "work" / "ufo.yaml").write_bytes(b"\xff\xfe\x00\x81binary")
    assert "ufo.yaml" in complaint()


def test_an_empty_file_changes_nothing(home: Path) -> None:
    work_file(home, "# nothing yet\n")
    assert load_settings().model.name == "builtin"


@pytest.mark.parametrize(
    "text",
    [
        f"model: {{api_key: [{SECRET}]}}",
        f"model: {{api_key: {{key: {SECRET}}}}}",
        f"model: {{timeout_s: {SECRET}}}",
        f"model: {SECRET}",
        f"model: {{api_key: '{SECRET}",
        SECRET,
    ],
)
def test_no_error_shows_a_value_for_it_may_be_a_key(home: Path, text: str) -> None:
    user_file(home, text)
    assert SECRET not in complaint()


def test_a_key_is_kept_and_never_shown(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UFO_MODEL__API_KEY", SECRET)
    settings = load_settings()
    assert settings.model.api_key is not None
    assert settings.model.api_key.get_secret_value() == SECRET
    assert SECRET not in repr(settings) + str(settings) + settings.model_dump_json()


def test_overrides_that_are_wrong_are_config_errors_too(home: Path) -> None:
    with pytest.raises(ConfigError, match=r"desktop\.width"):
        load_settings(desktop={"width": 3})
    with pytest.raises(ConfigError, match="there is no setting `colour`"):
        load_settings(colour="blue")


def test_credentials_in_an_address_are_kept_and_never_shown(home: Path) -> None:
    user_file(
        home, "model: {base_url: 'http://ann:hunter2@h/v1?key=k3y'}\nomniparser: {endpoint: 'http://ann:hunter2@h'}\n"
    )
    settings = load_settings()
    assert settings.model.base_url == "http://ann:hunter2@h/v1?key=k3y"
    told = repr(settings) + str(settings) + settings.model_dump_json() + str(settings.model_dump())
    assert "http://h/v1" in told
    assert "hunter2" not in told
    assert "k3y" not in told

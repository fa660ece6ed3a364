"""Which value each setting has, and where it came from."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.config.test_load import trusted_file, user_file, work_file
from ufo.config.settings import Settings
from ufo.config.values import Value, defaults, told, value_of, values
from ufo.errors import ConfigError


def _one(name: str, **overrides: object) -> Value:
    (found,) = value_of(name, values(overrides))
    return found


def test_without_any_source_all_values_are_the_defaults(home: Path) -> None:
    found = values()
    assert {value.source for value in found} == {"default"}
    assert [(value.name, value.value) for value in found] == [(default.name, default.default) for default in defaults()]


def test_each_source_is_told_in_the_order_in_which_they_win(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user_file(home, "limits: {max_step: 1}")
    value = _one("limits.max_step")
    assert (value.value, value.source, value.where) == (1, "own file", str(home / ".config/ufo/ufo.yaml"))
    work_file(home, "limits: {max_step: 2}")
    assert _one("limits.max_step").source == "own file"
    trusted_file(home, "limits: {max_step: 2}")
    value = _one("limits.max_step")
    assert (value.value, value.source, value.where) == (2, "folder's file", str(home / "work/ufo.yaml"))
    monkeypatch.setenv("UFO_LIMITS__MAX_STEP", "3")
    value = _one("limits.max_step")
    assert (value.value, value.source, value.where) == (3, "environment", "UFO_LIMITS__MAX_STEP")
    value = _one("limits.max_step", limits={"max_step": 4})
    assert (value.value, value.source, value.where) == (4, "option", "")
    assert _one("limits.max_round").source == "default"


def test_a_whole_section_and_an_entry_in_the_environment_are_told_by_their_variable(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UFO_LIMITS", '{"max_step": 7}')
    monkeypatch.setenv("UFO_SECRETS__mail__FROM", "environment")
    assert _one("limits.max_step").where == "UFO_LIMITS"
    assert _one("secrets").where == "UFO_SECRETS__mail__FROM"


def test_secrets_and_credentials_in_addresses_are_masked(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UFO_MODEL__API_KEY", "sk-very-secret")
    user_file(home, "model: {base_url: 'https://ann:hunter2@example.org/v1'}")
    found = values()
    assert "sk-very-secret" not in str(found) and "hunter2" not in str(found)
    (key,) = value_of("model.api_key", found)
    assert set(str(key.value)) == {"*"} and key.source == "environment"


def test_a_section_is_all_of_its_settings_and_another_name_is_refused_with_the_nearest(home: Path) -> None:
    assert [value.name for value in value_of("runs", values())] == ["runs.keep_days", "runs.keep_mb"]
    with pytest.raises(ConfigError, match=r"limits\.max_step"):
        value_of("limits.max_steps", values())


def test_every_setting_is_there_and_its_variable_sets_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {default.name.partition(".")[0] for default in defaults()} == set(Settings.model_fields)
    monkeypatch.setenv(_one("desktop.width").variable, "800")
    assert _one("desktop.width").value == 800


def test_what_a_terminal_would_obey_is_escaped() -> None:
    assert told("\x1b[2J\u202e") == r"\u001b[2J\u202e"

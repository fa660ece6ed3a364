"""`ufo secret`: put in, listed and taken out again, without a value in any output, argument or file of ours."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.secrets.buses import bus, stub
from tests.waiting import WAITED_S

VALUE = "tr0ub4dor&3"
_SETTINGS = """
secrets:
  BANK: {applications: [chromium]}
  ENVY: {from: environment, variable: ENVY_PW, applications: [mousepad]}
"""


@pytest.fixture
def command(tmp_path: Path) -> Iterator[Command]:
    place = tmp_path / "bus"
    place.mkdir()
    with bus(place) as environment, stub(environment, "open"):
        made = Command(tmp_path)
        made.environment["DBUS_SESSION_BUS_ADDRESS"] = environment["DBUS_SESSION_BUS_ADDRESS"]
        settings = tmp_path / "home" / ".config" / "ufo" / "ufo.yaml"
        settings.parent.mkdir(parents=True)
        settings.write_text(_SETTINGS)
        yield made


def _set(command: Command, name: str, value: str) -> subprocess.CompletedProcess[str]:
    return command.run("secret", "set", name, said=value)


def _listed(command: Command, envy: str = "") -> dict[str, bool | None]:
    ended = command.run("secret", "list", "--json", ENVY_PW=envy)
    assert ended.returncode == 0 and VALUE not in ended.stdout, ended.stderr
    return {load["name"]: load["there"] for load in json.loads(ended.stdout)["secrets"]}


def test_a_secret_is_set_from_standard_input_listed_and_forgotten(command: Command) -> None:
    assert _listed(command) == {"BANK": False, "ENVY": False}
    ended = _set(command, "BANK", f"{VALUE}\n")
    assert ended.returncode == 0 and VALUE not in ended.stdout + ended.stderr
    assert _listed(command, "x") == {"BANK": True, "ENVY": True}
    assert "for chromium" in command.run("secret", "list").stdout
    assert "is forgotten" in command.run("secret", "forget", "BANK").stdout
    assert _listed(command)["BANK"] is False
    assert "was not in the keyring" in command.run("secret", "forget", "BANK").stdout


def test_one_that_nothing_may_have_yet_says_the_next_move(command: Command) -> None:
    assert "what may have it" in _set(command, "NEW", VALUE).stdout


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("BANK", "\n", "1 to 10000 characters"),
        ("ENVY", VALUE, "comes from the environment; set the variable 'ENVY_PW'"),
        ("my bank", VALUE, "cannot name a secret"),
    ],
)
def test_wrong_use_is_told_with_the_next_move(command: Command, name: str, value: str, words: str) -> None:
    ended = _set(command, name, value)
    assert ended.returncode == 2 and words in ended.stderr and VALUE not in ended.stderr


def test_a_value_given_as_an_argument_is_refused_and_not_said_again(command: Command) -> None:
    ended = command.run("secret", "set", "BANK", VALUE)
    assert ended.returncode == 2


def test_without_a_keyring_it_says_what_to_do(tmp_path: Path) -> None:
    lone = Command(tmp_path)
    lone.environment.pop("DBUS_SESSION_BUS_ADDRESS", None)
    ended = _set(lone, "BANK", VALUE)
    assert ended.returncode == 2 and "start a keyring" in ended.stderr and VALUE not in ended.stderr
    assert "no secret is configured" in lone.run("secret", "list").stdout


def test_at_a_terminal_it_is_asked_for_twice_and_not_shown(command: Command) -> None:
    ours, theirs = pty.openpty()
    process = command.start_at(theirs, "secret", "set", "BANK")
    os.close(theirs)
    said = b""
    for asked in (b"BANK}}: ", b"once more: "):
        while not said.endswith(asked):
            said += os.read(ours, 1000)
        os.write(ours, f"{VALUE}\n".encode())
    while chunk := _read(ours):
        said += chunk
    assert process.wait(WAITED_S) == 0
    os.close(ours)
    assert b"is in the keyring" in said and VALUE.encode() not in said
    assert _listed(command)["BANK"] is True


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1000)
    except OSError:
        return b""

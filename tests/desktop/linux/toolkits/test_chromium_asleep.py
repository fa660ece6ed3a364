"""The command that starts a browser again, from its command line as the kernel has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.desktop.linux.toolkits.chromium_asleep import command_again
from ufo.errors import NotActionable


def test_the_same_profile_and_options_without_addresses_and_without_what_keeps_the_tree_off(tmp_path: Path) -> None:
    line = (
        "/usr/lib/chromium/chromium --no-first-run --disable-renderer-accessibility --load-extension "
        f"--incognito --user-data-dir={tmp_path} https://a.example/ --app=https://b.example file:///c\0"
    )
    program, *options = command_again(line)
    assert program == "/usr/lib/chromium/chromium"
    assert options[:3] == ["--no-first-run", "--load-extension", f"--user-data-dir={tmp_path}"]
    assert options[3:] == ["--force-renderer-accessibility", "--restore-last-session", "--hide-crash-restore-bubble"]


def test_arguments_that_were_left_apart_by_the_program_are_read_as_well() -> None:
    assert command_again("/opt/chrome\0--lang=de\0https://a.example/\0")[:2] == ("/opt/chrome", "--lang=de")


def test_a_profile_with_a_space_in_its_path_is_found_and_a_doubtful_one_is_refused(tmp_path: Path) -> None:
    profile = tmp_path / "my profile"
    profile.mkdir()
    for rest in ("--lang=de", "https://a.example/ --lang=de", "https://a.example/"):
        assert f"--user-data-dir={profile}" in command_again(f"chromium --user-data-dir={profile} {rest}")
    (tmp_path / "my").mkdir()
    with pytest.raises(NotActionable, match="start it again by hand"):
        command_again(f"chromium --user-data-dir={profile} https://a.example/")

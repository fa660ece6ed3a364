"""Named desktops, used by the other commands."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import Command, until


def test_what_is_written_down_of_a_desktop_that_stays_holds_no_secret_and_is_for_its_owner_alone(
    tmp_path: Path,
) -> None:
    command = Command(tmp_path)
    (tmp_path / "run").mkdir(mode=0o700)
    (tmp_path / "run" / "ufo").mkdir(mode=0o755)
    secrets = dict.fromkeys(("OPENAI_API_KEY", "DATABASE_URL", "SSHPASS", "ADDED"), "planted-9f2c")
    around = {
        **secrets,
        "http_proxy": "http://ann:planted-9f2c@127.0.0.1:9",
        "UFO_DESKTOP__ENVIRONMENT": '["ADDED"]',
        "XDG_RUNTIME_DIR": str(tmp_path / "run"),
    }
    command.environment.update(around)
    name = f"test-{command.tag[:8]}"
    assert command.run("desktop", "start", name).returncode == 0
    try:
        state = tmp_path / "run/ufo/desktops" / f"{name}.json"
        assert "planted-9f2c" not in state.read_text()
        assert "planted-9f2c" not in command.run("desktop", "list", "--json").stdout
        rights = [path.stat().st_mode & 0o777 for path in (state.parent.parent, state.parent, state)]
        assert rights == [0o700, 0o700, 0o600]
    finally:
        assert command.run("desktop", "stop", name).returncode == 0
    assert until(lambda: not command.left())


def test_a_command_on_a_desktop_of_its_own_gets_what_programs_need_and_what_is_named_with_it(tmp_path: Path) -> None:
    command = Command(tmp_path)
    around = {"STRIPE_KEY": "planted-1", "MINE": "planted-2", "ADDED": "planted-3", "LC_TIME": "C"}
    around["UFO_DESKTOP__ENVIRONMENT"] = '["ADDED"]'
    command.environment.update(around)
    said = command.run("desktop", "run", "--env", "MINE", "--", "env")
    assert said.returncode == 0, said.stderr
    assert {"MINE=planted-2", "ADDED=planted-3", "LC_TIME=C"} <= set(said.stdout.splitlines())
    assert "planted-1" not in said.stdout
    missing = command.run("desktop", "run", "--env", "NO_SUCH_ONE", "--", "env")
    assert (missing.returncode, "NO_SUCH_ONE" in missing.stderr) == (2, True)

"""The set-up says how far it is, and what mends it where it fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scripts.stubs import Stubs

_APT = """
case "$*" in *install*)
  echo "0 upgraded, 7 newly installed, 0 to remove and 0 not upgraded."
  echo "Get:1 http://deb/xvfb"; echo "Get:2 http://deb/dbus"; echo "Setting up xvfb (1.0)"
  sleep "$SLOW"; exit "$CODE" ;;
esac
"""


@pytest.fixture
def setup(tmp_path: Path) -> Stubs:
    """A machine on which every package but xvfb is there."""
    stubs = Stubs(tmp_path, "setup.sh")
    stubs.add("dpkg-query", 'case "$*" in *" xvfb") ;; *) echo "install ok installed" ;; esac')
    stubs.add("apt-get", _APT)
    stubs.add("sudo", '"$@"')
    stubs.environment.update(SLOW="0", CODE="0")
    return stubs


def test_at_a_terminal_it_counts_packages_while_they_are_installed(setup: Stubs) -> None:
    setup.environment["SLOW"] = "2.5"
    code, said = setup.run_at_a_terminal("system")
    assert code == 0
    assert "step 1 of 4: system packages" in said
    assert "installing 1 packages and what they need: xvfb" in said
    assert "2 downloaded, 1 of 7 packages set up" in said


def test_elsewhere_it_says_a_line_a_step(setup: Stubs) -> None:
    done = setup.run("system")
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "setup: step 1 of 4: system packages",
        "setup: installing 1 packages and what they need: xvfb ",
        "setup: ready",
    ]


def test_a_failure_says_what_mends_it_and_where_everything_is_told(setup: Stubs) -> None:
    setup.environment["CODE"] = "100"
    done = setup.run("system")
    assert done.returncode != 0
    assert "to mend it: sudo apt-get -f install" in done.stderr
    assert "Setting up xvfb" in (setup.script.parents[1] / ".setup.log").read_text()


def test_where_all_is_there_nothing_is_installed(setup: Stubs) -> None:
    setup.add("dpkg-query", 'echo "install ok installed"')
    assert setup.run("system").stderr == "setup: ready\n"
    assert not any(text.startswith("apt-get") for text in setup.said)


def test_what_the_tests_alone_need_is_installed_for_them_alone(setup: Stubs) -> None:
    folder = setup.script.parents[1]
    (folder / ".venv").mkdir()
    (folder / ".venv/bin").symlink_to(folder / "bin")
    (folder / "extensions/one").mkdir(parents=True)
    for name in ("requirements.lock", "requirements-tests.lock", "pyproject.toml", "extensions/one/pyproject.toml"):
        (folder / name).write_text("part==1\n", encoding="utf-8")
    setup.add("dpkg-query", 'echo "install ok installed"')
    setup.add("python")
    setup.add("pip")

    def locks() -> list[str]:
        return [line.rpartition(" -r ")[2] for line in setup.said if line.startswith("pip ") and " -r " in line]

    assert setup.run("run").returncode == 0
    assert locks() == ["requirements.lock"]
    for purpose in ("test", "apps", "run"):
        assert setup.run(purpose).returncode == 0
    assert locks() == ["requirements.lock", "requirements-tests.lock"]

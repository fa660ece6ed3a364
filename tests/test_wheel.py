"""The package as it is installed: built as a wheel, put into an environment elsewhere, and given a request there."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.cli.command import Command, only_object
from tests.scenarios.stage import host
from tests.waiting import WAITED_S

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The wheel of ufo, and those of its extensions after it."""
    folder = tmp_path_factory.mktemp("wheels")
    subprocess.run([ROOT / "scripts/wheels.sh", folder], check=True, capture_output=True, timeout=WAITED_S)
    return sorted(folder.glob("*.whl"), key=lambda wheel: (not wheel.name.startswith("ufo_desktop_agent"), wheel.name))


@pytest.fixture(scope="module")
def installed(wheels: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` of an environment with these packages, and what they depend on from the environment of the tests."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin/python"
    # What is run is compiled then: a tenth of it.
    quickly = ("-q", "--no-deps", "--no-index", "--no-compile")
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", *quickly, *map(str, wheels)]
    subprocess.run(install, check=True, capture_output=True, timeout=120)
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)}))
    # What our extensions declare stands there too, so that they have to be found as well.
    extensions = [str(path.parent) for path in (ROOT / "extensions").glob("*/pyproject.toml")]
    elsewhere = [text for text in sys.path if text.endswith(("site-packages", "dist-packages"))] + extensions
    (packages / "dependencies.pth").write_text("\n".join(elsewhere) + "\n", encoding="utf-8")
    return folder / "bin"


def test_the_wheel_holds_all_that_the_package_reads_beside_its_code(wheels: list[Path]) -> None:
    held = set(zipfile.ZipFile(wheels[0]).namelist())
    tracked = subprocess.run(["git", "ls-files", "ufo"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    missing = [line for line in tracked.splitlines() if (ROOT / line).is_file() and line not in held]
    assert missing == []
    for ending in ("py.typed", "report.html.j2", "openbox.xml"):
        assert any(text.endswith(ending) for text in held), ending


def test_what_is_installed_elsewhere_is_used_there(installed: Path, tmp_path: Path) -> None:
    code = "import ufo, ufo_planner; print(ufo.__file__, ufo.RunOutcome.VERIFIED, ufo_planner.__file__)"
    said = subprocess.run([installed / "python", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    files = said.stdout.split()[::2]
    assert all(file.startswith(str(installed.parent)) for file in files) and len(files) == 2


def test_what_is_installed_elsewhere_names_no_make(installed: Path, tmp_path: Path) -> None:
    lacking = {"PATH": str(installed), "HOME": str(tmp_path)}
    for arguments in (["doctor"], ["setup", "--dry"], ["run", "x", "--desktop", "private"]):
        said = subprocess.run(
            [installed / "ufo", *arguments],
            cwd=tmp_path,
            env=lacking,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert said.returncode in (1, 2) and "xvfb" in said.stdout + said.stderr
        assert "make " not in said.stdout + said.stderr
        assert ("mend: ufo setup" in said.stdout) is (arguments == ["doctor"])


@pytest.mark.apps
def test_the_installed_command_does_a_request_on_a_private_desktop(installed: Path, tmp_path: Path) -> None:
    command = Command(tmp_path)
    script = tmp_path / "script.json"
    script.write_text(json.dumps([host("FINISH", result="seen")] * 2), encoding="utf-8")
    done = subprocess.run(
        [installed / "ufo", "run", "look around", "--model", f"scripted:{script}", "--desktop", "private", "--json"],
        cwd=tmp_path, env=command.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    told = only_object(done.stdout)
    assert (told["outcome"], told["answer"]) == ("COMPLETED_UNVERIFIED", "seen"), done.stderr
    assert Path(told["log_path"], "report.html").is_file()
    assert command.left() == []


@pytest.mark.parametrize(
    ("shell", "words"),
    [
        ("bash", "complete"),
        pytest.param("zsh", "#compdef ufo", marks=pytest.mark.matrix),
        pytest.param("fish", "--command ufo", marks=pytest.mark.matrix),
    ],
)
def test_the_installed_command_completes_itself_in_three_shells(installed: Path, shell: str, words: str) -> None:
    environment = {"_UFO_COMPLETE": f"source_{shell}", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}
    said = subprocess.run([installed / "ufo"], env=environment, capture_output=True, text=True, timeout=30, check=False)
    assert words in said.stdout
    assert "_UFO_COMPLETE" in said.stdout

"""The command on Windows: every module can be imported, and what is asked for is done or refused with a reason."""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import ufo
from tests.portable import MODULES_OF_LINUX
from tests.waiting import WAITED_S

pytestmark = pytest.mark.timeout(400)
_EXTRAS = ("anthropic", "boto3", "botocore", "google")
"""Libraries of models' providers, which the environment of these tests does not have."""


def _said(home: Path, *words: str) -> tuple[int, str]:
    environment = {**os.environ, "USERPROFILE": str(home), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "ufo", *words]
    ended = subprocess.run(
        command, env=environment, cwd=home, capture_output=True, encoding="utf-8", timeout=3 * WAITED_S, check=False
    )
    return ended.returncode, ended.stdout + ended.stderr


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_every_module_but_those_of_linux_can_be_imported() -> None:
    for module in pkgutil.walk_packages(ufo.__path__, "ufo."):
        if module.name.startswith(MODULES_OF_LINUX):
            continue
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            assert (error.name or "").partition(".")[0] in _EXTRAS, module.name


@pytest.mark.matrix
def test_the_doctor_says_what_is_there(tmp_path: Path) -> None:
    code, said = _said(tmp_path, "doctor", "--json")
    checks = {check["name"]: check for check in json.loads(said)["checks"]}
    assert code == 0, said
    assert "no private desktops" in checks["private desktop"]["detail"]
    assert not any("Debian" in check["mend"] for check in checks.values())
    assert checks["python"]["ok"] and "Windows" in checks["python"]["detail"]
    assert checks["log folder"]["ok"]


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("run", "x", "--desktop", "private"), "no private desktops"),
        (("desktop", "list"), "no private desktops"),
        (("wayland", "status"), "only Linux has"),
    ],
)
def test_what_windows_lacks_is_refused_with_the_reason(tmp_path: Path, words: tuple[str, ...], why: str) -> None:
    code, said = _said(tmp_path, *words)
    assert code in (1, 2)
    assert why in said


@pytest.mark.matrix
def test_what_only_linux_has_is_not_asked_for_by_the_set_up(tmp_path: Path) -> None:
    _, said = _said(tmp_path, "setup", "--dry")
    assert "private desktop" not in said and "Traceback" not in said
    assert "xtension" in said or "Nothing is missing" in said


@pytest.mark.matrix
def test_a_reader_that_goes_away_is_no_fault() -> None:
    started = subprocess.Popen(
        [sys.executable, "-m", "ufo", "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ)
    )
    assert started.stdout is not None and started.stderr is not None
    started.stdout.close()
    with started.stderr as told:
        assert told.read() == b""
    assert started.wait(WAITED_S) == 130

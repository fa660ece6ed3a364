"""Applications of the Store, which Wine has none of: a COM server of the test plays the part of Windows that starts them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from comtypes import CLSCTX_LOCAL_SERVER, COMError, COMObject
from comtypes.server.localserver import ClassFactory

from ufo.desktop.values import Launch
from ufo.desktop.windows.launch import launcher
from ufo.desktop.windows.launch.activation import MANAGER, ActivationManager, is_packaged
from ufo.errors import LaunchFailed

_CALCULATOR = "Microsoft.WindowsCalculator_8wekyb3d8bbwe!App"
_FORM = Path(__file__).parent / "forms/registration.py"
_NOT_THERE = -2144927141


class _Manager(COMObject):  # type: ignore[misc]  # comtypes has no types
    """Knows one application, which is our own form."""

    _com_interfaces_ = (ActivationManager,)
    _reg_clsid_ = MANAGER
    _reg_clsctx_ = CLSCTX_LOCAL_SERVER

    def __init__(self, started: list[subprocess.Popen[bytes]]) -> None:
        super().__init__()
        self._started = started

    def ActivateApplication(self, application: str, arguments: str, _options: int) -> int:
        if application != _CALCULATOR or arguments != 'a "b c"':
            raise COMError(_NOT_THERE, None, (None, None, None, 0, None))
        self._started.append(subprocess.Popen([sys.executable, os.fspath(_FORM)]))
        return self._started[0].pid


@contextmanager
def _manager() -> Iterator[None]:
    started: list[subprocess.Popen[bytes]] = []
    factory = ClassFactory(_Manager, started)
    try:
        yield
    finally:
        factory._revoke_class()
        for process in started:
            process.kill()
            process.wait()


def test_an_application_of_the_store_is_started_by_its_id_and_its_window_is_told() -> None:
    with _manager():
        window = launcher.launch(Launch(_CALCULATOR, ("a", "b c")), os.environ, 30)
        assert window.title == "Registration"
        with pytest.raises(LaunchFailed, match="could not start"):
            launcher.launch(Launch(_CALCULATOR), os.environ, 30)


def test_where_nothing_starts_them_it_is_told() -> None:
    with pytest.raises(LaunchFailed, match="Windows could not start"):
        launcher.launch(Launch(_CALCULATOR), os.environ, 30)


@pytest.mark.parametrize("program", ["notepad", r"C:\a_b\notepad.exe", "what!", "a_8wekyb3d8bbwe!"])
def test_what_is_no_such_id_is_a_program(program: str) -> None:
    assert not is_packaged(program)

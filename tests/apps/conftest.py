"""Fixtures of the tests on real applications."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.recall_table import Seen, markdown
from tests.apps.everything import table_file
from tests.apps.sessions import Opening, opens_on
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop


@pytest.fixture(scope="session")
def seen() -> Iterator[list[Seen]]:
    """The lines of the table of what is seen, in the order of the tests."""
    found: list[Seen] = []
    yield found
    if table := table_file():
        table.parent.mkdir(parents=True, exist_ok=True)
        table.write_text(markdown(found) + "\n", encoding="utf-8")


@pytest.fixture
def opening(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Opening:
    """Sessions that work in the test's own folder."""
    monkeypatch.chdir(tmp_path)
    return opens_on(desktop, private_desktop, tmp_path)

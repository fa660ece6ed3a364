"""Files that drive the page in a browser are skipped where what drives it is not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.needs import need_part

_DRIVER = "playwright"


class _DrivingTests(pytest.Module):
    def collect(self) -> list[pytest.Item | pytest.Collector]:
        need_part(_DRIVER)
        return list(super().collect())


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    if f"from {_DRIVER}" not in module_path.read_text(encoding="utf-8"):
        return None
    module: pytest.Module = _DrivingTests.from_parent(parent, path=module_path)
    return module

from __future__ import annotations

from pathlib import Path

from ufo.fleet.child.floors import free_memory_mb


def test_the_limit_of_a_container_counts_and_not_the_memory_of_its_host(tmp_path: Path) -> None:
    meminfo = tmp_path / "meminfo"
    meminfo.write_text("MemTotal: 9 kB\nMemAvailable:    8000000 kB\n")
    assert free_memory_mb(meminfo, tmp_path) == 8192.0
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "memory.current").write_text("500000000\n")
    assert free_memory_mb(meminfo, tmp_path) == 8192.0
    (tmp_path / "memory.max").write_text("2000000000\n")
    assert free_memory_mb(meminfo, tmp_path) == 1500.0
    assert free_memory_mb(tmp_path / "gone", tmp_path / "gone") is None

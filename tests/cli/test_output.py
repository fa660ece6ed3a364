from __future__ import annotations

from pathlib import Path

from tests.cli.command import Command


def test_a_run_whose_words_cannot_be_written_ends_as_it_would_have(tmp_path: Path) -> None:
    command = Command(tmp_path)
    ended = command.run_into("/dev/full", "run", "Mach das bitte", "--desktop", "private")
    assert ended.returncode == 12
    (folder,) = command.runs()
    assert (folder / "report.html").is_file()

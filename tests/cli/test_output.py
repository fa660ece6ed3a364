from __future__ import annotations

import subprocess
from pathlib import Path

from tests.cli.command import UFO, Command


def test_a_run_whose_words_cannot_be_written_ends_as_it_would_have(tmp_path: Path) -> None:
    command = Command(tmp_path)
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [*UFO, "run", "Mach das bitte", "--desktop", "private"],
            cwd=tmp_path,
            env=command.environment,
            stdin=subprocess.DEVNULL,
            stdout=full,
            timeout=60,
            check=False,
        )
    assert ended.returncode == 12
    (folder,) = command.runs()
    assert (folder / "report.html").is_file()

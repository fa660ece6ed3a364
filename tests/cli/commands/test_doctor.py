from __future__ import annotations

from pathlib import Path

from ufo.cli.commands.doctor import private_files
from ufo.config.load import load_settings
from ufo.trace.writer import LogWriter


def test_runs_that_others_can_read_are_told_with_what_mends_it(tmp_path: Path) -> None:
    settings = load_settings(log_dir=tmp_path)
    log = LogWriter(tmp_path)
    log.close()
    assert private_files(settings).ok
    log.folder.chmod(0o755)
    told = private_files(settings)
    assert told.ok is None and str(log.folder) in told.detail and told.mend == f"chmod -R go= {tmp_path}"

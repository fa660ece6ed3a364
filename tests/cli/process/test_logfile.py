"""Warnings and tracebacks of a run lie in its folder and not on the terminal."""

from __future__ import annotations

import logging
from pathlib import Path

from ufo.cli.process.logfile import LOG, logged
from ufo.secrets.masks import Masks


def test_a_traceback_lies_in_the_runs_folder(tmp_path: Path) -> None:
    with logged(tmp_path, Masks()):
        try:
            raise ValueError("no luck")
        except ValueError:
            logging.getLogger("ufo.somewhere").exception("it broke")
    text = (tmp_path / LOG).read_text(encoding="utf-8")
    assert "it broke" in text and "ValueError: no luck" in text


def test_nothing_to_say_makes_no_file_and_a_folder_that_is_gone_no_noise(tmp_path: Path) -> None:
    with logged(tmp_path, Masks()):
        logging.getLogger("ufo.somewhere").info("all is well")
    assert list(tmp_path.iterdir()) == []
    with logged(tmp_path / "gone", Masks()):
        logging.getLogger("ufo.somewhere").warning("where to?")

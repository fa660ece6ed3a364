"""What goes wrong by no one's intention is told with its reason, logged with its trace and counted."""

from __future__ import annotations

import logging

import pytest

from ufo.errors import WindowGone
from ufo.faults import Part, counting_faults, note_fault, of_system, why

_log = logging.getLogger("ufo.tests")


def test_a_part_that_breaks_is_told_logged_with_its_trace_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    notes: list[str] = []
    with counting_faults() as faults:
        with Part(_log, "reading the menus", notes):
            raise KeyError("bounds")
        with Part(_log, "reading the rows", notes):
            notes.append("the rows are read")
    assert notes == ["reading the menus failed: KeyError: 'bounds'", "the rows are read"]
    assert faults.count == 1
    (record,) = caplog.records
    assert record.exc_info and record.exc_info[0] is KeyError


def test_what_was_raised_on_purpose_passes_the_boundary_of_a_part() -> None:
    with counting_faults() as faults, pytest.raises(WindowGone), Part(_log, "reading the menus", []):
        raise WindowGone("the window is closed")
    assert faults.count == 0


def test_only_faults_are_counted_and_only_while_somebody_counts() -> None:
    note_fault(_log, "before", ValueError("x"))
    with counting_faults() as faults:
        _log.error("something else")
        note_fault(_log, "during", ValueError("x"))
    note_fault(_log, "after", ValueError("x"))
    assert faults.count == 1


def test_an_error_without_words_is_told_by_its_kind() -> None:
    assert why(AssertionError()) == "AssertionError"
    assert why(ValueError("two\nlines")) == "ValueError: two lines"
    assert of_system(OSError(28, "No space left on device", "/x/report.ods")) == (
        "no space left on device: '/x/report.ods'"
    )

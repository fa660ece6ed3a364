"""Names of jobs, tasks and attempts: each has one spelling, which may stand in a path."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.errors import ConfigError
from ufo.fleet.jobs.names import AttemptId, JobId, TaskKey

_NAMES = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", fullmatch=True)


@given(_NAMES, _NAMES, st.integers(0, 10**9), st.integers(1, 10**9))
def test_an_attempt_is_read_as_it_was_written(job: str, key: str, seed: int, number: int) -> None:
    attempt = AttemptId(TaskKey(JobId(job), key, seed), number)
    assert AttemptId.parse(str(attempt)) == attempt
    assert TaskKey.parse(str(attempt.task)) == attempt.task
    assert not {"..", ""} & set(str(attempt).split("/"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "a/b/0",
        "a/b/0/0",
        "a/b/0/1/2",
        "a/b/-1/1",
        "a/b/00/1",
        "a/b/0/+1",
        "a/b/0/١",
        "../b/0/1",
        "a/./0/1",
        "a/b/0/ 1",
    ]
    + ["a/b/0/1\n", "é/b/0/1", "a//0/1", f"{'a' * 65}/b/0/1", "a/b/0/99999999999999999999", "-a/b/0/1"],
)
def test_what_is_no_attempt_is_refused(text: str) -> None:
    with pytest.raises(ConfigError):
        AttemptId.parse(text)


@given(st.text())
def test_any_text_is_an_attempt_or_refused(text: str) -> None:
    try:
        attempt = AttemptId.parse(text)
    except ConfigError:
        return
    assert str(attempt) == text

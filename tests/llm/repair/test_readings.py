from __future__ import annotations

import pytest

from ufo.llm.repair.lenient_json import readings

FIELDS = ("thought", "status", "comment")
TOLD = {"thought": "so", "status": "FINISH"}


@pytest.mark.parametrize(
    "text",
    [
        "{'thought': 'so', 'status': 'FINISH'}",
        'Sure! [{"thought": "so", "status": "FINISH",}] as you see',
        '{thought: "no", status: "FAIL"} I think</think>```json\n{"thought": "so", "status": "FINISH",}\n```',
        'In {short: ok} words: {"thought": "so", "status": "FINISH"}',
        '{"thought": "so", "status": "FINISH"',
        '{"thought": "so", "status": "FINISH", "comment": "and now I wi',
    ],
)
def test_the_object_is_found_wherever_it_stands(text: str) -> None:
    assert readings(text, FIELDS, truncated=False) == [TOLD]


def test_a_wrapper_is_read_with_what_it_wraps() -> None:
    assert readings("{'answer': {'thought': 'so'}}", FIELDS, truncated=False)[1] == {"thought": "so"}


@pytest.mark.parametrize(
    ("text", "truncated"),
    [
        ('{"thought": "so", "status": "FIN', False),
        ('{"thought": "so", "comment": "as', False),
        ('{"thought": "so"', True),
        ('{"thought": "so",', False),
        ('{"status": "FINISH", "thought": {"a": [1', False),
    ],
)
def test_a_cut_that_may_have_lost_what_decides_goes_back(text: str, truncated: bool) -> None:
    with pytest.raises(ValueError, match="cut off"):
        readings(text, FIELDS, truncated=truncated)


def test_a_broken_object_is_not_replaced_by_one_inside_it() -> None:
    with pytest.raises(ValueError, match="line 1, column 18"):
        readings('{"thought": "so" {"thought": "inner", "status": "FAIL"}}', FIELDS, truncated=False)

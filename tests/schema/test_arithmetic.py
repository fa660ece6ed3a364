from __future__ import annotations

import pytest

from ufo.schema.arithmetic import value_of


@pytest.mark.parametrize("expression", ["10/0", "abc", "1+", "9^9^9", "(" * 500, "__import__('os')", ""])
def test_what_has_no_value_has_none(expression: str) -> None:
    assert value_of(expression) is None

from __future__ import annotations

import pytest

from tests.requirement import requirement
from ufo.schema.running_mode import RunningMode


@requirement("mode:names")
def test_the_modes_have_the_specifications_names_and_values() -> None:
    assert {mode.name: mode.value for mode in RunningMode} == {
        "NORMAL": "normal",
        "BATCH_NORMAL": "batch_normal",
        "FOLLOWER": "follower",
        "NORMAL_OPERATOR": "normal_operator",
        "BATCH_OPERATOR": "batch_normal_operator",
    }
    assert RunningMode("batch_operator") is RunningMode.BATCH_OPERATOR
    with pytest.raises(ValueError, match="service"):
        RunningMode("service")

"""Which requests say that something is not to be saved."""

from __future__ import annotations

import pytest

from ufo.agents.unsaved import is_to_stay_unsaved


@pytest.mark.parametrize(
    "request_",
    [
        "type hello without saving", "write it, but do not save it", "Don't save the document", "leave the file unsaved",
        "it need not be saved", "schreibe Hallo, ohne es zu speichern",
    ],
)  # fmt: skip
def test_a_request_may_say_that_nothing_is_to_be_saved(request_: str) -> None:
    assert is_to_stay_unsaved(request_)


@pytest.mark.parametrize(
    "request_",
    [
        "type hello",
        "save it as a.txt",
        "do not save it as a.doc, but as a.odt",
        "never save over the old file",
        "open the unsaved letter",
        "write the list and save it without a title",
    ],
)
def test_other_requests_do_not_say_so(request_: str) -> None:
    assert not is_to_stay_unsaved(request_)

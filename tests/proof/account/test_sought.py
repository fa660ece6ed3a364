"""An icon that is pressed must be that of what the request tells to find, and not the same icon of another row."""

from __future__ import annotations

import pytest

from tests.proof.account.looked_at import on, outcome, shown
from ufo.schema.action import ActionCommandInfo
from ufo.schema.outcome import RunOutcome

_ASKED = "Find the email by Gerta and click the trash icon to delete it."
_INBOX = shown(
    "Text: Find the email by", "Text: Gerta", "Text: and click the trash icon to delete it.", "Heading: Primary", "Text: Lissie",
    "Image: trash", "Text: Risus", "Text: Erat", "Text: Gerta", "Image: trash", "Text: Aenean.", "Text: Vulputate",
    "Text: Amargo", "Image: trash",
)  # fmt: skip
_OPENED = shown("Text: Aenean.", "Text: Gerta", "Image: trash")


def _trash(number: int) -> ActionCommandInfo:
    return on([one for one in _INBOX if one.name == "trash"][number])


@pytest.mark.parametrize("number", [0, 1, 2])
def test_of_several_rows_only_the_icon_beside_the_name_is_verified(number: int) -> None:
    ended = outcome(_ASKED, _INBOX, [_trash(number)])
    assert (ended is RunOutcome.VERIFIED) is (number == 1)


def test_one_more_or_another_icon_is_not_verified() -> None:
    star = on(_INBOX[6].model_copy(update={"name": "star"}))
    for acts in ([_trash(0), _trash(1)], [_trash(1), _trash(0)], [star], []):
        assert outcome(_ASKED, _INBOX, acts) is not RunOutcome.VERIFIED


@pytest.mark.parametrize(("came", "is_right"), [("Gerta", True), ("Lissie", False)])
def test_in_an_opened_mail_the_press_before_must_have_brought_the_name_up(came: str, is_right: bool) -> None:
    acts = [on(_OPENED[1], "click_input", f"Text {came!r} appeared"), on(_OPENED[3])]
    assert (outcome(_ASKED, _OPENED, acts) is RunOutcome.VERIFIED) is is_right
    assert outcome(_ASKED, _OPENED, acts[1:]) is not RunOutcome.VERIFIED


def test_what_is_found_by_a_description_alone_is_not_told_by_a_press() -> None:
    for number in range(3):
        request = "Find the email about the invoice and click the trash icon to delete it."
        assert outcome(request, _INBOX, [_trash(number)]) is not RunOutcome.VERIFIED

"""A message that went to whom the request names: found, addressed and sent."""

from __future__ import annotations

import pytest

from tests.known_tools import acted
from tests.proof.account.test_named_acts import pressed
from ufo.proof.account.sent_messages import was_sent_to_whom_it_names
from ufo.proof.acts.deeds import deeds_of
from ufo.proof.request.literals import literals_of
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.target import TargetInfo, TargetKind

_FORWARD = "On the page that is open in Chromium: Find the email by Gerta and forward that email to Marna."


def _wrote(text: str, effect: Effect = Effect.CONFIRMED) -> ActionCommandInfo:
    target = TargetInfo(kind=TargetKind.CONTROL, name="to:", id="9", type="Edit")
    result = Result(status=ResultStatus.SUCCESS, effect=effect, evidence=(f"Edit 'to:' now shows '{text}'",))
    return acted("set_edit_text", arguments={"id": "9", "name": "to:", "text": text}, target=target, result=result)


_OPENED = pressed("Aenean.", "Text 'Gerta' appeared", role="Text")
_OTHER = pressed("Risus.", "Text 'Lissie' appeared", role="Text")
_PRESSED, _SENT = pressed("Forward", "Text 'to:' appeared"), pressed("Send")


def _sent(request: str, *acts: ActionCommandInfo) -> bool:
    return was_sent_to_whom_it_names(request, literals_of(request), deeds_of(acts))


def test_a_mail_found_by_its_sender_and_forwarded_by_name_was_sent() -> None:
    assert _sent(_FORWARD, _OPENED, _PRESSED, _wrote("Marna"), _SENT)


@pytest.mark.parametrize(
    "acts",
    [
        [_OPENED, _PRESSED, _wrote("Marna")],
        [_OPENED, _PRESSED, _wrote("Martha"), _SENT],
        [_OTHER, _PRESSED, _wrote("Marna"), _SENT],
        [_OPENED, pressed("Reply"), _wrote("Marna"), _SENT],
        [_OPENED, _PRESSED, _wrote("Marna"), pressed("Send", "Text '86373 / 86400sec' appeared")],
        [_OPENED, _PRESSED, _wrote("Marna", Effect.SUSPECTED_NOOP), _SENT],
    ],
)
def test_a_careless_mind_that_left_one_step_out_did_not_send_it(acts: list[ActionCommandInfo]) -> None:
    assert not _sent(_FORWARD, *acts)


@pytest.mark.parametrize("says", ["is waiting for", "wants to read", "should get"])
def test_a_mail_that_somebody_waits_for_is_forwarded_to_just_that_one(says: str) -> None:
    request = f"On the page that is open in Chromium: Amargo {says} the email by Gerta."
    assert _sent(request, _OPENED, _PRESSED, _wrote("Amargo"), _SENT)
    assert not _sent(request, _OPENED, _PRESSED, _wrote("Gerta"), _SENT)
    assert not _sent(request, _OTHER, _PRESSED, _wrote("Amargo"), _SENT)
    assert not _sent(request, _OPENED, pressed("Reply"), _wrote("Amargo"), _SENT)


def test_a_quoted_message_must_have_been_written_too() -> None:
    request = 'Email Kiley the message, "Amet, a. Nunc."'
    opened, reply = pressed("Kiley", role="Text"), pressed("Reply")
    assert _sent(request, opened, reply, _wrote("Amet, a. Nunc."), _SENT)
    assert not _sent(request, opened, reply, _wrote("Nunc."), _SENT)
    assert not _sent("Bookmark the page under the name Timetable", pressed("Bookmark"), _wrote("Timetable"), _SENT)

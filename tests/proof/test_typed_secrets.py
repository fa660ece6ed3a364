"""A secret of the request is shown by its mask: as a text that is compared, or by the dots of the field it was typed into."""

from __future__ import annotations

import pytest

from tests.proof.test_act_facts import button, done
from ufo.proof.closure import close
from ufo.proof.facts import Evidence, collect_facts
from ufo.proof.verdict import verdict
from ufo.schema.action import ActionCommandInfo
from ufo.schema.fact import Facts
from ufo.schema.form import Form, FormPart
from ufo.schema.outcome import RunOutcome
from ufo.schema.reading import Reading
from ufo.schema.target import TargetInfo
from ufo.secrets.masks import Masks

_REQUEST = 'sign me up as Ada with the password "open sesame"'


def _facts(masks: Masks, typed: str, shown: str) -> Facts:
    field = TargetInfo(name="Password", type="Edit", states=("password",))
    parts = (FormPart(role="Edit", name="Name", value="Ada"), FormPart(role="Edit", name="Password", value=shown))
    typing = done("set_edit_text", field).model_copy(update={"arguments": {"text": typed}})
    sent = done("click_input", button("Send"), action_class="send", deed="Press 'Send'", form=Form(parts=parts))
    acts: list[ActionCommandInfo] = [typing, sent]
    return masks.model(collect_facts(Evidence(_REQUEST, "", acts=acts, mask=masks.text)))


@pytest.mark.parametrize(
    ("typed", "shown", "outcome"),
    [
        ("open sesame", "•" * 11, RunOutcome.VERIFIED),
        ("open sesame", "•" * 10, RunOutcome.COMPLETED_UNVERIFIED),
        ("close sesam", "•" * 11, RunOutcome.COMPLETED_UNVERIFIED),
        ("open sesame!", "•" * 12, RunOutcome.COMPLETED_UNVERIFIED),
    ],
)
def test_a_password_of_the_request_is_shown_by_the_dots_of_its_field(
    typed: str, shown: str, outcome: RunOutcome
) -> None:
    masks = Masks()
    masks.learn("open sesame")
    facts, request = _facts(masks, typed, shown), masks.text(_REQUEST)
    reading = Reading.model_validate(
        {
            "parts": [{"quote": request, "verdict": "shown", "shown_by": [fact.id for fact in facts.facts]}],
            "changes": [{"fact": fact.id, "asked_by": request} for fact in facts.facts if fact.must_be_asked_for],
        }
    )
    account = close(request, facts, reading, "a reader")
    assert verdict(account)[0] is outcome, account.open
    assert "sesame" not in facts.model_dump_json() + account.model_dump_json()
    assert typed not in facts.model_dump_json()

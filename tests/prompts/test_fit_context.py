from __future__ import annotations

import re

import pytest

from tests.prompts.test_prompter import app_inputs, host_inputs
from ufo.errors import ModelUnavailable
from ufo.prompts.fit_context import fit_context, tokens
from ufo.prompts.outline import outline
from ufo.prompts.prompter import AppAgentPrompter, HostAgentPrompter
from ufo.schema.inputs import AppInputs
from ufo.schema.message import ImagePart
from ufo.schema.target import TargetInfo, TargetKind

BUTTONS = tuple(
    TargetInfo(kind=TargetKind.CONTROL, name=f"Button number {at}", id=str(at), type="Button", path=("Window",))
    for at in range(1, 1001)
)
MODEL = "'openai:small', which reads and writes 4,096"


def crowded() -> AppInputs:
    return app_inputs(controls=BUTTONS, outline=outline(BUTTONS, 40_000), actions=app_inputs().actions * 10)


def test_a_prompt_that_fits_is_the_prompt_as_it_is() -> None:
    prompter, inputs = HostAgentPrompter(), host_inputs()
    fitted = fit_context(prompter, inputs, 100_000, MODEL)
    assert (fitted.messages, fitted.left_out) == (prompter.render(inputs), ())


def test_what_matters_least_goes_first_and_more_with_each_smaller_context() -> None:
    prompter = AppAgentPrompter()
    lost = [fit_context(prompter, crowded(), room, MODEL) for room in (7_000, 5_000, 2_600, 1_900)]
    kinds = [[text.partition(" (")[0] for text in each.left_out] for each in lost]
    assert kinds[0][0] == "the pictures"
    assert [len(kind) for kind in kinds] == sorted(len(kind) for kind in kinds)
    assert all(set(less) <= set(more) for less, more in zip(kinds, kinds[1:], strict=False))
    assert "the tail of the controls" in kinds[-1] and "your older actions" in kinds[-1]


@pytest.mark.parametrize("room", [7_000, 5_000, 4_000, 2_600, 1_900])
def test_what_is_left_out_is_told_to_the_model_within_the_room(room: int) -> None:
    fitted = fit_context(AppAgentPrompter(), crowded(), room, MODEL)
    assert tokens(fitted.messages) <= room
    (told,) = re.findall(r"Left out for lack of room: (.*)\.", fitted.messages[1].text)
    assert all(text in told for text in fitted.left_out)
    if "the pictures" in fitted.left_out:
        assert not any(isinstance(part, ImagePart) for message in fitted.messages for part in message.parts)
    if any("tail of the controls" in text for text in fitted.left_out):
        assert re.search(r"\d+ of 1000 controls cut for length", fitted.messages[1].text)
        assert "find_controls searches them" in fitted.messages[1].text


def test_where_even_the_least_does_not_fit_the_next_move_is_told() -> None:
    with pytest.raises(
        ModelUnavailable, match=r"least prompt takes about [\d,]+ tokens.*'openai:small'.*longer context"
    ):
        fit_context(AppAgentPrompter(), crowded(), 700, MODEL)

"""Every word that a model is sent, for fixed inputs. `WRITE_SNAPSHOTS=1 pytest tests/prompts/test_snapshots.py` writes them
anew, and the change shows in the diff.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.extensions.computer_use.asking import operator_turn, view
from tests.llm.turns import picture
from tests.prompts.test_prompter import app_inputs, host_inputs
from ufo.prompts.operator_prompter import OperatorPrompter
from ufo.prompts.prompter import AppAgentPrompter, HostAgentPrompter
from ufo.prompts.reading import EvaluationAgentPrompter, OrdersPrompter
from ufo.schema.computer_use import OperatorInputs
from ufo.schema.inputs import EvaluationInputs, OrderInputs
from ufo.schema.message import Message, TextPart

FOLDER = Path(__file__).parent / "snapshots"


def _operator() -> Sequence[Message]:
    prompter = OperatorPrompter()
    known = app_inputs(images=())
    instruction = prompter.instruction(known)
    turn = operator_turn()
    assert isinstance(turn.inputs, OperatorInputs)
    return prompter.render(OperatorInputs.of(known, instruction, (view(said="That failed."),), ()))


def _evaluation() -> Sequence[Message]:
    inputs = EvaluationInputs(
        "write a note",
        "verified",
        "it is there",
        "written",
        ("typed", "saved"),
        left_out=3,
        images=(picture(),),
        captions=("now",),
    )
    return EvaluationAgentPrompter().render(inputs)


PROMPTS: dict[str, Callable[[], Sequence[Message]]] = {
    "host_agent": lambda: HostAgentPrompter().render(host_inputs()),
    "host_agent_blind": lambda: HostAgentPrompter(is_visual=False).render(host_inputs()),
    "app_agent": lambda: AppAgentPrompter().render(app_inputs()),
    "app_agent_one_action": lambda: AppAgentPrompter(action_sequence=False).render(app_inputs()),
    "app_agent_blind": lambda: AppAgentPrompter(is_visual=False).render(app_inputs()),
    "app_agent_secret": lambda: AppAgentPrompter().render(app_inputs(subtask="type {{secret:mail}}")),
    "app_agent_follower": lambda: AppAgentPrompter(main_prompt="app_agent_follower").render(app_inputs()),
    "operator_agent": _operator,
    "evaluation_agent": _evaluation,
    "orders": lambda: OrdersPrompter().render(
        OrderInputs(
            "Schreib Ann und schick es ab", "Press 'Send' in 'Mail'; it goes to Ann", "send", "Send", "Mail", "Mail"
        )
    ),
}


def _written(messages: Sequence[Message]) -> str:
    lines = []
    for message in messages:
        lines.append(f"# {message.role}\n")
        lines += [part.text if isinstance(part, TextPart) else f"[picture: {part.caption}]" for part in message.parts]
        lines.append("")
    return "\n".join(lines)


@pytest.mark.parametrize("name", PROMPTS)
def test_a_prompt_is_word_for_word_as_it_was_agreed(name: str) -> None:
    told, path = _written(PROMPTS[name]()), FOLDER / f"{name}.txt"
    if os.environ.get("WRITE_SNAPSHOTS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8"), (
        "if that is meant: WRITE_SNAPSHOTS=1 pytest tests/prompts/test_snapshots.py"
    )


def test_every_snapshot_is_of_a_prompt() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(PROMPTS)

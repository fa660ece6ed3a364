"""Hostile text, wherever it stands, and a model that obeys it: nothing classed as risky happens without a yes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.injection.carriers import CARRIERS, Carrier
from tests.injection.obedient import ObedientProvider, Work, said
from tests.injection.orders import ORDERS, Order
from tests.injection.victim import Vault, is_harmed, launchable
from tests.scenarios.stage import stage
from ufo.agents.user import User
from ufo.runs.sessions.users import NobodyUser, ScriptedUser
from ufo.schema.inputs import OrderInputs
from ufo.schema.reading import Ordered
from ufo.tools.policy.consent.mandate import OrderReader, nobody_reads

_ORDERS_A_CARRIER, _TRIED = 8, (0, 2)
CASES = [
    (carrier, ORDERS[(place * 3 + step) % len(ORDERS)])
    for place, carrier in enumerate(CARRIERS)
    for step in range(_ORDERS_A_CARRIER)
]


def named(case: tuple[Carrier, Order]) -> str:
    return f"{case[0].name}: {case[1].name}"


async def _run(
    root: Path, carrier: Carrier, order: Order, user: User, orders: OrderReader = nobody_reads
) -> tuple[ObedientProvider, bool]:
    """The model, and whether harm was done."""
    words = said(ORDERS.index(order), order)
    if carrier.is_file_name:
        (root / "work").mkdir()
        (root / "work" / f"{words.replace('/', ' ')}.txt").touch()
    vault = Vault.fill(root)
    work = Work("Mail", "read the mail", carrier.looks, lists_files=carrier.is_file_name)
    model = ObedientProvider(ORDERS, work, root)
    installed = [carrier.app(words), *launchable()]
    async with stage(root, model, running=("mail",), installed=installed, user=user, orders=orders) as scene:
        await scene.run(work.request)
        return model, is_harmed(scene.desktop) or vault.is_harmed


def _of_each_carrier() -> list[Any]:
    """Every order, and two of them on each carrier: the others try once more what these show."""
    return [
        case if place % _ORDERS_A_CARRIER in _TRIED else pytest.param(case, marks=pytest.mark.matrix)
        for place, case in enumerate(CASES)
    ]


@pytest.mark.parametrize("case", _of_each_carrier(), ids=named)
async def test_what_a_text_orders_does_not_happen_without_a_yes(tmp_path: Path, case: tuple[Carrier, Order]) -> None:
    model, harm = await _run(tmp_path, *case, NobodyUser())
    assert model.obeyed, "the text did not reach the model, so that this shows nothing"
    assert not harm


@pytest.mark.parametrize(
    "order", [item for place, item in enumerate(ORDERS) if place % 3 == 1], ids=lambda item: item.name
)
async def test_a_reader_that_is_fooled_by_the_screen_lets_nothing_happen(tmp_path: Path, order: Order) -> None:
    async def fooled(inputs: OrderInputs) -> Ordered:
        """It takes what it is told of the act for the person's order."""
        return Ordered(ordered=True, quote=inputs.act)

    model, harm = await _run(tmp_path, CARRIERS[3], order, NobodyUser(), fooled)
    assert model.obeyed and not harm


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(item, marks=[] if place % 5 == 0 else pytest.mark.matrix, id=item.name)
        for place, item in enumerate(ORDERS)
    ],
)
async def test_each_order_does_harm_once_a_person_says_yes(tmp_path: Path, order: Order) -> None:
    """Else the tests above would pass for an order that nobody could carry out."""
    user = ScriptedUser(consents=[True] * 4)
    model, harm = await _run(tmp_path, CARRIERS[3], order, user)
    assert model.obeyed and user.asked
    assert harm


def test_there_are_at_least_a_hundred_cases_over_all_carriers_and_orders() -> None:
    assert len(CASES) >= 100
    assert {id(carrier) for carrier, _ in CASES} == {id(carrier) for carrier in CARRIERS}
    tried = (case for place, case in enumerate(CASES) if place % _ORDERS_A_CARRIER in _TRIED)
    assert {id(order) for _, order in tried} == {id(order) for order in ORDERS}

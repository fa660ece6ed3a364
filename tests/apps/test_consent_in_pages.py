"""What a request names is consent in a real page, whose controls tell what their form does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.needs import needs
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.config.settings import PolicySettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import NEEDS_CONSENT, Command, Effect
from ufo.schema.inputs import OrderInputs
from ufo.schema.reading import Ordered
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.consent.mandate import Mandate
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.app_ui import app_ui

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(120),
    needs("chromium"),
]
_PAGE = Path(__file__).parents[1] / "owned_apps" / "payment_page.html"


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, desktop=desktop)
    item.selection.window = await desktop.launch(Launch("chromium", (_PAGE.as_uri(),)), timeout_s=60)
    with in_time():
        while not any(target.name == "Place order" for target in (await item.look()).values()):
            await anyio.sleep(0.05)
    yield item
    await item.dispatcher.close()


async def test_a_way_of_paying_that_the_request_names_is_chosen_and_another_one_is_asked_about(
    bench: Bench, tmp_path: Path
) -> None:
    async def reads(inputs: OrderInputs) -> Ordered:
        """As a capable mind reads it: only the one way of paying is ordered."""
        ordered = inputs.target == "Pay on delivery"
        return Ordered(ordered=ordered, quote="pay on delivery" if ordered else "")

    policy = Policy(PolicySettings(), bench.scope, Mandate(reader=reads))
    policy.mandate.begin("Buy two mugs, deliver to Ida Berg, pay on delivery, and tell me the order number", tmp_path)
    guarded = GuardedDispatcher(bench.dispatcher, policy)

    def fills(choice: str) -> Command:
        radio = bench.id_of(choice, "RadioButton")
        fields = [{"id": bench.id_of("Name", "Edit"), "value": "Ida Berg"}, {"id": radio, "value": True}]
        return Command(tool_name="fill", parameters={"fields": fields})

    (asked,) = await guarded.execute_commands([fills("Pay by card")])
    assert str(asked.error).startswith(NEEDS_CONSENT), asked
    (chosen,) = await guarded.execute_commands([fills("Pay on delivery")])
    assert chosen.effect is Effect.CONFIRMED, chosen

"""A mail composed by our tool, seen in the real compose window of Thunderbird by its accessibility tree."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from tests.apps.mail_accounts import ACCOUNT, opens_mail, thunderbird_account
from tests.needs import needs
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.config.settings import PolicySettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Window
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command, Effect
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.servers.mail_tools import mail

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(300),
    pytest.mark.matrix,
    needs("thunderbird"),
]


@pytest.fixture
def profile(private_desktop: PrivateDesktop, request: pytest.FixtureRequest) -> Iterator[Path]:
    """Thunderbird's default profile on the private desktop. It has one account that fetches nothing, or what a test asks for."""
    home = Path(private_desktop.environment["HOME"])
    opens_mail(home, "thunderbird")
    folder = thunderbird_account(home, getattr(request, "param", ACCOUNT))
    yield folder
    shutil.rmtree(folder.parent, ignore_errors=True)


@pytest.fixture
async def bench(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, profile: Path, tmp_path: Path
) -> AsyncIterator[Bench]:
    environment = private_desktop.environment
    item = Bench(tmp_path, app_ui, lambda scope: mail(replace(scope, environment=environment)), desktop=desktop)
    yield item
    await item.dispatcher.close()


async def _composing(bench: Bench, subject: str) -> Window:
    (window,) = [window for window in await bench.scope.desktop.windows() if subject in window.title]
    return window


async def _shown(bench: Bench, window: Window, *names: str) -> list[Element]:
    """Return what a window shows once each of these words stands at the beginning of a name in it."""
    with in_time():
        while True:
            elements = list(await bench.scope.desktop.snapshot(window.id))
            if all(any(element.name.startswith(name) for element in elements) for name in names):
                return elements
            await anyio.sleep(0.1)


def _text(elements: list[Element], name: str) -> str:
    return next(element.value or "" for element in elements if element.name == name and "editable" in element.states)


async def test_a_mail_stands_in_the_compose_window_with_all_that_it_was_given(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "price, list 'new'.txt").write_text("Tea 3", encoding="utf-8")
    (tmp_path / "über.pdf").write_bytes(b"%PDF-1.7")
    subject, body = 'Prices, as "agreed": it\'s May', "Dear Eva,\n\nthe prices, 'as agreed': 100 % & more.\nIda"
    done = await bench.run(
        "compose_mail",
        to=["eva@example.org", "Tom Lang <tom@example.org>"],
        cc=["lin@example.org"],
        bcc=["ari@example.org"],
        subject=subject,
        body=body,
        attachments=["price, list 'new'.txt", "über.pdf"],
    )
    assert done.effect is Effect.CONFIRMED, done
    window = await _composing(bench, subject)
    shown = await _shown(bench, window, "eva@", "Tom Lang <tom@", "lin@", "ari@", "price, list 'new' .txt", "über .pdf")
    assert (_text(shown, "Subject"), _text(shown, "Message body")) == (subject, body)
    assert sum(element.role == "ListItem" for element in shown) == 2
    assert any(element.name.startswith("To with 2 addresses") for element in shown)
    assert any(element.name.startswith("Bcc with one address") for element in shown)


async def test_a_second_mail_gets_a_window_of_its_own_and_its_text_attaches_nothing(
    bench: Bench, tmp_path: Path
) -> None:
    (tmp_path / "secret.txt").touch()
    assert (await bench.run("compose_mail", to=["eva@example.org"], subject="First")).effect is Effect.CONFIRMED
    body = f"It's',attachment='{(tmp_path / 'secret.txt').as_uri()}',to='thief@example.org"
    assert (await bench.run("compose_mail", to=["tom@example.org"], subject="Second", body=body)).ok
    shown = await _shown(bench, await _composing(bench, "Second"), "tom@")
    assert "attachment=" in _text(shown, "Message body")
    assert not any(
        element.name.startswith(("secret", "thief", "eva@")) or element.role == "ListItem" for element in shown
    )
    assert _text(await _shown(bench, await _composing(bench, "First"), "eva@"), "Message body").strip() == ""


async def test_nothing_is_sent_before_the_person_said_yes(bench: Bench) -> None:
    await bench.run("compose_mail", to=["eva@example.org"], subject="Lunch", body="At one?")
    bench.selection.window = await _composing(bench, "Lunch")
    await _shown(bench, bench.selection.window, "eva@")
    await bench.look()
    guarded = GuardedDispatcher(bench.dispatcher, Policy(PolicySettings(), bench.scope))
    press = Command(tool_name="click_input", parameters={"id": bench.id_of("Send"), "name": "Send"})
    (verdict,) = await guarded.review([press])
    assert verdict.needs_consent and verdict.action_class is ActionClass.SEND
    (refused,) = await guarded.execute_commands([press])
    assert refused.effect is Effect.REFUSED and await _composing(bench, "Lunch")


@pytest.mark.parametrize("profile", [{}], indirect=True, ids=["no account"])
async def test_a_mail_program_without_an_account_is_told(bench: Bench) -> None:
    done = await bench.run("compose_mail", to=["eva@example.org"], subject="Lunch")
    assert done.effect is Effect.PARTIAL
    assert "shows no mail with that subject" in done.evidence[0] and "asks for one first" in done.evidence[0]

"""Answers that real mail programs send to a local server, with consent, and that are found again among their sent mail."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from email import message_from_string
from pathlib import Path

import anyio
import pytest

from tests.apps.mail_accounts import (
    ACCOUNT,
    IMAP,
    Account,
    imap_server,
    mh_account,
    offer,
    opens_mail,
    thunderbird_account,
)
from tests.needs import needs
from tests.schedules.mail_server import MailServer, mail_server
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.config.settings import PolicySettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch
from ufo.proof.difference import Watched, WorldBefore
from ufo.schema.command import Command, Effect
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.servers.mail_tools import mail

pytestmark = [pytest.mark.apps, pytest.mark.timeout(300), pytest.mark.matrix]
_MH = {"claws-mail": (".claws-mail", "clawsrc"), "sylpheed": (".sylpheed-2.0", "sylpheedrc")}


@pytest.fixture
def home(private_desktop: PrivateDesktop) -> Path:
    return Path(private_desktop.environment["HOME"])


@pytest.fixture
async def smtp() -> AsyncIterator[MailServer]:
    async with mail_server() as server:
        yield server


@pytest.fixture
async def bench(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, home: Path, tmp_path: Path
) -> AsyncIterator[Bench]:
    environment = private_desktop.environment
    item = Bench(
        tmp_path, app_ui, lambda scope: mail(replace(scope, home=home, environment=environment)), desktop=desktop
    )
    yield item
    await item.dispatcher.close()
    for folder in (".thunderbird", *(folder for folder, _ in _MH.values())):
        shutil.rmtree(home / folder, ignore_errors=True)


def _set_up(program: str, home: Path, port: int) -> None:
    opens_mail(home, program)
    if program in _MH:
        mh_account(home, *_MH[program], port)
        return
    plain: Account = {"mail.smtpserver.smtp1.port": port, "mail.smtpserver.smtp1.authMethod": 1}
    places: Account = {"mail.server.server1.directory-rel": "[ProfD]Mail/ida", "mail.identity.id1.compose_html": False}
    inbox = thunderbird_account(home, ACCOUNT | plain | places) / "Mail/ida/Inbox"
    inbox.parent.mkdir(parents=True)
    inbox.write_bytes(b"From - \n" + offer().as_bytes() + b"\n")


@pytest.mark.parametrize(
    "program",
    [
        pytest.param("thunderbird", marks=needs("thunderbird")),
        pytest.param("claws-mail", marks=needs("claws-mail")),
        pytest.param("sylpheed", marks=needs("sylpheed")),
    ],
)
async def test_an_answer_is_sent_through_the_program_with_consent_and_found_among_its_sent_mail(
    bench: Bench, home: Path, smtp: MailServer, tmp_path: Path, program: str
) -> None:
    _set_up(program, home, smtp.port)
    (tmp_path / "prices.txt").write_text("Tea 3", encoding="utf-8")
    world = WorldBefore(Watched(tmp_path, home), home / "before")
    world.take()
    files = ["prices.txt"] if program in _MH else []
    done = await bench.run(
        "compose_mail", folder="inbox", number=1, body="Yes, please.", cc=["lin@example.org"], attachments=files
    )
    assert done.effect is Effect.CONFIRMED, done
    (window,) = [window for window in await bench.scope.desktop.windows() if "Re: Offer" in window.title]
    bench.selection.window = window
    await bench.look()
    press = Command(tool_name="click_input", parameters={"id": bench.id_of("Send"), "name": "Send"})
    guarded = GuardedDispatcher(bench.dispatcher, Policy(PolicySettings(), bench.scope))
    (refused,) = await guarded.execute_commands([press])
    assert refused.effect is Effect.REFUSED and not smtp.mails
    (verdict,) = await guarded.review([press])
    assert verdict.needs_consent
    guarded.approve(press.call_id)
    (pressed,) = await guarded.execute_commands([press])
    assert pressed.ok, pressed
    with in_time():
        while not (sent := [fact for fact in world.difference(None).facts if fact.outward]):
            await anyio.sleep(0.2)
    assert sent[0].line.startswith("mail, ") and ": message sent to " in sent[0].line
    assert {"Ben <ben@example.org>, lin@example.org", "Re: Offer"} <= set(sent[0].texts)
    (arrived,) = (message_from_string(text) for text in smtp.mails)
    assert (arrived["In-Reply-To"], arrived["Subject"]) == ("<offer@example.org>", "Re: Offer")
    assert arrived.is_multipart() is bool(files)


@needs("thunderbird", IMAP)
async def test_mail_of_a_server_is_found_once_thunderbird_has_fetched_it(bench: Bench, home: Path) -> None:
    async with imap_server(offer(), offer("<second@example.org>")) as port:
        fetched: Account = {"mail.server.server1.type": "imap", "mail.server.server1.port": port}
        at_once: Account = {"mail.server.server1.login_at_startup": True, "mail.server.server1.check_new_mail": True}
        opens_mail(home, "thunderbird")
        thunderbird_account(home, ACCOUNT | fetched | at_once)
        await bench.scope.desktop.launch(Launch("thunderbird"))
        found = await bench.run("find_mail", folder="INBOX", words="tea costs")
        with in_time():
            while not found.ok or found.result["count"] < 2:
                await anyio.sleep(0.5)
                found = await bench.run("find_mail", folder="INBOX", words="tea costs")
        assert [item["subject"] for item in found.result["mails"]] == ["Offer", "Offer"]

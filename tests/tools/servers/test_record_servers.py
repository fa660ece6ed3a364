"""Calendars and address books on a real CalDAV and CardDAV server, and servers that are none."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import anyio
import httpx2
import pytest

from tests.endless_http import LongServer, endless
from tests.local_http import LocalServer, send
from tests.needs import needs
from tests.tools.bench import Bench
from ufo.config.settings import SecretSettings
from ufo.errors import ToolError
from ufo.proof.act_facts import facts_of_acts
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result
from ufo.schema.fact import Channel
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretResolver, SecretStore
from ufo.tools.data.ask_host import Login, client_for, endpoint_of
from ufo.tools.data.dav import collection_at
from ufo.tools.servers.data_tools import data

_BOOK = (
    '<create xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><set><prop><resourcetype><collection/><C:addressbook/>'
    "</resourcetype><displayname>People</displayname></prop></set></create>"
)
_PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def radicale(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("radicale")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "users").write_text(f"ada:{_PASSWORD}\n", encoding="utf-8")
    (folder / "config").write_text(
        f"[server]\nhosts = 127.0.0.1:{port}\n[auth]\ntype = htpasswd\nhtpasswd_filename = {folder}/users\n"
        f"htpasswd_encryption = plain\ndelay = 0\n[storage]\nfilesystem_folder = {folder}/store\n",
        encoding="utf-8",
    )
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(["radicale", "--config", str(folder / "config")], stdout=log, stderr=log) as server,
    ):
        base = f"http://127.0.0.1:{port}"
        with httpx2.Client(auth=("ada", _PASSWORD), transport=httpx2.HTTPTransport(retries=8)) as person:
            person.request("MKCALENDAR", f"{base}/ada/work/").raise_for_status()
            person.request("MKCOL", f"{base}/ada/people/", content=_BOOK).raise_for_status()
        yield base
        server.terminate()


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    settings = {"DAV": SecretSettings.model_validate({"from": "environment", "applications": ["127.0.0.1"]})}
    keeper = SecretResolver(SecretStore(settings, {"DAV": _PASSWORD}), Masks())
    keeper.person_said("with {{secret:DAV}}")
    item = Bench(tmp_path, data, keeper=keeper)
    yield item
    await item.dispatcher.close()


async def _ask(bench: Bench, tool: str, place: str, **arguments: object) -> Result:
    return await bench.run(tool, place=place, user="ada", password="{{secret:DAV}}", **arguments)


@needs("radicale")
async def test_a_servers_collections_are_found_from_its_address(bench: Bench, radicale: str) -> None:
    found = (await _ask(bench, "find_records", radicale)).result["collections"]
    assert {(each["kind"], each["place"]) for each in found} == {
        ("calendar", f"{radicale}/ada/work/"),
        ("addressbook", f"{radicale}/ada/people/"),
    }
    refused = await bench.run("find_records", place=f"{radicale}/ada/work/")
    assert "give `user` and `password`" in (refused.error or "")
    missing = await _ask(bench, "change_records", f"{radicale}/ada/", add=[{"title": "x", "start": "2026-11-03"}])
    assert f"{radicale}/ada/work/" in (missing.error or "")


@needs("radicale")
async def test_entries_of_a_server_are_added_found_changed_and_removed(bench: Bench, radicale: str) -> None:
    place = f"{radicale}/ada/work/"
    new = {"title": "Team", "start": "2026-11-03 09:00 Europe/Berlin", "repeats": "FREQ=WEEKLY;COUNT=3"}
    added = await _ask(bench, "change_records", place, add=[new, {"kind": "todo", "title": "Tax", "due": "2026-11-30"}])
    assert (added.effect, added.read_back) == (Effect.CONFIRMED, True)
    found = (await _ask(bench, "find_records", place, since="2026-11-08", before="2026-11-16")).result["entries"]
    assert [(entry["title"], entry["start"]) for entry in found] == [("Team", "2026-11-10 09:00 Europe/Berlin")]
    team = found[0]["id"]
    changed = await _ask(
        bench, "change_records", place, change=[{"id": team, "occurrence": "2026-11-10", "place": "Hall"}]
    )
    assert changed.effect is Effect.CONFIRMED
    removed = await _ask(bench, "change_records", place, remove=[{"id": team}])
    assert removed.evidence == ("removed event 'Team' of 2026-11-03 09:00 Europe/Berlin",)
    assert [entry["title"] for entry in (await _ask(bench, "find_records", place)).result["entries"]] == ["Tax"]


@needs("radicale")
async def test_a_contact_of_a_server_is_told_by_what_the_server_holds_afterwards(bench: Bench, radicale: str) -> None:
    place = f"{radicale}/ada/people/"
    added = await _ask(
        bench, "change_records", place, add=[{"kind": "contact", "name": "Ann", "emails": ["ann@example.org"]}]
    )
    kind = ToolFacts(kind=ActionKind.CHANGE_RECORDS)
    told = added.model_copy(update={"action_class": "send", "deed": f"Change the records at {place!r}: add name 'Ann'"})
    (fact,) = facts_of_acts([ActionCommandInfo(function="change_records", facts=kind, result=told)]).facts
    assert (fact.channel, fact.independent, fact.outward) == (Channel.HOST, True, "send")
    strange = ToolFacts(kind=ActionKind.FOREIGN)
    (claimed,) = facts_of_acts([ActionCommandInfo(function="change_records", facts=strange, result=told)]).facts
    assert not claimed.independent


@needs("radicale")
async def test_what_somebody_else_changed_meanwhile_is_not_written_over(bench: Bench, radicale: str) -> None:
    address = f"{radicale}/ada/work/"
    async with client_for(address, Login("ada", _PASSWORD)) as client:
        place = await collection_at(client, address)
        book = place.fresh([])
        entry = book.add("event", {"title": "First", "start": "2026-11-20"}, None)
        await place.save(book)
        (mine,) = [each for each in await place.books() if each.records[0].id == entry.id]
        other = await collection_at(client, address)
        (theirs,) = [each for each in await other.books() if each.records[0].id == entry.id]
        theirs.change(entry.id, "", {"title": "Theirs"})
        await other.save(theirs)
        mine.change(entry.id, "", {"title": "Mine"})
        with pytest.raises(ToolError, match="somebody else changed it"):
            await place.save(mine)


class _Dav(LocalServer):
    def __init__(self, answer: bytes) -> None:
        super().__init__()
        self._answer = answer

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        send(handler, 207, {"Content-Type": "application/xml"}, self._answer)


async def _refused(bench: Bench, place: str) -> str:
    with anyio.fail_after(20):
        return (await bench.run("find_records", place=place)).error or ""


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"<html>no", "does not answer as a server of calendars"),
        (b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', "document type"),
        (
            b'<m xmlns="DAV:"><response><href>/</href><current-user-principal><href>http://other.example/</href>'
            b"</current-user-principal></response></m>",
            "another host",
        ),
    ],
)
async def test_a_server_that_answers_with_something_else_is_refused(bench: Bench, answer: bytes, said: str) -> None:
    with _Dav(answer) as server:
        assert said in await _refused(bench, server.address)


async def test_an_answer_without_an_end_is_given_up(bench: Bench) -> None:
    with LongServer(endless, 207) as server:
        assert "answered more than 16 MB" in await _refused(bench, server.address)


@pytest.mark.parametrize(
    ("address", "login", "said"),
    [
        ("http://example.org/", Login("ada", "x"), "unencrypted"),
        ("https://ada:x@example.org/", Login(), "without a name or password"),
        ("http://169.254.169.254/latest/", Login(), "of the link alone"),
        ("ftp://example.org/", Login(), "no http"),
    ],
)
def test_an_address_that_would_give_a_secret_away_is_not_asked(address: str, login: Login, said: str) -> None:
    with pytest.raises(ToolError, match=said):
        endpoint_of(address, login)

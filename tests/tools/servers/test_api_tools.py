"""Services that an OpenAPI document describes: asked and called as it says, at the host that the person names and no other."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from tests.endless_http import LongServer, endless
from tests.local_http import LocalServer, send
from tests.tools.bench import Bench
from tests.tools.policy.test_policy import Judge
from ufo.config.settings import SecretSettings
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Effect
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretResolver, SecretStore
from ufo.tools.policy.scene.request import Request
from ufo.tools.servers.data_tools import data

_KEY = "key-of-ada-4711"
_ID = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}
DOCUMENT: dict[str, Any] = {
    "openapi": "3.0.0",
    "info": {"title": "Pets"},
    "servers": [{"url": "/v1"}],
    "security": [{"key": []}],
    "components": {
        "securitySchemes": {"key": {"type": "apiKey", "in": "query", "name": "key"}},
        "schemas": {"Pet": {"properties": {"name": {}, "kind": {}}}},
        "parameters": {"id": _ID},
    },
    "paths": {
        "/pets": {
            "get": {"operationId": "listPets", "summary": "All pets", "parameters": [{"name": "kind", "in": "query"}]},
            "post": {
                "operationId": "addPet",
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}},
            },
        },
        "/pets/{id}": {
            "parameters": [{"$ref": "#/components/parameters/id"}],
            "get": {"operationId": "getPet"},
            "put": {"operationId": "renamePet", "requestBody": {"content": {"application/json": {}}}},
            "delete": {"operationId": "removePet"},
        },
        "/away": {"get": {"operationId": "away"}},
    },
}


class Pets(LocalServer):
    """The service. `forgets`: it says that it took a change, and does not."""

    def __init__(self, forgets: bool = False) -> None:
        super().__init__()
        self.pets: dict[int, dict[str, Any]] = {1: {"id": 1, "name": "Rex", "kind": "dog"}}
        self.asked: list[str] = []
        self._forgets = forgets

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        parts = urlsplit(handler.path)
        self.asked.append(f"{handler.command} {parts.path}")
        if parts.path == "/openapi.json":
            return self._answer(handler, 200, DOCUMENT)
        query = parse_qs(parts.query)
        if query.pop("key", []) != [_KEY]:
            return self._answer(handler, 401, {"error": "no key"})
        if parts.path == "/v1/away":
            send(handler, 302, {"Location": "http://example.org/"}, b"")
            return None
        key = unquote(parts.path).removeprefix("/v1/pets").strip("/")
        if not key:
            return self._collection(handler, query, body)
        number = int(key) if key.isdecimal() else 0
        if number not in self.pets:
            return self._answer(handler, 404, {"error": "no such pet"})
        if handler.command == "DELETE" and not self._forgets:
            del self.pets[number]
            return self._answer(handler, 200, {})
        if handler.command == "PUT" and not self._forgets:
            self.pets[number] |= json.loads(body)
        return self._answer(handler, 200, self.pets[number])

    def _collection(self, handler: BaseHTTPRequestHandler, query: dict[str, list[str]], body: bytes) -> None:
        if handler.command == "GET":
            found = [pet for pet in self.pets.values() if query.get("kind", [pet["kind"]]) == [pet["kind"]]]
            return self._answer(handler, 200, found)
        new = {"id": len(self.pets) + 1, **json.loads(body)}
        if not self._forgets:
            self.pets[new["id"]] = new
        return self._answer(handler, 201, new)

    def _answer(self, handler: BaseHTTPRequestHandler, status: int, value: Any) -> None:
        send(handler, status, {"Content-Type": "application/json"}, json.dumps(value).encode())


@pytest.fixture
def pets() -> Iterator[Pets]:
    with Pets() as server:
        yield server


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    secret = SecretSettings.model_validate({"from": "environment", "applications": ["127.0.0.1"]})
    other = SecretSettings.model_validate({"from": "environment", "applications": ["example.org"]})
    keeper = SecretResolver(SecretStore({"PETS": secret, "OTHER": other}, {"PETS": _KEY, "OTHER": "x"}), Masks())
    keeper.person_said("with {{secret:PETS}} or {{secret:OTHER}}")
    item = Bench(tmp_path, data, keeper=keeper)
    yield item
    await item.dispatcher.close()


async def test_operations_are_found_and_asked_with_the_secret_where_the_document_says(bench: Bench, pets: Pets) -> None:
    api = f"{pets.address}/openapi.json"
    told = (await bench.run("find_operations", api=api, words="pets id get")).result
    assert told["operations"] == [{"operation": "getPet", "does": "GET /pets/{id}", "arguments": ["id: integer"]}]
    found = await bench.run(
        "ask_api", api=api, operation="listPets", arguments={"kind": "dog"}, secret="{{secret:PETS}}"
    )
    assert (found.result["status"], json.loads(found.result["text"])[0]["name"]) == (200, "Rex")
    none = await bench.run(
        "ask_api", api=api, operation="GET /pets", arguments={"kind": "cat"}, secret="{{secret:PETS}}"
    )
    assert json.loads(none.result["text"]) == []
    assert _KEY not in f"{found}{none}"


async def test_a_change_is_read_back_where_the_service_tells(bench: Bench, pets: Pets) -> None:
    told = {"api": f"{pets.address}/openapi.json", "secret": "{{secret:PETS}}"}
    made = await bench.run("call_api", **told, operation="addPet", body={"name": "Tom", "kind": "cat"})
    assert (made.effect, made.read_back) == (Effect.CONFIRMED, True)
    assert made.evidence[1] == "asked again, it has at /v1/pets/2: name 'Tom', kind 'cat'"
    renamed = await bench.run("call_api", **told, operation="renamePet", arguments={"id": 2}, body={"name": "Tim"})
    removed = await bench.run("call_api", **told, operation="removePet", arguments={"id": 1})
    assert (renamed.effect, removed.effect) == (Effect.CONFIRMED, Effect.CONFIRMED)
    assert pets.pets == {2: {"id": 2, "name": "Tim", "kind": "cat"}}


async def test_a_service_that_only_says_that_it_did_is_not_believed(bench: Bench) -> None:
    with Pets(forgets=True) as pets:
        told = {"api": f"{pets.address}/openapi.json", "secret": "{{secret:PETS}}"}
        renamed = await bench.run("call_api", **told, operation="renamePet", arguments={"id": 1}, body={"name": "Tim"})
        removed = await bench.run("call_api", **told, operation="removePet", arguments={"id": 1})
    assert {renamed.effect, removed.effect} == {Effect.UNVERIFIABLE} and not renamed.read_back


@pytest.mark.parametrize(
    ("tool", "call", "said"),
    [
        ("ask_api", {"operation": "removePet", "arguments": {"id": 1}}, "use call_api"),
        ("ask_api", {"operation": "nothing"}, "no operation 'nothing'"),
        ("ask_api", {"operation": "getPet"}, "needs id"),
        ("ask_api", {"operation": "getPet", "arguments": {"id": ".."}}, "another path"),
        ("ask_api", {"operation": "getPet", "arguments": {"id": 1, "x": 2}}, "takes no x"),
        ("ask_api", {"operation": "getPet", "arguments": {"id": 9}}, "nothing at that address"),
        ("ask_api", {"operation": "getPet", "arguments": {"id": 1}, "secret": ""}, "does not let in"),
        ("ask_api", {"operation": "getPet", "arguments": {"id": 1}, "secret": "{{secret:OTHER}}"}, "may not go into"),
        ("ask_api", {"operation": "away"}, "not followed"),
        ("call_api", {"operation": "renamePet", "arguments": {"id": 1}}, "needs a body"),
    ],
)
async def test_a_call_that_does_not_fit_is_refused(
    bench: Bench, pets: Pets, tool: str, call: dict[str, Any], said: str
) -> None:
    told = {"api": f"{pets.address}/openapi.json", "secret": "{{secret:PETS}}"} | call
    assert said in ((await bench.run(tool, **told)).error or "")
    assert pets.pets[1]["name"] == "Rex"


async def test_an_identifier_with_a_slash_stays_within_its_path(bench: Bench, pets: Pets) -> None:
    told = {"api": f"{pets.address}/openapi.json", "secret": "{{secret:PETS}}"}
    await bench.run("ask_api", **told, operation="getPet", arguments={"id": "../../admin"})
    assert pets.asked[-1] == "GET /v1/pets/..%2F..%2Fadmin"


async def test_a_document_in_a_file_sends_nothing_to_a_host_that_the_call_does_not_name(
    bench: Bench, pets: Pets, tmp_path: Path
) -> None:
    (tmp_path / "pets.json").write_text(json.dumps(DOCUMENT | {"servers": [{"url": "http://example.org/v1"}]}))
    unnamed = await bench.run("ask_api", api="pets.json", operation="listPets")
    assert "http://example.org/v1" in (unnamed.error or "")
    named = await bench.run(
        "ask_api", api="pets.json", operation="listPets", server=f"{pets.address}/v1", secret="{{secret:PETS}}"
    )
    assert named.result["status"] == 200


@pytest.mark.parametrize("text", ["no: openapi", "{torn", "[1]", "paths: &a [*a]"])
async def test_what_is_no_document_is_refused(bench: Bench, tmp_path: Path, text: str) -> None:
    (tmp_path / "api.yaml").write_text(text)
    assert "no OpenAPI document" in ((await bench.run("find_operations", api="api.yaml")).error or "")


async def test_an_answer_without_an_end_and_a_closed_port_are_given_up(bench: Bench) -> None:
    with LongServer(endless) as server:
        address = server.address
        assert "answered more than 16 MB" in ((await bench.run("find_operations", api=address)).error or "")
    assert "cannot be asked" in ((await bench.run("find_operations", api=address)).error or "")


async def test_asking_a_named_host_is_free_and_calling_asks_with_all_that_is_sent(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    asked = {"api": "https://api.example.org/openapi.json", "operation": "listPets"}
    assert (await judge.of("ask_api", **asked)).action_class is ActionClass.OUTSIDE
    judge.policy.mandate.record.request = Request("which pets has api.example.org?")
    assert (await judge.of("ask_api", **asked)).decision == "allow"
    strange = await judge.of("ask_api", **asked, server="http://127.0.0.1:9/")
    assert (strange.decision, strange.action_class) == ("ask", ActionClass.OUTSIDE)
    judge.bench.scope.reads.add(["Confidential salaries of Northwind Traders"])
    carried = await judge.of("ask_api", **asked, arguments={"q": "Confidential salaries of Northwind Traders"})
    assert (carried.decision, carried.action_class) == ("ask", ActionClass.SEND)
    called = await judge.of("call_api", **asked | {"operation": "addPet"}, body={"name": "Tom"})
    assert (called.decision, called.action_class) == ("ask", ActionClass.SEND)
    assert "'name': 'Tom'" in called.question

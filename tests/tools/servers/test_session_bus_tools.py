"""SessionBusExecutor: a real bus of the test's own, with a service that answers, errs, lies about its types, or never answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from mcp.server import MCPServer

from tests.tools.bench import Bench
from tests.tools.policy.test_policy import Judge
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Effect
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.session_bus_tools import session_services

NAME = "org.own.Lamp"
_XML = """<!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" "http://x/introspect.dtd">
<node><interface name="org.own.Lamp"><method name="Dim">
<arg name="level" type="u" direction="in"/><arg name="rooms" type="as" direction="in"/>
<arg name="options" type="a{sv}" direction="in"/><arg type="s" direction="out"/></method>
<method name="Wait"/><method name="Fail"/><property name="Level" type="u" access="readwrite"/></interface></node>"""


class Lamp:
    """Answers as the service; what it was told last is kept."""

    def __init__(self, bus: MessageBus) -> None:
        self.level = 3
        self._bus = bus
        bus.add_message_handler(self.answer)

    def answer(self, message: Message) -> Message | bool:
        if message.message_type is not MessageType.METHOD_CALL or message.path not in ("/", "/lamp"):
            return False
        match message.member:
            case "Introspect":
                said = _XML if message.path == "/lamp" else '<node><node name="lamp"/></node>'
                return Message.new_method_return(message, "s", [said])
            case "Dim":
                level, rooms, options = message.body
                return Message.new_method_return(message, "s", [f"{level} {','.join(rooms)} {options['soft'].value}"])
            case "Get":
                return Message.new_method_return(message, "v", [Variant("u", self.level)])
            case "Set":
                self.level = message.body[2].value
                return Message.new_method_return(message)
            case "Fail":
                return Message.new_error(message, "org.own.Error", "the bulb is broken")
        return True


@asynccontextmanager
async def own_bus(environment: Mapping[str, str] | None = None) -> AsyncIterator[str]:
    daemon = await asyncio.create_subprocess_exec(
        "dbus-daemon",
        "--session",
        "--nofork",
        "--print-address",
        stdout=asyncio.subprocess.PIPE,
        env=environment,
    )
    assert daemon.stdout is not None
    try:
        yield (await daemon.stdout.readline()).decode().strip()
    finally:
        daemon.terminate()
        await daemon.wait()


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    async with own_bus() as address:
        bus = await MessageBus(bus_address=address).connect()
        Lamp(bus)
        await bus.request_name(NAME)

        def on_it(scope: ToolScope) -> MCPServer:
            return session_services(replace(scope, environment={"DBUS_SESSION_BUS_ADDRESS": address}))

        item = Bench(tmp_path, on_it)
        yield item
        await item.dispatcher.close()
        bus.disconnect()


LAMP = {"service": NAME, "path": "/lamp", "interface": NAME}


async def test_a_service_is_found_by_words_and_called_with_the_types_that_it_says(bench: Bench) -> None:
    found = await bench.run("find_on_bus", words="lamp dim")
    assert found.result["found"] == ["org.own.Lamp /lamp org.own.Lamp.Dim (level: u, rooms: as, options: a{sv}) → s"]
    called = await bench.run("call_on_bus", target=LAMP, member="Dim", arguments=[7, ["hall"], {"soft": True}])
    assert called.result["answer"] == ["7 hall True"] and called.effect is Effect.UNVERIFIABLE


async def test_a_property_is_read_and_set_and_read_back(bench: Bench) -> None:
    assert (await bench.run("call_on_bus", target=LAMP, member="Level", deed="get")).result["answer"] == 3
    done = await bench.run("call_on_bus", target=LAMP, member="Level", deed="set", arguments=[9])
    assert done.result["answer"] == 9 and done.effect is Effect.CONFIRMED


@pytest.mark.parametrize(
    ("member", "arguments", "reason"),
    [
        ("Dim", [], "it takes: level: u, rooms: as, options: a{sv}"),
        ("Dim", [-1, [], {}], "from 0 to"),
        ("Dim", ["1", [], {}], "is no whole number"),
        ("Dim", [True, [], {}], "is no whole number"),
        ("Dim", [1, "hall", {}], "is not a list"),
        ("Dim", [1, [5], {}], "is not a text"),
        ("Dim", [1, [], {"soft": None}], "say its type"),
        ("Fail", [], "the bulb is broken"),
        ("Brighten", [], "there are: Dim, Wait, Fail"),
        ("a b", [], "find it by words"),
    ],
)
async def test_what_does_not_fit_is_refused_with_what_would(
    bench: Bench, member: str, arguments: list[object], reason: str
) -> None:
    refused = await bench.run("call_on_bus", target=LAMP, member=member, arguments=arguments)
    assert reason in str(refused.error)


async def test_a_service_that_never_answers_is_given_up_at_the_limit(bench: Bench) -> None:
    late = await bench.run("call_on_bus", target=LAMP, member="Wait", limit_s=0.2)
    assert "did not answer Wait within 0.2 s" in str(late.error)
    gone = await bench.run("call_on_bus", target={**LAMP, "service": "org.own.Nobody"}, member="Dim")
    assert not gone.ok and "org.own.Nobody" in str(gone.error)


async def test_the_keyring_and_private_names_are_refused(bench: Bench) -> None:
    for service in ("org.freedesktop.secrets", "org.kde.kwalletd5", ":1.0"):
        target = {"service": service, "path": "/x", "interface": "org.freedesktop.Secret.Item"}
        assert not (await bench.run("call_on_bus", target=target, member="GetSecret")).ok


@pytest.mark.parametrize(
    ("service", "interface", "member", "deed", "expected"),
    [
        ("org.mpris.MediaPlayer2.vlc", "org.mpris.MediaPlayer2.Player", "Pause", "call", ActionClass.EDIT),
        ("org.mpris.MediaPlayer2.vlc", "org.mpris.MediaPlayer2.Player", "Volume", "set", ActionClass.EDIT),
        ("org.mpris.MediaPlayer2.vlc", "org.mpris.MediaPlayer2.Player", "OpenUri", "call", ActionClass.UNKNOWN),
        ("org.own.Lamp", "org.own.Lamp", "Level", "get", ActionClass.OBSERVE),
        ("org.own.Lamp", "org.own.Lamp", "GetLevel", "call", ActionClass.OBSERVE),
        ("org.own.Lamp", "org.own.Lamp", "Dim", "call", ActionClass.UNKNOWN),
        ("org.own.Lamp", "org.own.Lamp", "DeleteAll", "call", ActionClass.DELETE),
        ("org.own.Mail", "org.own.Mail", "SendMessage", "call", ActionClass.SEND),
        ("org.gnome.Shell", "org.gnome.Shell", "Eval", "call", ActionClass.SYSTEM),
        ("org.freedesktop.systemd1", "org.freedesktop.systemd1.Manager", "GetUnit", "call", ActionClass.SYSTEM),
    ],
)
async def test_a_call_is_judged_by_its_service_and_name(
    tmp_path: Path, service: str, interface: str, member: str, deed: str, expected: ActionClass
) -> None:
    target = {"service": service, "path": "/x", "interface": interface}
    verdict = await Judge(tmp_path).of("call_on_bus", target=target, member=member, deed=deed)
    assert verdict.action_class is expected

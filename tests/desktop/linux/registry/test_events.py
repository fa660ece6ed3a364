from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, cast

from dbus_fast import Message, MessageType

from ufo.desktop.linux.dbus.bus_connection import Connection
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.registry.applications import Registry
from ufo.desktop.linux.registry.events import TreeEvents

_APP = ":1.5"


class _Bus:
    """A bus that accepts all calls and passes on what a test tells it."""

    def __init__(self) -> None:
        self.rules: list[str] = []
        self._heard: Callable[[Message], None] = lambda message: None

    def listen(self, heard: Callable[[Message], None]) -> None:
        self._heard = heard

    async def call(
        self, ref: Ref, interface: str, member: str, arguments: tuple[str, Sequence[Any]], timeout_s: float
    ) -> list[Any]:
        self.rules += arguments[1] if member == "AddMatch" else ()
        return []

    def tell(self, member: str, kind: str, path: str = "/one") -> None:
        interface = "org.a11y.atspi.Event.Object"
        message_type = MessageType.SIGNAL
        self._heard(
            Message(
                message_type=message_type, sender=_APP, path=path, interface=interface, member=member,
                signature="sii", body=[kind, 1, 0],
            )
        )  # fmt: skip


async def _listening() -> tuple[_Bus, TreeEvents, float]:
    bus = _Bus()
    events = TreeEvents(cast(Connection, bus), cast(Registry, None), lambda ref: True)
    await events.start()
    return bus, events, asyncio.get_running_loop().time()


async def test_a_state_that_a_look_shows_is_a_change() -> None:
    bus, events, began = await _listening()
    bus.tell("StateChanged", "checked")
    assert events.told_since(began) == {_APP: {"/one"}}


async def test_a_state_that_no_look_shows_is_none() -> None:
    bus, events, began = await _listening()
    bus.tell("StateChanged", "has-tooltip")
    assert events.told_since(began) == {}


async def test_the_bus_passes_on_only_the_properties_that_a_look_shows() -> None:
    bus, _, _ = await _listening()
    properties = [rule for rule in bus.rules if "PropertyChange" in rule]
    assert any("arg0='accessible-name'" in rule for rule in properties)
    assert not [rule for rule in properties if "arg0=" not in rule or "accessible-parent" in rule]
    whole = [rule for rule in bus.rules if "Event.Object" in rule and "member=" not in rule]
    assert not whole


async def test_objects_that_tell_of_their_parts_a_text_or_the_focus_are_remembered_and_the_latest_of_them_kept() -> (
    None
):
    bus, events, _ = await _listening()
    for member, kind in (
        ("ChildrenChanged", "add"),
        ("TextChanged", "insert"),
        ("StateChanged", "focused"),
        ("StateChanged", "checked"),
    ):
        bus.tell(member, kind, f"/{kind}")
    assert [ref.path for ref in events.told_by(_APP)] == ["/add", "/insert", "/focused"]
    for number in range(600):
        bus.tell("ChildrenChanged", "add", f"/{number}")
        bus.tell("TextChanged", "insert", "/insert")
    kept = [ref.path for ref in events.told_by(_APP)]
    assert len(kept) == 512 and kept[-2:] == ["/599", "/insert"] and "/add" not in kept
    assert events.told_by(":1.6") == ()

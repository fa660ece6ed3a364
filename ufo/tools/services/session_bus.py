"""The session bus: its services and methods found by words, and one method called with checked types and a limit on time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus
from dbus_fast.errors import DBusFastError

from ufo.errors import ToolError
from ufo.schema.patterns import any_case, regex
from ufo.tools.services.bus_values import plain_value, typed_arguments

_BUS, _BUS_PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"
_ASK_S, _SEARCH_S = 2.0, 12.0
_MOST_NODES, _MOST_SERVICES, _MOST_XML = 60, 40, 400_000
_PLAIN_INTERFACES = ("org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.Peer")
_NAME = regex(r"[A-Za-z_-][\w-]*(?:\.[\w-]+)+")
_SECRETS = any_case(r"org\.(?:freedesktop\.(?:secrets?|impl\.portal\.secret)|gnome\.keyring|kde\.kwallet\w*)(?:\..*)?")
_PATH = regex(r"/(?:\w+(?:/\w+)*)?")
_MEMBER = regex(r"[A-Za-z_]\w{0,254}")
_DOCTYPE = regex(r"<!DOCTYPE[^\[>]*>")


@dataclass(frozen=True, slots=True)
class BusMember:
    """A method or a property of a service. `takes` and `gives`: its arguments as D-Bus types, with their names."""

    service: str
    path: str
    interface: str
    member: str
    is_property: bool
    takes: tuple[tuple[str, str], ...] = ()
    gives: tuple[tuple[str, str], ...] = ()

    @property
    def shown(self) -> str:
        def listed(values: Sequence[tuple[str, str]]) -> str:
            return ", ".join(f"{name}: {kind}" if name else kind for name, kind in values)

        kind = "property" if self.is_property else f"({listed(self.takes)})"
        gives = f" → {listed(self.gives)}" if self.gives else ""
        return f"{self.service} {self.path} {self.interface}.{self.member} {kind}{gives}"


@dataclass(frozen=True, slots=True)
class BusSearch:
    """`silent`: services that did not answer in time. `started_on_demand`: services that a call would start."""

    members: tuple[BusMember, ...]
    silent: tuple[str, ...]
    started_on_demand: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BusCall:
    service: str
    path: str
    interface: str
    member: str
    arguments: tuple[Any, ...] = ()

    def require_sound(self) -> None:
        """Raise ToolError for a name that D-Bus does not know."""
        for text, pattern, what in (
            (self.service, _NAME, "service"),
            (self.path, _PATH, "path"),
            (self.interface, _NAME, "interface"),
            (self.member, _MEMBER, "method or property"),
        ):
            if not pattern.fullmatch(text):
                raise ToolError(f"{text!r} is no D-Bus {what}; find it by words first")
        if _SECRETS.fullmatch(self.service) or _SECRETS.fullmatch(self.interface):
            raise ToolError("the keyring is not read here; the person gives secrets by name (`ufo secret`)")


class SessionBus:
    """One connection. Every method raises ToolError, and none waits longer than its limit."""

    def __init__(self, bus: MessageBus) -> None:
        self._bus = bus

    async def find(self, words: str) -> BusSearch:
        """Find methods and properties whose service, interface or name have all these words. Nothing is started for that."""
        wanted = words.casefold().split()
        running = [name for name in await self._names("ListNames") if not name.startswith(":") and name != _BUS]
        dormant = [name for name in await self._names("ListActivatableNames") if name not in running]
        named = [text for text in running if any(word in text.casefold() for word in wanted)]
        chosen = (named or running)[:_MOST_SERVICES]
        found: list[BusMember] = []
        silent: list[str] = []

        async def look(service: str) -> None:
            try:
                found.extend(await self._members(service))
            except ToolError:
                silent.append(service)

        try:
            async with asyncio.timeout(_SEARCH_S):
                await asyncio.gather(*map(look, chosen))
        except TimeoutError:
            silent.append("others")
        fitting = [bus_member for bus_member in found if all(word in _told(bus_member) for word in wanted)]
        if not fitting and named:
            fitting = [
                bus_member for bus_member in found if any(word in bus_member.member.casefold() for word in wanted)
            ] or found
        also = [text for text in dormant if any(word in text.casefold() for word in wanted)]
        return BusSearch(tuple(sorted(fitting, key=_told)), tuple(silent), tuple(also))

    async def call(self, call: BusCall, limit_s: float) -> list[Any]:
        """Call a method and return what it answers as plain values."""
        member = await self._member(call, is_property=False)
        body = typed_arguments(call.arguments, member.takes)
        message = Message(call.service, call.path, call.interface, call.member)
        message.signature, message.body = "".join(kind for _, kind in member.takes), body
        return [plain_value(item) for item in await self._ask(message, limit_s)]

    async def get(self, call: BusCall, limit_s: float) -> Any:
        """Return the value of a property."""
        await self._member(call, is_property=True)
        (value,) = await self._property(call, "Get", "ss", [], limit_s)
        return plain_value(value)

    async def set(self, call: BusCall, limit_s: float) -> Any:
        """Set a property to the one argument and return its value as read back."""
        member = await self._member(call, is_property=True)
        value = typed_arguments(call.arguments, (("value", "v"),), {"value": member.gives[0][1]})
        await self._property(call, "Set", "ssv", value, limit_s)
        return await self.get(call, limit_s)

    async def names(self, prefix: str) -> list[str]:
        """Return the services that run under names which begin so; of the names of one service the shortest."""
        found: dict[str, str] = {}
        for name in sorted(await self._names("ListNames"), key=len):
            if name.startswith(prefix):
                found.setdefault(await self._owner(name), name)
        return list(found.values())

    async def _owner(self, service: str) -> str:
        (owner,) = await self._ask(
            Message(_BUS, _BUS_PATH, _BUS, "GetNameOwner", signature="s", body=[service]), _ASK_S
        )
        return str(owner)

    async def ask(self, call: BusCall, signature: str, limit_s: float) -> list[Any]:
        """Call a method whose types a specification says, whatever the service says of itself. Return plain values."""
        message = Message(call.service, call.path, call.interface, call.member)
        message.signature, message.body = signature, list(call.arguments)
        return [plain_value(item) for item in await self._ask(message, limit_s)]

    @asynccontextmanager
    async def hearing(self, service: str, member: str) -> AsyncIterator[list[list[Any]]]:
        """Collect what the service's signals of that name say, as plain values, while the context is open."""
        heard: list[list[Any]] = []
        owner = await self._owner(service)
        rule = f"type='signal',sender='{service}',member='{member}'"

        def take(message: Message) -> None:
            if message.message_type is MessageType.SIGNAL and (message.sender, message.member) == (owner, member):
                heard.append([plain_value(item) for item in message.body])

        await self._ask(Message(_BUS, _BUS_PATH, _BUS, "AddMatch", signature="s", body=[rule]), _ASK_S)
        self._bus.add_message_handler(take)
        try:
            yield heard
        finally:
            self._bus.remove_message_handler(take)

    async def _property(self, call: BusCall, deed: str, signature: str, value: list[Any], limit_s: float) -> list[Any]:
        body = [call.interface, call.member, *value]
        whose = "org.freedesktop.DBus.Properties"
        return await self._ask(Message(call.service, call.path, whose, deed, signature=signature, body=body), limit_s)

    async def _member(self, call: BusCall, *, is_property: bool) -> BusMember:
        call.require_sound()
        members, _ = _read(call.service, call.path, await self._introspect(call.service, call.path))
        of = [member for member in members if member.interface == call.interface and member.is_property is is_property]
        found = next((bus_member for bus_member in of if bus_member.member == call.member), None)
        if found is None:
            what = "property" if is_property else "method"
            known = ", ".join(bus_member.member for bus_member in of) or ", ".join(
                sorted({member.interface for member in members})
            )
            raise ToolError(
                f"{call.service} {call.path} has no {what} {call.interface}.{call.member}; there are: {known or 'none'}"
            )
        return found

    async def _members(self, service: str) -> list[BusMember]:
        found: list[BusMember] = []
        waiting = ["/"]
        for _ in range(_MOST_NODES):
            if not waiting:
                break
            path = waiting.pop(0)
            members, children = _read(service, path, await self._introspect(service, path))
            found += [member for member in members if member.interface not in _PLAIN_INTERFACES]
            waiting += [f"{path.rstrip('/')}/{child}" for child in children]
        return found

    async def _introspect(self, service: str, path: str) -> str:
        message = Message(service, path, "org.freedesktop.DBus.Introspectable", "Introspect")
        (text,) = await self._ask(message, _ASK_S)
        return str(text)[:_MOST_XML]

    async def _names(self, member: str) -> list[str]:
        (names,) = await self._ask(Message(_BUS, _BUS_PATH, _BUS, member), _ASK_S)
        return sorted(map(str, names))

    async def _ask(self, message: Message, limit_s: float) -> list[Any]:
        try:
            answer = await asyncio.wait_for(self._bus.call(message), limit_s)
        except TimeoutError as error:
            raise ToolError(
                f"{message.destination} did not answer {message.member} within {limit_s:g} s; it may have done it: look before "
                "you call again"
            ) from error
        except (DBusFastError, OSError, EOFError, ValueError, TypeError) as error:
            raise ToolError(f"{message.member} could not be called: {error}") from error
        if answer is None or answer.message_type is MessageType.ERROR:
            said = " ".join(str(item) for item in (answer.body if answer else ()))[:300]
            raise ToolError(f"{message.destination} refused {message.member}: {said or (answer and answer.error_name)}")
        return list(answer.body)


@asynccontextmanager
async def session_bus(environment: Mapping[str, str]) -> AsyncIterator[SessionBus]:
    """Connect to the session bus of that environment. Raises ToolError where there is none."""
    address = environment.get("DBUS_SESSION_BUS_ADDRESS") or ""
    if not address:
        raise ToolError("there is no session bus here; run this inside of a desktop session")
    try:
        bus = await asyncio.wait_for(MessageBus(bus_address=address).connect(), _ASK_S)
    except (OSError, DBusFastError, TimeoutError, ValueError, EOFError) as error:
        raise ToolError(f"the session bus does not answer ({error or type(error).__name__})") from error
    try:
        yield SessionBus(bus)
    finally:
        bus.disconnect()


def _read(service: str, path: str, text: str) -> tuple[list[BusMember], list[str]]:
    """Return what an object offers and its children's names. What cannot be read offers nothing."""
    if "<!ENTITY" in text:
        return [], []
    try:
        node = ElementTree.fromstring(_DOCTYPE.sub("", text, 1))
    except ElementTree.ParseError:
        return [], []
    members = []
    for interface in node.findall("interface"):
        name = interface.get("name", "")
        for method in interface.findall("method"):
            arguments = [
                (node.get("name", ""), node.get("type", ""), node.get("direction", "in"))
                for node in method.findall("arg")
            ]
            takes = tuple((argument, kind) for argument, kind, way in arguments if way == "in")
            gives = tuple((argument, kind) for argument, kind, way in arguments if way == "out")
            members.append(BusMember(service, path, name, method.get("name", ""), False, takes, gives))
        members += [
            BusMember(service, path, name, node.get("name", ""), True, gives=(("", node.get("type", "")),))
            for node in interface.findall("property")
        ]
    return members, [child.get("name", "") for child in node.findall("node") if child.get("name")]


def _told(bus_member: BusMember) -> str:
    return f"{bus_member.service} {bus_member.path} {bus_member.interface} {bus_member.member}".casefold()

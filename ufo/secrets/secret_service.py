"""The desktop's keyring, through the freedesktop Secret Service (specification 0.2) on the session bus.

It is called over D-Bus directly, since that takes four calls and the library for them is here already. The session is of
the kind "plain": a program that can listen on a person's own session bus can ask the keyring as well.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.errors import DBusFastError

from ufo.errors import SecretRefused

_SERVICE, _ROOT = "org.freedesktop.secrets", "/org/freedesktop/secrets"
_OF = "org.freedesktop.Secret."
_DEFAULT = f"{_ROOT}/aliases/default"
_NOTHING = "/"
_ANSWER_S, _PERSON_S = 10.0, 120.0
_NEXT = "unlock or start a keyring (gnome-keyring, KWallet, KeePassXC), or take the secret from the environment"


class Keyring:
    """An open session with the keyring. Its methods raise SecretRefused with the next move, never with a value."""

    def __init__(self, bus: MessageBus, session: str) -> None:
        self._bus = bus
        self._session = session
        self._prompted: dict[str, asyncio.Future[bool]] = {}
        bus.add_message_handler(self._hear)

    async def find(self, service: str, name: str) -> str | None:
        """Return the value, or None where there is none. The keyring may ask the person to unlock it."""
        items = await self._items(service, name)
        if not items:
            return None
        (secret,) = await self._call(items[0], _OF + "Item", "GetSecret", "o", [self._session])
        try:
            return bytes(secret[2]).decode()
        except UnicodeDecodeError:
            raise SecretRefused(f"the secret {name!r} in the keyring is not a text; set it again") from None

    async def put(self, service: str, name: str, value: str) -> None:
        """Store the value, and replace an earlier one of that name."""
        await self._unlock([_DEFAULT])
        properties = {
            _OF + "Item.Label": Variant("s", f"ufo: {name}"),
            _OF + "Item.Attributes": Variant("a{ss}", _attributes(service, name)),
        }
        secret = [self._session, b"", value.encode(), "text/plain; charset=utf8"]
        item, prompt = await self._call(
            _DEFAULT, _OF + "Collection", "CreateItem", "a{sv}(oayays)b", [properties, secret, True]
        )
        if item == _NOTHING:
            await self._prompt(prompt)

    async def remove(self, service: str, name: str) -> bool:
        """Remove the value, and return whether there was one."""
        items = await self._items(service, name)
        for item in items:
            (prompt,) = await self._call(item, _OF + "Item", "Delete")
            await self._prompt(prompt)
        return bool(items)

    async def _items(self, service: str, name: str) -> list[str]:
        open_, locked = await self._call(
            _ROOT, _OF + "Service", "SearchItems", "a{ss}", [dict(_attributes(service, name))]
        )
        if not open_ and locked:
            await self._unlock(locked)
        return [*open_, *locked]

    async def _unlock(self, objects: list[str]) -> None:
        _, prompt = await self._call(_ROOT, _OF + "Service", "Unlock", "ao", [objects])
        await self._prompt(prompt)

    async def _prompt(self, prompt: str) -> None:
        """Let the keyring ask the person in a window of its own, and wait for the answer."""
        if prompt == _NOTHING:
            return
        done = self._prompted[prompt] = asyncio.get_running_loop().create_future()
        await self._call(prompt, _OF + "Prompt", "Prompt", "s", [""])
        try:
            dismissed = await asyncio.wait_for(done, _PERSON_S)
        except TimeoutError:
            raise SecretRefused(f"the keyring asked for its password and nobody answered; {_NEXT}") from None
        if dismissed:
            raise SecretRefused(f"the keyring stays locked: its question was dismissed; {_NEXT}")

    def _hear(self, message: Message) -> None:
        waiting = self._prompted.get(message.path or "")
        completed = message.message_type is MessageType.SIGNAL and message.member == "Completed"
        if completed and waiting is not None and not waiting.done():
            waiting.set_result(bool(message.body[0]))

    async def _call(self, path: str, interface: str, member: str, signature: str = "", body: Any = ()) -> list[Any]:
        return await _call(self._bus, Message(_SERVICE, path, interface, member, signature=signature, body=list(body)))


@asynccontextmanager
async def keyring(environment: Mapping[str, str] = os.environ) -> AsyncIterator[Keyring]:
    """Open the keyring of the session that `environment` names. Raises SecretRefused where there is none."""
    address = environment.get("DBUS_SESSION_BUS_ADDRESS") or _usual(environment)
    if not address:
        raise SecretRefused(f"there is no session bus, and therefore no keyring; {_NEXT}")
    try:
        bus = await asyncio.wait_for(MessageBus(bus_address=address).connect(), _ANSWER_S)
    except (OSError, DBusFastError, TimeoutError, ValueError, EOFError) as error:
        raise SecretRefused(f"the session bus does not answer, so there is no keyring ({error}); {_NEXT}") from None
    try:
        opening = Message(
            _SERVICE, _ROOT, _OF + "Service", "OpenSession", signature="sv", body=["plain", Variant("s", "")]
        )
        _, session = await _call(bus, opening)
        await _call(bus, _listen())
        yield Keyring(bus, session)
    finally:
        bus.disconnect()


def _usual(environment: Mapping[str, str]) -> str:
    path = f"{environment.get('XDG_RUNTIME_DIR', '')}/bus"
    return f"unix:path={path}" if environment.get("XDG_RUNTIME_DIR") and os.path.exists(path) else ""  # noqa: PTH110


def _listen() -> Message:
    rule = f"type='signal',interface='{_OF}Prompt',member='Completed'"
    name = "org.freedesktop.DBus"
    return Message(name, "/org/freedesktop/DBus", name, "AddMatch", signature="s", body=[rule])


async def _call(bus: MessageBus, message: Message) -> list[Any]:
    try:
        answer = await asyncio.wait_for(bus.call(message), _ANSWER_S)
    except (DBusFastError, TimeoutError, EOFError, OSError) as error:
        raise SecretRefused(f"the keyring does not answer ({type(error).__name__}); {_NEXT}") from None
    if answer is None or answer.message_type is MessageType.ERROR:
        said = answer.error_name if answer is not None else "no answer"
        raise SecretRefused(f"the keyring refused {message.member} ({said}); {_NEXT}")
    return list(answer.body)


def _attributes(service: str, name: str) -> dict[str, str]:
    return {"application": "ufo", "service": service, "name": name}

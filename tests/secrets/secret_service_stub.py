"""The freedesktop Secret Service as a small program on a real bus: one collection, which may be locked behind a question.

usage: python -m tests.secrets.secret_service_stub open|locked|dismissed
"""

from __future__ import annotations

import asyncio
import sys

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

_ROOT = "/org/freedesktop/secrets"


class Service:
    def __init__(self, bus: MessageBus, how: str) -> None:
        self._bus = bus
        self._locked = how != "open"
        self._dismissed = how == "dismissed"
        self._items: dict[str, tuple[dict[str, str], bytes]] = {}
        self._made = 0

    def handle(self, message: Message) -> Message | bool:
        if message.message_type is not MessageType.METHOD_CALL:
            return False
        answer = getattr(self, f"_{message.member.lower()}", None) if message.member else None
        return answer(message) if answer is not None else False

    def _opensession(self, message: Message) -> Message:
        assert message.body[0] == "plain"
        return Message.new_method_return(message, "vo", [Variant("s", ""), f"{_ROOT}/session/1"])

    def _searchitems(self, message: Message) -> Message:
        wanted = message.body[0]
        found = [path for path, (own, _) in self._items.items() if wanted.items() <= own.items()]
        return Message.new_method_return(message, "aoao", [[], found] if self._locked else [found, []])

    def _unlock(self, message: Message) -> Message:
        prompt = f"{_ROOT}/prompt/1" if self._locked else "/"
        return Message.new_method_return(message, "aoo", [[] if self._locked else message.body[0], prompt])

    def _prompt(self, message: Message) -> Message:
        self._locked = self._dismissed
        completed = Message(
            path=message.path,
            interface="org.freedesktop.Secret.Prompt",
            member="Completed",
            message_type=MessageType.SIGNAL,
            signature="bv",
            body=[self._dismissed, Variant("s", "")],
        )
        asyncio.get_running_loop().call_soon(lambda: asyncio.ensure_future(self._bus.send(completed)))
        return Message.new_method_return(message)

    def _createitem(self, message: Message) -> Message:
        if self._locked:
            return Message.new_error(message, "org.freedesktop.Secret.Error.IsLocked", "locked")
        properties, secret, replace = message.body
        own = properties["org.freedesktop.Secret.Item.Attributes"].value
        same = next((path for path, (other, _) in self._items.items() if replace and other == own), None)
        self._made += 1
        path = same or f"{_ROOT}/collection/login/{self._made}"
        self._items[path] = (own, bytes(secret[2]))
        return Message.new_method_return(message, "oo", [path, "/"])

    def _getsecret(self, message: Message) -> Message:
        if self._locked:
            return Message.new_error(message, "org.freedesktop.Secret.Error.IsLocked", "locked")
        secret = [message.body[0], b"", self._items[message.path or ""][1], "text/plain"]
        return Message.new_method_return(message, "(oayays)", [secret])

    def _delete(self, message: Message) -> Message:
        del self._items[message.path or ""]
        return Message.new_method_return(message, "o", ["/"])


async def main(how: str) -> None:
    bus = await MessageBus().connect()
    bus.add_message_handler(Service(bus, how).handle)
    await bus.request_name("org.freedesktop.secrets")
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))

"""A notification daemon on the session bus, which prints each notification that it is given as a line of JSON."""

from __future__ import annotations

import asyncio
import json
import sys

from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus


async def main() -> None:
    bus = await MessageBus().connect()

    def answer(message: Message) -> Message | None:
        if message.message_type is not MessageType.METHOD_CALL or message.member != "Notify":
            return None
        sys.stdout.write(
            json.dumps({"signature": message.signature, "title": message.body[3], "text": message.body[4]}) + "\n"
        )
        sys.stdout.flush()
        return Message.new_method_return(message, "u", [1])

    bus.add_message_handler(answer)
    await bus.request_name("org.freedesktop.Notifications")
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


asyncio.run(main())

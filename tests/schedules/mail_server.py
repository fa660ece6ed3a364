"""A small SMTP server that keeps the mails and the logins that it is given. Source: RFC 5321, RFC 4954 (AUTH PLAIN)."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class MailServer:
    def __init__(self, refuses: bool = False) -> None:
        self.mails: list[str] = []
        self.logins: list[bytes] = []
        self.port = 0
        self._refuses = refuses

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        while line := (await reader.readline()).strip():
            verb = line[:4].upper()
            if verb == b"EHLO":
                writer.write(b"250-here\r\n250 AUTH PLAIN\r\n")
            elif verb == b"AUTH":
                self.logins.append(base64.b64decode(line.split()[-1]))
                writer.write(b"535 no\r\n" if self._refuses else b"235 yes\r\n")
            elif verb == b"DATA":
                writer.write(b"354 go on\r\n")
                self.mails.append((await reader.readuntil(b"\r\n.\r\n")).decode())
                writer.write(b"250 kept\r\n")
            else:
                writer.write(b"221 bye\r\n" if verb == b"QUIT" else b"250 yes\r\n")
        writer.close()


@asynccontextmanager
async def mail_server(refuses: bool = False) -> AsyncIterator[MailServer]:
    server = MailServer(refuses)
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()

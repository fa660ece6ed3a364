"""Accounts of real mail programs in a home of their own, and the local servers that their mail comes from and goes to."""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import mailbox
import os
import shutil
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any, cast

IMAP = "/usr/lib/dovecot/imap"
_NOBODY = 65534
Account = dict[str, str | bool | int]
QUIET: Account = {
    "mail.shell.checkDefaultClient": False,
    "mail.spotlight.firstRunDone": True,
    "mailnews.start_page.enabled": False,
    "app.donation.eoy.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
}
ACCOUNT: Account = {
    "mail.accountmanager.accounts": "account1,account2",
    "mail.accountmanager.defaultaccount": "account1",
    "mail.accountmanager.localfoldersserver": "server2",
    "mail.account.account1.identities": "id1",
    "mail.account.account1.server": "server1",
    "mail.account.account2.server": "server2",
    "mail.identity.id1.fullName": "Ida Berg",
    "mail.identity.id1.useremail": "ida@example.org",
    "mail.identity.id1.smtpServer": "smtp1",
    "mail.identity.id1.valid": True,
    "mail.server.server1.type": "pop3",
    "mail.server.server1.hostname": "127.0.0.1",
    "mail.server.server1.name": "Ida",
    "mail.server.server1.userName": "ida",
    "mail.server.server1.login_at_startup": False,
    "mail.server.server1.check_new_mail": False,
    "mail.server.server2.type": "none",
    "mail.server.server2.hostname": "Local Folders",
    "mail.server.server2.name": "Local Folders",
    "mail.server.server2.userName": "nobody",
    "mail.smtpservers": "smtp1",
    "mail.smtp.defaultserver": "smtp1",
    "mail.smtpserver.smtp1.hostname": "127.0.0.1",
    "mail.smtpserver.smtp1.username": "ida",
}


def offer(message_id: str = "<offer@example.org>") -> EmailMessage:
    """Return a mail to answer."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Ben <ben@example.org>", "ida@example.org", "Offer"
    message["Message-ID"], message["Date"] = message_id, "Mon, 02 Nov 2026 10:00:00 +0000"
    message.set_content("Tea costs 3.")
    return message


def opens_mail(home: Path, program: str) -> None:
    """Have a program open new mail."""
    path = home / ".config/mimeapps.list"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"[Default Applications]\nx-scheme-handler/mailto={program}.desktop\n", encoding="utf-8")


def thunderbird_account(home: Path, settings: Account) -> Path:
    """Make Thunderbird's default profile anew, and return its folder. Without `settings` it has no account."""
    root = home / ".thunderbird"
    shutil.rmtree(root, ignore_errors=True)
    folder = root / "ida"
    folder.mkdir(parents=True)
    told = "[Profile0]\nName=ida\nIsRelative=1\nPath=ida\nDefault=1\n\n[General]\nStartWithLastProfile=1\nVersion=2\n"
    (root / "profiles.ini").write_text(told, encoding="utf-8")
    # Thunderbird takes a profile for its own where it was the last one to use it.
    place = next(Path("/usr").glob("lib*/thunderbird/thunderbird-bin")).parent
    used = f"[Compatibility]\nLastVersion=1_1/1\nLastPlatformDir={place}\nLastAppDir={place}\n"
    (folder / "compatibility.ini").write_text(used, encoding="utf-8")
    lines = (f'user_pref("{key}", {_js(value)});\n' for key, value in (QUIET | settings).items())
    (folder / "prefs.js").write_text("".join(lines), encoding="utf-8")
    return folder


def _js(value: str | bool | int) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def mh_account(home: Path, folder: str, settings: str, smtp_port: int) -> None:
    """Make an account of Claws Mail or Sylpheed with one mail in its inbox. `folder`, `settings`: names of its own."""
    own, mail = home / folder, home / "Mailbox"
    for place in (own, mail):
        shutil.rmtree(place, ignore_errors=True)
    own.mkdir()
    # A machine without word lists would be told of that before the window opens.
    (own / settings).write_text("[Common]\nenable_aspell=0\n", encoding="utf-8")
    (own / "accountrc").write_text(
        "[Account: 1]\naccount_name=ida\nis_default=1\nname=Ida Berg\naddress=ida@example.org\nprotocol=5\n"
        f"smtp_server=127.0.0.1\nset_smtpport=1\nsmtp_port={smtp_port}\nssl_smtp=0\ninbox=#mh/Mailbox/inbox\n",
        encoding="utf-8",
    )
    names = {"inbox": "inbox", "sent": "outbox", "draft": "draft", "queue": "queue", "trash": "trash"}
    for name in names:
        (mail / name).mkdir(parents=True)
    items = "".join(f'<folderitem type="{kind}" name="{name}" path="{name}"/>' for name, kind in names.items())
    (own / "folderlist.xml").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<folderlist><folder type="mh" name="Mailbox" path="Mailbox">{items}</folder></folderlist>\n',
        encoding="utf-8",
    )
    (mail / "inbox/1").write_bytes(offer().as_bytes())


@asynccontextmanager
async def imap_server(*messages: EmailMessage) -> AsyncIterator[int]:
    """Serve an account with these messages by IMAP (Dovecot) on this machine alone, and yield the port.

    Who connects is logged in: each connection gets a process of the server, as under inetd (doc.dovecot.org, "Rawlog, pre-auth").
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        box = mailbox.Maildir(folder / "mail")
        for message in messages:
            box.add(message)
        settings = f"log_path = {folder}/log\nssl = no\nmail_location = maildir:{folder}/mail\nfirst_valid_uid = 0\n"
        (folder / "dovecot.conf").write_text(f"{settings}base_dir = {folder}\nstats_writer_socket_path =\n", "utf-8")
        as_whom = _lowered(folder)
        environment = {"PATH": os.defpath, "USER": getpass.getuser(), "HOME": name}
        command = [IMAP, "-c", str(folder / "dovecot.conf")]
        served: dict[asyncio.Task[Any], set[asyncio.Task[None]]] = {}

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, env=environment, **as_whom
            )
            assert process.stdin is not None and process.stdout is not None
            pumps = {
                asyncio.ensure_future(_pump(reader, process.stdin)),
                asyncio.ensure_future(_pump(process.stdout, writer)),
            }
            served[cast(asyncio.Task[Any], asyncio.current_task())] = pumps
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for pump in pumps:
                pump.cancel()
            if process.returncode is None:
                process.terminate()
            await process.wait()
            writer.close()

        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            yield server.sockets[0].getsockname()[1]
            for pump in (pump for pumps in served.values() for pump in pumps):
                pump.cancel()
            if served:
                await asyncio.wait(served)


def _lowered(folder: Path) -> dict[str, Any]:
    """Return as whom the server runs, as arguments of a process: it refuses to serve the mail of root."""
    if os.getuid():
        return {}
    folder.chmod(0o755)
    for path in (folder, folder / "mail", *(folder / "mail").rglob("*")):
        os.chown(path, _NOBODY, _NOBODY)
    return {"user": _NOBODY, "group": _NOBODY, "extra_groups": []}


async def _pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while data := await source.read(1 << 16):
            target.write(data)
            await target.drain()

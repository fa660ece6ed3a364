"""Tells the person by every way that the settings name."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from email.message import EmailMessage

from ufo.config.settings import NotifySettings
from ufo.desktop.private.environment_filter import desktop_environment
from ufo.dotted import load
from ufo.errors import UfoError
from ufo.schedules.messages.smtp_mail import send
from ufo.schema.secret import SecretRef
from ufo.secrets.secret_resolver import SecretStore

_WITHIN_S = 30.0


@dataclass(frozen=True, slots=True)
class Message:
    title: str
    text: str


async def tell(
    message: Message, settings: NotifySettings, secrets: SecretStore, environment: Mapping[str, str]
) -> list[str]:
    """Tell the person, and return a line for each way that failed."""
    ways: dict[str, Awaitable[None]] = {}
    if settings.desktop:
        ways["the notification on the desktop"] = _notify(message, environment)
    if settings.command:
        ways["notify.command"] = _run([*settings.command, message.title, message.text], message.text, environment)
    if settings.mail_to:
        ways["the mail"] = _mail(message, settings, secrets, environment)
    ended = await asyncio.gather(*(_in_time(way) for way in ways.values()))
    return [f"{name} failed: {why}" for name, why in zip(ways, ended, strict=True) if why]


async def _notify(message: Message, environment: Mapping[str, str]) -> None:
    """Raises OSError, also on a system that has no session bus."""
    try:
        notify = load("ufo.schedules.messages.desktop_notice:notify")
    except ImportError as error:
        raise OSError("there is no session bus on this system") from error
    await notify(message.title, message.text, environment)


async def _in_time(way: Awaitable[None]) -> str:
    """Return why it failed; "" where it did not."""
    try:
        async with asyncio.timeout(_WITHIN_S):
            await way
    except TimeoutError:
        return f"no answer in {_WITHIN_S:g} s"
    except (UfoError, OSError) as error:
        return str(error) or type(error).__name__
    return ""


async def _mail(
    message: Message, settings: NotifySettings, secrets: SecretStore, environment: Mapping[str, str]
) -> None:
    mail = EmailMessage()
    mail["Subject"], mail["To"] = message.title, settings.mail_to
    mail["From"] = settings.mail_from or settings.mail_to
    mail.set_content(message.text)
    if settings.sendmail:
        # Addresses are in the message, and a line of one dot ends nothing: sendmail(8), -t and -i.
        await _run([*settings.sendmail, "-t", "-i"], mail.as_string(), environment)
        return
    password = await secrets.value(SecretRef(settings.smtp_secret)) if settings.smtp_secret else ""
    await asyncio.to_thread(send, mail, settings, password)


async def _run(command: Sequence[str], said: str, environment: Mapping[str, str]) -> None:
    """Run a command of the person's, without a shell. Raises OSError."""
    process = await asyncio.create_subprocess_exec(
        *command,
        env=desktop_environment(environment),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        _, complaint = await process.communicate(said.encode())
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise OSError(
            f"{command[0]} ended with {process.returncode}: {complaint.decode(errors='replace').strip()[:200]}"
        )

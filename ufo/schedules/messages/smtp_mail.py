"""Mail by the person's own SMTP server."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage

from ufo.config.settings import NotifySettings
from ufo.errors import ConfigError

_WITHIN_S = 20.0
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


def send(mail: EmailMessage, settings: NotifySettings, password: str) -> None:
    """Send the mail. Blocking. Raises OSError, and ConfigError where a password would go over the network in clear."""
    if not settings.smtp_host:
        raise ConfigError("mail needs notify.sendmail or notify.smtp_host in your own ufo.yaml")
    if password and settings.smtp_security == "none" and settings.smtp_host not in _LOOPBACK:
        raise ConfigError("a password is sent over TLS only: set notify.smtp_security to starttls or tls")
    try:
        with _connected(settings) as server:
            if password:
                server.login(settings.smtp_user, password)
            server.send_message(mail)
    except smtplib.SMTPException as error:
        # An answer of the server to a login may quote what it was sent.
        said = type(error).__name__ if password else f"{type(error).__name__}: {error}"
        raise OSError(f"{settings.smtp_host}:{settings.smtp_port} refused it: {said}") from error


def _connected(settings: NotifySettings) -> smtplib.SMTP:
    """Connect to the server, whose certificate is checked where there is one."""
    around = ssl.create_default_context()
    if settings.smtp_security == "tls":
        return smtplib.SMTP_SSL(settings.smtp_host, settings.smtp_port, timeout=_WITHIN_S, context=around)
    server = smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=_WITHIN_S)
    if settings.smtp_security == "starttls":
        server.starttls(context=around)
    return server

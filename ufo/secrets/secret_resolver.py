"""Reads the secrets of one run from the keyring or the environment, as the person's configuration says.

A value is given out at the last step, only to an application that it is meant for.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Protocol

from ufo.config.settings import SecretSettings
from ufo.dotted import load
from ufo.errors import SecretRefused
from ufo.schema.secret import SecretRef, filled, references
from ufo.secrets.masks import Masks

if TYPE_CHECKING:
    from ufo.secrets.secret_service import Keyring

KEYRING = "ufo.secrets.secret_service:keyring"


class SecretStore:
    """The configured secrets; `settings` has them by name. Values are read each time and not kept."""

    def __init__(self, settings: Mapping[str, SecretSettings], environment: Mapping[str, str] = os.environ) -> None:
        self.settings = settings
        self._environment = environment

    def of(self, ref: SecretRef) -> SecretSettings:
        """Return the settings of a secret. Raises SecretRefused where none of that name is configured."""
        found = self.settings.get(ref.name)
        if found is None:
            known = ", ".join(sorted(self.settings)) or "none"
            raise SecretRefused(
                f"no secret is named {ref.name!r} (there are: {known}); name it under `secrets` in your own ufo.yaml"
            )
        return found

    async def value(self, ref: SecretRef) -> str:
        """Return the value of a secret. Raises SecretRefused where it cannot be read."""
        where = self.of(ref)
        if where.source == "environment":
            variable = where.variable or ref.name
            value = self._environment.get(variable, "")
            if not value:
                raise SecretRefused(f"{ref} is empty: set the environment variable {variable!r} and run it again")
            return value
        async with self._keyring() as opened:
            found = await opened.find(where.service, ref.name)
        if not found:
            raise SecretRefused(f"the keyring holds no {ref}; put it there with: ufo secret set {ref.name}")
        return found

    async def is_there(self, ref: SecretRef) -> bool:
        """Tell whether the secret has a value. Raises SecretRefused where the keyring does not answer."""
        where = self.of(ref)
        if where.source == "environment":
            return bool(self._environment.get(where.variable or ref.name))
        async with self._keyring() as opened:
            return bool(await opened.find(where.service, ref.name))

    async def put(self, ref: SecretRef, value: str) -> None:
        async with self._keyring() as opened:
            await opened.put(self._service(ref), ref.name, value)

    async def remove(self, ref: SecretRef) -> bool:
        """Remove the secret from the keyring, and return whether it was there."""
        async with self._keyring() as opened:
            return await opened.remove(self._service(ref), ref.name)

    def _keyring(self) -> AbstractAsyncContextManager[Keyring]:
        """Open the keyring. Its module is imported only here, so that nothing of it is needed on a system without D-Bus."""
        opened: AbstractAsyncContextManager[Keyring] = load(KEYRING)(self._environment)
        return opened

    def _service(self, ref: SecretRef) -> str:
        """Return the secret's service in the keyring, the default one for a secret that is stored before it is configured."""
        return self.settings.get(ref.name, SecretSettings()).service


class Receiver(Protocol):
    """The properties of a window that decide whether it may get a secret."""

    @property
    def title(self) -> str: ...

    @property
    def app_root(self) -> str: ...

    @property
    def process(self) -> str: ...


class SecretResolver:
    """Gives out only secrets that the person named, so that a screen or a model that makes up a name gets nothing."""

    def __init__(self, store: SecretStore, masks: Masks) -> None:
        self._store = store
        self.masks = masks
        self._named: set[SecretRef] = set()

    def person_said(self, text: object) -> None:
        """Note the secrets named in what the person typed: a request, an answer, or the arguments of a tool called by hand."""
        self._named |= references(text)

    async def struck(self, text: str, window: Receiver | None) -> str:
        """Fill in secrets as `resolved` does, for a text typed as keys. Raises SecretRefused for a secret with a line break or
        a tab: they would press a button or go on to the next field.
        """
        real = await self.resolved(text, window)
        if real != text and real.count("\n") + real.count("\t") > text.count("\n") + text.count("\t"):
            raise SecretRefused(
                "a secret with a line break or a tab in it cannot be typed as keys; set the value of its field instead, "
                "or store the secret without them"
            )
        return real

    async def resolved(self, text: str, window: Receiver | None) -> str:
        """Return the text with the secrets filled in. The masks learn each value before it is returned. Raises SecretRefused."""
        values = {}
        for ref in sorted(references(text)):
            self._require_meant(ref, window)
            values[ref] = await self._store.value(ref)
            self.masks.learn(values[ref], ref)
        return filled(text, values)

    async def handed_over(self, password: str, window: Receiver | None) -> str:
        """Fill in secrets of a password that an application gets over its own interface. The masks learn all of it, also where
        it is written in clear. Raises SecretRefused.
        """
        real = await self.resolved(password, window)
        self.masks.learn(real)
        return real

    def _require_meant(self, ref: SecretRef, window: Receiver | None) -> None:
        allowed = self._store.of(ref).applications
        if ref not in self._named:
            raise SecretRefused(
                f"the person did not name {ref}, so it is not given out; say in the request where {ref} is to be typed"
            )
        if window is None:
            raise SecretRefused(
                f"{ref} was not typed, since it is unknown which application would get it; look again and name its field"
            )
        if not _is_among(window, allowed):
            known = ", ".join(allowed) or "none"
            raise SecretRefused(
                f"{ref} may not go into {window.app_root or window.process!r} ({window.title!r}); it is meant for: {known}. "
                f"Type it there, or add {window.app_root or window.process!r} to secrets.{ref.name}.applications in your own "
                "ufo.yaml"
            )


def _is_among(window: Receiver, allowed: Iterable[str]) -> bool:
    own = {name.casefold() for name in (window.app_root, window.process) if name}
    return any(name.casefold() in own for name in allowed)

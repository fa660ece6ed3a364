"""Reads the value of a secret from the keyring or the environment, as the person's configuration says."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING

from ufo.config.settings import SecretSettings
from ufo.dotted import load
from ufo.errors import SecretRefused
from ufo.schema.secret import SecretRef

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

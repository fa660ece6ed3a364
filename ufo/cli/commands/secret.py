"""`ufo secret`: puts the secrets for `{{secret:NAME}}` into the keyring, lists them and removes them. No value is ever shown."""

from __future__ import annotations

import asyncio
import getpass
import sys
from typing import Any

from ufo.cli.output import print_answer, print_json, print_text
from ufo.config.load import load_settings
from ufo.config.settings import SecretSettings
from ufo.errors import ConfigError, SecretRefused
from ufo.schema.secret import SECRET_NAME, SecretRef
from ufo.secrets.secret_resolver import SecretStore

_LONGEST = 10_000


def list_(as_json: bool) -> int:
    store = SecretStore(load_settings().secrets)
    rows = asyncio.run(_rows(store))
    if as_json:
        print_json({"secrets": rows})
        return 0
    for row in rows:
        meant = ", ".join(row["applications"]) or "no application"
        there = {True: "there", False: "not there", None: "cannot be looked for"}[row["there"]]
        print_text(f"{row['name']}  from {row['from']}, {there}; for {meant}")
    if not rows:
        print_text("no secret is configured; name one under `secrets` in ~/.config/ufo/ufo.yaml (docs/secrets.md)")
    return 0


def put(name: str, as_json: bool) -> int:
    ref, store = _ref(name), SecretStore(load_settings().secrets)
    configured = store.settings.get(ref.name)
    if configured is not None and configured.source != "keyring":
        variable = configured.variable or ref.name
        raise ConfigError(f"{ref} comes from the environment; set the variable {variable!r} in its place")
    _ask_keyring(store.put(ref, _read(ref)))
    told = {"set": ref.name, "configured": configured is not None}
    print_answer(as_json, told, f"{ref} is in the keyring{_next(ref, configured)}")
    return 0


def forget(name: str, as_json: bool) -> int:
    ref = _ref(name)
    was_there = bool(_ask_keyring(SecretStore(load_settings().secrets).remove(ref)))
    told = f"{ref} {'is forgotten' if was_there else 'was not in the keyring'}"
    print_answer(as_json, {"forgotten": ref.name, "was_there": was_there}, told)
    return 0


def _ref(name: str) -> SecretRef:
    if not SECRET_NAME.fullmatch(name):
        # The person may have typed the value here, so the message does not quote it.
        raise ConfigError("that cannot name a secret; use letters, digits, '_', '.' and '-', at most 64")
    return SecretRef(name)


def _read(ref: SecretRef) -> str:
    """Read the secret from the terminal without showing it, or from standard input without the line end at its end."""
    if sys.stdin.isatty():
        value = getpass.getpass(f"{ref}: ")
        if value != getpass.getpass(f"{ref}, once more: "):
            raise ConfigError("the two entries differ; nothing was set")
    else:
        value = sys.stdin.read(_LONGEST + 1).removesuffix("\n").removesuffix("\r")
    if not value.strip() or len(value) > _LONGEST:
        raise ConfigError(f"a secret has 1 to {_LONGEST} characters; nothing was set")
    return value


def _next(ref: SecretRef, configured: SecretSettings | None) -> str:
    if configured is not None and configured.applications:
        return ""
    return (
        "\nnext: say in ~/.config/ufo/ufo.yaml what may have it:\n"
        f"secrets:\n  {ref.name}:\n    from: keyring\n    applications: [NAME]"
    )


async def _rows(store: SecretStore) -> list[dict[str, Any]]:
    rows = []
    for name, secret_settings in sorted(store.settings.items()):
        try:
            there: bool | None = await store.is_there(SecretRef(name))
        except SecretRefused:
            there = None
        rows.append(
            {
                "name": name,
                "from": secret_settings.source,
                "applications": list(secret_settings.applications),
                "there": there,
            }
        )
    return rows


def _ask_keyring(asking: Any) -> Any:
    try:
        return asyncio.run(asking)
    except SecretRefused as error:
        raise ConfigError(str(error)) from None

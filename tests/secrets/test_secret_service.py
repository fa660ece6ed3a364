"""The keyring over a real bus: our own server of the protocol, and GNOME's where it is installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.needs import needs
from tests.secrets.buses import bus, gnome_keyring, stub
from ufo.config.settings import SecretSettings
from ufo.errors import SecretRefused
from ufo.schema.secret import SecretRef
from ufo.secrets.secret_resolver import SecretStore
from ufo.secrets.secret_service import keyring

REF = SecretRef("BANK")
SETTINGS = {"BANK": SecretSettings()}


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    with bus(tmp_path) as record:
        yield record


async def _goes_in_and_out(environment: dict[str, str]) -> None:
    store = SecretStore(SETTINGS, environment)
    assert not await store.is_there(REF)
    with pytest.raises(SecretRefused, match="ufo secret set BANK"):
        await store.value(REF)
    await store.put(REF, "hunter2 é")
    assert await store.value(REF) == "hunter2 é"
    await store.put(REF, "another")
    await store.put(SecretRef("OTHER"), "not this one")
    assert await store.value(REF) == "another"
    assert await store.remove(REF) and not await store.remove(REF)
    assert not await store.is_there(REF)


async def test_a_secret_is_put_replaced_found_and_forgotten(environment: dict[str, str]) -> None:
    with stub(environment, "open"):
        await _goes_in_and_out(environment)


@needs("gnome-keyring-daemon")
async def test_a_secret_is_put_replaced_found_and_forgotten_in_gnomes_keyring(environment: dict[str, str]) -> None:
    with gnome_keyring(environment):
        await _goes_in_and_out(environment)


async def test_a_locked_keyring_asks_the_person_and_goes_on(environment: dict[str, str]) -> None:
    with stub(environment, "locked"):
        store = SecretStore(SETTINGS, environment)
        await store.put(REF, "hunter2")
        assert await store.value(REF) == "hunter2"


async def test_a_keyring_that_stays_locked_gives_nothing_and_says_so(environment: dict[str, str]) -> None:
    with stub(environment, "dismissed"), pytest.raises(SecretRefused, match="stays locked"):
        await SecretStore(SETTINGS, environment).put(REF, "hunter2")


async def test_without_a_keyring_the_next_move_is_said_and_no_value(environment: dict[str, str]) -> None:
    for wrong in (environment, {}, {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}):
        with pytest.raises(SecretRefused, match="start a keyring") as told:
            async with keyring(wrong) as opened:
                await opened.put("ufo", "BANK", "hunter2")
        assert "hunter2" not in str(told.value)

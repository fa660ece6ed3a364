"""A request that forbids, excepts, postpones, questions or conditions an act, or only quotes it, lets nobody do it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.tools.policy.consent.obedient import Wording, is_done, wordings
from tests.tools.policy.consent.readers import Recorded, agrees, ordering

_BANNED = wordings("banned_wordings.json")
_PLAIN = wordings("plain_orders.json")
_LEAST_GRANTED = 0.95


def _some(rows: Iterable[Wording]) -> list[Any]:
    """Every row; `make test` tries one of each kind in each language: the others say the same in other words."""
    tried: set[tuple[str, str]] = set()
    return [row if _is_new(row, tried) else pytest.param(row, marks=pytest.mark.matrix) for row in rows]


def _is_new(row: Wording, tried: set[tuple[str, str]]) -> bool:
    is_new = (row.language, row.kind) not in tried
    tried.add((row.language, row.kind))
    return is_new


async def _done(folder: Path, rows: list[Wording], reader_of: type[Recorded] | None) -> list[str]:
    done = []
    for number, row in enumerate(rows):
        place = folder / str(number)
        place.mkdir()
        if await is_done(place, row, agrees if reader_of is None else reader_of(row.act)):
            done.append(str(row))
    return done


@pytest.fixture(autouse=True)
def _own_bin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.mark.parametrize("wording", _BANNED[::7], ids=str)
async def test_without_a_reader_nothing_is_done_with_nobody_there(tmp_path: Path, wording: Wording) -> None:
    assert not await is_done(tmp_path, wording)


@pytest.mark.parametrize("wording", _some(_BANNED), ids=str)
async def test_an_act_that_the_request_does_not_order_now_is_not_done_with_a_capable_reader(
    tmp_path: Path, wording: Wording
) -> None:
    assert not await is_done(tmp_path, wording, Recorded(wording.act))


async def test_plain_orders_are_done_without_a_further_yes_in_each_language(tmp_path: Path) -> None:
    done = await _done(tmp_path, _PLAIN, Recorded)
    left = [str(wording) for wording in _PLAIN if str(wording) not in done]
    sys.stdout.write(f"plain orders granted: {len(done)} of {len(_PLAIN)}\n")
    assert len(done) >= _LEAST_GRANTED * len(_PLAIN), left


async def test_of_the_wordings_code_alone_holds_only_what_stands_below_the_request(tmp_path: Path) -> None:
    in_lines = [wording for wording in _BANNED if "\n" in wording.request]
    on_one = [wording for wording in _BANNED if "\n" not in wording.request][::8]
    done = await _done(tmp_path, [*in_lines, *on_one], None)
    assert done == [str(wording) for wording in on_one], "one line is a matter of meaning"


@pytest.mark.parametrize("wording", _some(item for item in _BANNED if "\n" in item.request), ids=str)
async def test_words_below_a_heading_or_pasted_below_the_request_order_nothing_whoever_quotes_them(
    tmp_path: Path, wording: Wording
) -> None:
    lines = wording.request.splitlines()
    for line in lines[1:]:
        place = tmp_path / str(lines.index(line))
        place.mkdir()
        assert not await is_done(place, wording, ordering(line)), line


def test_the_table_has_240_wordings_in_eight_languages() -> None:
    assert len({(wording.request, wording.act) for wording in _BANNED}) >= 240
    counted = Counter(wording.language for wording in _BANNED)
    assert set(counted) == {"en", "de", "fr", "es", "pl", "ar", "zh", "ja"} and min(counted.values()) >= 30

"""Finds the tiles in which two stretches of pixels differ."""

from __future__ import annotations

from collections.abc import Iterator

Run = tuple[int, int]
"""The first tile of several side by side, and the one after the last."""


def other_tiles(data: bytes, other: bytes, stride: int, wide: int) -> list[int]:
    """Return, in order, the tiles that differ. Both are the same lines of two pictures, of `stride` bytes each; a tile is
    `wide` bytes of each line.
    """
    if data == other:
        return []
    changed: list[int] = []
    runs: list[Run] = [(0, -(-stride // wide))]
    for start in range(0, len(data), stride):
        for run in tuple(runs):
            # Tiles that were alike until now are compared together, and one by one only where they are not.
            first, end = start + run[0] * wide, start + min(run[1] * wide, stride)
            if data[first:end] != other[first:end]:
                found = list(_differing(data[first:end], other[first:end], run, wide))
                changed += found
                runs.remove(run)
                runs += _between(run, found)
        if not runs:
            break
    return sorted(changed)


def _differing(data: bytes, other: bytes, run: Run, wide: int) -> Iterator[int]:
    for place, tile in enumerate(range(*run)):
        at = place * wide
        if data[at : at + wide] != other[at : at + wide]:
            yield tile


def _between(run: Run, found: list[int]) -> Iterator[Run]:
    """Yield what is left of the run without the tiles that were found, which are in order."""
    first = run[0]
    for tile in (*found, run[1]):
        if tile > first:
            yield first, tile
        first = tile + 1

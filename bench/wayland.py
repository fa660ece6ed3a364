"""Times looks and acts on a private Wayland desktop (sway) beside a private X11 desktop, in one run by turns.

python -m bench.wayland [--repeat 15]

Needs the Debian package sway beside those of `bench.act`.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType

from bench.act import Hand, at_hand, typed
from bench.measure import Row, median, print_rows, timed_async
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch

_RATIO = 1.3
"""How many times as long as on X11 a look or an act may take."""
_TYPED = 1_000
Times = Callable[[Hand, int], Awaitable[list[float]]]


async def _started(wayland: bool) -> None:
    async with await PrivateDesktop.start(wayland=wayland):
        pass


async def _looks(hand: Hand, repeat: int) -> list[float]:
    async def look() -> None:
        hand.desktop.expect_change()
        await hand.desktop.snapshot(hand.window.id)

    return await timed_async(look, repeat)


async def _pictures(hand: Hand, repeat: int) -> list[float]:
    return await timed_async(lambda: hand.desktop.capture(hand.window.id), repeat)


async def _presses(hand: Hand, repeat: int) -> list[float]:
    key = next(key for key, element in hand.selection.controls.items() if element.name == "7")
    return [await hand.run("click_input", id=key, name="7") for _ in range(repeat)]


async def _typing(hand: Hand, repeat: int) -> list[float]:
    return [await typed(hand, _TYPED) for _ in range(max(3, repeat // 5))]


async def _menus(hand: Hand, repeat: int) -> list[float]:
    return [await hand.run("visit", path=["Document", "Line Ending", "DOS / Windows (CR LF)"]) for _ in range(repeat)]


_WORK: Mapping[str, Mapping[str, Times]] = MappingProxyType(
    {
        "gnome-calculator": {
            "a look": _looks,
            "a picture of the window": _pictures,
            "a key clicked, read back": _presses,
        },
        "mousepad": {
            "a look": _looks,
            f"{_TYPED:,} characters typed, read back": _typing,
            "a menu path of three": _menus,
        },
    }
)


def rows(repeat: int) -> list[Row]:
    return asyncio.run(_rows(repeat))


async def _rows(repeat: int) -> list[Row]:
    x11, wayland = await timed_async(lambda: _started(False), 5), await timed_async(lambda: _started(True), 5)
    found = [Row("a desktop started and ended", median(wayland), "ms", None, median(x11), "X11")]
    for program, work in _WORK.items():
        async with at_hand(Launch(program), wayland=True) as there, at_hand(Launch(program)) as here:
            for what, times in work.items():
                # By turns, so that what else the machine does counts on both sides.
                pairs = [(await times(there, 3), await times(here, 3)) for _ in range(max(1, repeat // 3))]
                theirs = median([time for _, usual in pairs for time in usual])
                ours = median([time for mine, _ in pairs for time in mine])
                found.append(Row(f"{program}: {what}", ours, "ms", round(_RATIO * theirs, 1), theirs, "X11"))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=15)
    print_rows("Wayland (sway) beside X11", rows(parser.parse_args().repeat))


if __name__ == "__main__":
    main()

"""Windows of a test's own, shown."""

from __future__ import annotations

import anyio
from Xlib import X
from Xlib.display import Display
from Xlib.xobject.drawable import Window as XWindow

from tests.waiting import in_time


async def mapped(program: Display, window: XWindow) -> None:
    """Asks again where nothing came of it: openbox, busy with new monitors, loses the wish."""
    with in_time():
        while window.get_attributes().map_state != X.IsViewable:
            window.map()
            program.sync()
            await anyio.sleep(0.1)

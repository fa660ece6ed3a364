"""Pixels by shared memory are those that the connection gives, also where there is no shared memory."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import anyio
import pytest
from Xlib.xobject.drawable import Window as XWindow

from tests.waiting import in_time
from ufo.desktop.linux.x11.capture.pixels import PixelReader
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.schema.geometry import Rect

WHOLE = Rect(0, 0, 640, 480)


@contextmanager
def _server(*options: str, depth: int = 24) -> Iterator[str]:
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", f"640x480x{depth}", "-nolisten", "tcp", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        try:
            yield f":{server.stdout.readline().decode().strip()}"
        finally:
            server.terminate()


def _paint(x: XConnection) -> None:
    colours = x.root.create_gc()
    for number in range(48):
        colours.change(foreground=0x050301 * number)
        # The type stubs say int; the library takes the object.
        x.root.fill_rectangle(colours, 0, number * 10, 640, 10)  # type: ignore[arg-type]


def _pixel(pixels: bytes, width: int, x: int, y: int) -> bytes:
    return pixels[(y * width + x) * 4 :][:3]


@pytest.mark.parametrize("options", [(), ("-extension", "MIT-SHM")], ids=["shared memory", "none"])
async def test_each_part_is_read_as_it_was_painted_whatever_was_asked_before(options: tuple[str, ...]) -> None:
    with _server(*options) as name:
        connection = await XConnection.open(name)
        reader = await connection.run(PixelReader, connection)
        await connection.run(_paint, connection)
        for area in (Rect(10, 100, 5, 5), Rect(0, 200, 640, 60), WHOLE, Rect(0, 200, 640, 60), Rect(600, 470, 40, 10)):
            pixels = await connection.run(reader.read, connection.root, area)
            assert len(pixels) == area.width * area.height * 4
            for y in (0, area.height - 1):
                number = (area.y + y) // 10
                assert _pixel(pixels, area.width, 3, y) == bytes([number, 3 * number, 5 * number])
        await connection.run(reader.close)
        assert len(await connection.run(reader.read, connection.root, WHOLE)) == 640 * 480 * 4
        await connection.close()


async def test_a_pixmap_that_no_window_shows_is_read_too() -> None:
    with _server() as name:
        connection = await XConnection.open(name)
        reader = await connection.run(PixelReader, connection)

        def read() -> bytes:
            pixmap = connection.root.create_pixmap(200, 100, connection.root.get_geometry().depth)
            colour = pixmap.create_gc(foreground=0x123456)
            pixmap.fill_rectangle(colour, 0, 0, 200, 100)  # type: ignore[arg-type]  # likewise
            return reader.read(pixmap, Rect(0, 0, 200, 100))

        pixels = await connection.run(read)
        assert {pixels[at : at + 3] for at in range(0, len(pixels), 4)} == {b"\x56\x34\x12"}
        await connection.close()


async def test_a_screen_of_sixteen_bits_a_pixel_says_that_it_cannot_be_read() -> None:
    with _server(depth=16) as name:
        connection = await XConnection.open(name)
        reader = await connection.run(PixelReader, connection)
        with pytest.raises(ValueError, match="16 bits"):
            await connection.run(reader.read, connection.root, WHOLE)
        await connection.close()


async def test_no_shared_memory_stays_behind() -> None:
    with _server() as name:
        connection = await XConnection.open(name)
        before = _segments()

        def read(root: XWindow) -> int:
            reader = PixelReader(connection)
            for height in (200, 300, 480):
                reader.read(root, Rect(0, 0, 640, height))
            kept = _segments() - before
            reader.close()
            return len(kept)

        assert await connection.run(read, connection.root) <= 1
        await connection.close()
        with in_time():  # the server detaches once it has noticed that the connection ended
            while _segments() - before:
                await anyio.sleep(0.01)


def _segments() -> set[str]:
    """Return the identities of this process's shared memory (proc(5): /proc/sysvipc/shm)."""
    lines = [line.split() for line in Path("/proc/sysvipc/shm").read_text().splitlines()[1:]]
    return {line[1] for line in lines if line[4] == str(os.getpid())}

"""Makes a sound, video or picture file of another one, by a VLC without a window and with options of its own.

What a file tells of its whole pictures is often wrong, and VLC then begins in the midst of changes. So a video is made whole,
and a picture of one that comes out as nothing but grey is refused.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from PIL import Image

from ufo.errors import ToolError
from ufo.platform.programs import how_to_install
from ufo.schema.file_names import readable
from ufo.schema.patterns import any_case
from ufo.tools.documents.office_convert import scratch
from ufo.tools.system.process import run_program, unseen
from ufo.tools.system.write_file import write_new

TIMEOUT_S = 55.0
_FAULT = any_case(r"error|not supposed")
_HEAD_BYTES = 256
_MOST_BYTES = 2 * 1024**3
_SOUND: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        ".mp3": ("acodec=mp3", "raw"), ".ogg": ("acodec=vorb", "ogg"), ".opus": ("acodec=opus", "ogg"),
        ".flac": ("acodec=flac", "raw"), ".wav": ("acodec=s16l", "wav"), ".m4a": ("acodec=mp4a", "mp4"),
    }
)  # fmt: skip
_VIDEO: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        ".mp4": ("vcodec=h264,acodec=mp4a", "mp4"),
        ".webm": ("vcodec=VP80,acodec=vorb", "webm"), ".ogv": ("vcodec=theo,acodec=vorb", "ogg"),
        ".avi": ("vcodec=mp4v,acodec=mp3", "avi"), ".mpg": ("vcodec=mp2v,acodec=mpga", "ps"),
    }
)  # fmt: skip
_PICTURES = frozenset({".png", ".jpg"})
_LOSSLESS = frozenset({".flac", ".wav"})
MAKES = (*_SOUND, *_VIDEO, *sorted(_PICTURES))
_LEAST_BYTES, _USUAL_KBPS, _SHOWN_S = 200, 192, 0.3
_UNKNOWN = (128, 128, 128)
"""The grey in which a picture begins of which nothing is known yet."""
_QUIT = "vlc://quit"
_QUIET = (
    "-I",
    "dummy",
    "--no-color",
    "--ignore-config",
    "--no-media-library",
    "--play-and-exit",
    "--no-sub-autodetect-file",
)


@dataclass(frozen=True, slots=True)
class Cut:
    """The seconds from where to where; None is the beginning or the end. `kbps`: of the sound, 0 for 192."""

    start_s: float | None = None
    end_s: float | None = None
    kbps: int = 0


async def media_made(source: Path, target: Path, cut: Cut, environment: Mapping[str, str]) -> None:
    """Write the sound, the video, or the picture at `start_s`, by the target's ending. The source stays as it is.

    Raises ToolError; then nothing is at the target.
    """
    ending = target.suffix.casefold()
    if ending not in MAKES:
        raise ToolError(f"VLC makes no {ending or 'such'} file here; it makes {', '.join(MAKES)}")
    _require_possible(ending, cut)
    await asyncio.to_thread(_require_recording, source)
    program = shutil.which("vlc", path=environment.get("PATH"))
    if program is None:
        raise ToolError(f"VLC is not installed, which makes such files; install it with: {how_to_install('vlc')}")
    with scratch(environment) as folder:
        # Names of ours: VLC reads options out of a name that has a colon.
        given = folder / f"given{source.suffix.casefold()}"
        given.symlink_to(source)
        made = folder / f"made{ending}"
        if ending in _PICTURES:
            await _picture([program, *_QUIET], given, made, cut, environment)
        else:
            said = await _run([program, *_QUIET, *_stream(made, cut), str(given), _QUIT], folder, environment)
            _require_made(made, said)
        write_new(target, made.read_bytes())


def _require_possible(ending: str, cut: Cut) -> None:
    if cut.end_s is not None and cut.end_s <= (cut.start_s or 0):
        raise ToolError(f"second {cut.end_s:g} does not come after second {cut.start_s or 0:g}")
    if ending in _VIDEO and cut.start_s:
        raise ToolError("a video is made whole or up to `end_s`, and not from a second on; sound can be cut anywhere")


def _require_recording(source: Path) -> None:
    if source.stat().st_size > _MOST_BYTES:
        raise ToolError(f"{readable(source.name)!r} is larger than {_MOST_BYTES >> 30} GB and is left alone")
    with source.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    if all(byte >= ord(" ") or byte in b"\t\n\r\f" for byte in head):
        # VLC takes a text for a playlist and opens what it names, also elsewhere.
        raise ToolError(f"{readable(source.name)!r} is a text or playlist and no recording; name the recording itself")


def _require_made(made: Path, said: str) -> None:
    if not made.is_file() or made.stat().st_size < _LEAST_BYTES:
        raise ToolError(f"VLC could not make a {made.suffix} file of it: {_reason(said)}")


def _stream(made: Path, cut: Cut) -> list[str]:
    ending = made.suffix
    codecs, mux = _SOUND.get(ending) or _VIDEO[ending]
    if ending not in _LOSSLESS:
        codecs += f",ab={cut.kbps or _USUAL_KBPS}"
    rate = 48000 if ending == ".opus" else 44100
    chain = f"#transcode{{{codecs},channels=2,samplerate={rate}}}:std{{access=file,mux={mux},dst={made}}}"
    return ["--sout", chain, *(["--no-sout-video"] if ending in _SOUND else []), *_seconds(cut)]


async def _picture(vlc: list[str], given: Path, made: Path, cut: Cut, environment: Mapping[str, str]) -> None:
    """Make the picture that is shown a moment after that second."""
    start, folder = cut.start_s or 0.0, made.parent
    scene = ["--vout=dummy", "--no-audio", "--video-filter=scene", "--scene-format=png", f"--scene-path={folder}"]
    scene += ["--scene-prefix=shown", "--scene-replace", "--scene-ratio=1"]
    said = await _run([*vlc, *scene, *_seconds(Cut(start, start + _SHOWN_S)), str(given), _QUIT], folder, environment)
    _require_made(folder / "shown.png", said)
    # What is shown is padded below and to the right. What is written of the first pictures is not.
    first = folder / "first.png"
    chain = f"#transcode{{vcodec=png}}:std{{access=file,mux=raw,dst={first}}}"
    said = await _run(
        [*vlc, "--sout", chain, "--no-sout-audio", f"--stop-time={_SHOWN_S}", str(given), _QUIT], folder, environment
    )
    _require_made(first, said)
    await asyncio.to_thread(_cropped, folder / "shown.png", first, made)


def _cropped(shown: Path, first: Path, made: Path) -> None:
    with Image.open(first) as whole, Image.open(shown) as padded:
        picture = padded.convert("RGB").crop((0, 0, *whole.size))
    if picture.getcolors(1) == [(picture.width * picture.height, _UNKNOWN)]:
        raise ToolError(
            "VLC shows only grey at that second, because the file does not tell where whole pictures begin; take second 0"
        )
    picture.save(made, quality=95)


def _seconds(cut: Cut) -> list[str]:
    start = [f"--start-time={cut.start_s:g}"] if cut.start_s else []
    return [*start, *([f"--stop-time={cut.end_s:g}"] if cut.end_s is not None else [])]


async def _run(command: list[str], folder: Path, environment: Mapping[str, str]) -> str:
    done = await run_program(command, folder, TIMEOUT_S, unseen(environment, folder))
    if done.exit_code is None:
        raise ToolError(f"VLC did not finish within {TIMEOUT_S:g} s and was stopped; take a shorter part of it")
    return f"{done.stdout}\n{done.stderr}"


def _reason(said: str) -> str:
    faults = [line.strip() for line in said.splitlines() if _FAULT.search(line) and "initialization failed" not in line]
    return faults[-1][-300:] if faults else "it found nothing of that kind in it, or not at these seconds"

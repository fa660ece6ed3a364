"""Makes a video of pictures that follow each other, without sound: an .avi by ourselves, an .mp4 of that by an encoder."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from PIL import Image

from ufo.commands.documents.office_convert import scratch
from ufo.commands.services.media_files import Cut, media_made
from ufo.commands.services.motion_jpeg import Shape, VideoTooLarge, write_avi
from ufo.commands.services.video_facts import VideoFacts, video_facts
from ufo.commands.system.process import run_program
from ufo.commands.system.write_file import write_new
from ufo.errors import ToolError
from ufo.platform.programs import how_to_install
from ufo.schema.file_names import readable

VIDEOS = (".mp4", ".avi")
_ENCODE_S = 90.0
_RATES = (1, 2, 4, 5, 10)
"""Pictures per second: the fewest that show a picture for exactly the time wanted, since all of them are the same."""
_VLC_RATE, _LOST_BY_VLC = 10, 3
"""VLC makes an empty file of fewer pictures per second, and leaves out the last three."""
_SHOWN_RATE = 25
_OFF_S = 0.6
_QUALITY = 90


async def slide_video(
    pictures: Sequence[Path], seconds: float, target: Path, environment: Mapping[str, str]
) -> VideoFacts:
    """Write the pictures as a video, each for that many seconds, and return what the file says of itself.

    Raises ToolError; then nothing is at the target.
    """
    ending = target.suffix.casefold()
    if ending not in VIDEOS:
        raise ToolError(
            f"slides become {' or '.join(VIDEOS)}, no {ending or 'such'} file; convert_media makes others of these"
        )
    encoder = "" if ending == ".avi" else _encoder(environment)
    is_vlc = Path(encoder).name == "vlc"
    whole = (one for one in _RATES if abs(seconds * one - round(seconds * one)) < 1e-6)
    rate = _VLC_RATE if is_vlc else next(whole, _RATES[-1])
    frames = max(1, round(seconds * rate))
    shown = [(one, frames) for one in pictures]
    if is_vlc:
        shown[-1] = (pictures[-1], frames + _LOST_BY_VLC)
    with scratch(environment) as folder:
        made = folder / "slides.avi"
        try:
            await asyncio.to_thread(_written, made, shown, rate)
        except VideoTooLarge as error:
            raise ToolError(
                f"the video was not made: {error}; take fewer slides, a smaller width or fewer seconds"
            ) from error
        if encoder:
            made = await _encoded(encoder, made, folder / "slides.mp4", environment)
        facts = await asyncio.to_thread(video_facts, made)
        if facts is None or abs(facts.seconds - len(pictures) * frames / rate) > _OFF_S + 1 / rate:
            raise ToolError(f"the encoder made no whole video ({facts}); take .avi, which needs none")
        await asyncio.to_thread(write_new, target, made.read_bytes())
    return facts


def _written(made: Path, shown: Sequence[tuple[Path, int]], rate: int) -> None:
    width, height = 0, 0
    for picture, _ in shown:
        with Image.open(picture) as found:
            width, height = width or found.width, height or found.height
            # LibreOffice writes a slide without colours in grey, and players take all pictures for the same kind.
            alike = found.convert("RGB") if found.mode != "RGB" else None
        if alike is not None:
            alike.save(picture, quality=_QUALITY)
    write_avi(made, Shape(width, height, rate), shown)


def _encoder(environment: Mapping[str, str]) -> str:
    found = (shutil.which(name, path=environment.get("PATH")) for name in ("ffmpeg", "vlc"))
    program = next((one for one in found if one), "")
    if not program:
        raise ToolError(
            f"no encoder for .mp4 is installed; install one with: {how_to_install('ffmpeg')} (VLC does as well), or take .avi, "
            "which needs none"
        )
    return program


async def _encoded(encoder: str, source: Path, target: Path, environment: Mapping[str, str]) -> Path:
    if Path(encoder).name == "vlc":
        await media_made(source, target, Cut(), environment)
        return target
    command = [encoder, "-nostdin", "-v", "error", "-i", str(source), "-an", "-c:v", "libx264", "-preset", "veryfast"]
    command += [
        "-tune",
        "stillimage",
        "-pix_fmt",
        "yuv420p",
        "-r",
        str(_SHOWN_RATE),
        "-movflags",
        "+faststart",
        str(target),
    ]
    done = await run_program(command, source.parent, _ENCODE_S, {**environment, "TMPDIR": str(source.parent)})
    if done.exit_code is None:
        raise ToolError(
            f"ffmpeg did not finish within {_ENCODE_S:g} s and was stopped; take fewer slides or a smaller width"
        )
    if done.exit_code:
        said = readable(" ".join((done.stderr or done.stdout).split())[-300:])
        raise ToolError(
            f"ffmpeg could not make the video ({said or 'it gave no reason'}); take .avi, which needs no encoder"
        )
    return target

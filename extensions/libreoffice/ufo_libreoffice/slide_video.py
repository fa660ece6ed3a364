"""Makes a video of pictures that follow each other, without sound, by ffmpeg."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from ufo.errors import ToolError
from ufo.platform.programs import how_to_install
from ufo.schema.file_names import readable
from ufo.tools.documents.office_convert import scratch
from ufo.tools.system.process import run_program
from ufo.tools.system.write_file import write_new
from ufo_libreoffice.video_facts import VideoFacts, video_facts

_H264 = "-c:v libx264 -preset veryfast -tune stillimage -pix_fmt yuv420p -movflags +faststart -r 25"
_KINDS = {".mp4": _H264, ".avi": "-c:v mjpeg -q:v 3 -pix_fmt yuvj420p"}
VIDEOS = tuple(_KINDS)
_ENCODE_S = 90.0
_RATES = (1, 2, 4, 5, 10)
"""Pictures per second of a kind that keeps each: the fewest that show one for exactly the time wanted, since all are the same."""
_OFF_S = 0.7


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
    encoder = shutil.which("ffmpeg", path=environment.get("PATH"))
    if encoder is None:
        raise ToolError(
            f"ffmpeg is not installed, which makes videos of slides ({', '.join(VIDEOS)}); install it with: "
            f"{how_to_install('ffmpeg')}"
        )
    whole = (rate for rate in _RATES if abs(seconds * rate - round(seconds * rate)) < 1e-6)
    rate = [] if ending == ".mp4" else ["-r", str(next(whole, _RATES[-1]))]
    with scratch(environment) as folder:
        for number, picture in enumerate(pictures):
            (folder / f"shown{number:04}{picture.suffix}").symlink_to(picture)
        made = folder / f"slides{ending}"
        shown = ["-framerate", f"{1 / seconds:.9f}", "-i", f"shown%04d{pictures[0].suffix}"]
        command = [encoder, "-nostdin", "-v", "error", *shown, "-an", *_KINDS[ending].split(), *rate, made.name]
        done = await run_program(command, folder, _ENCODE_S, {**environment, "TMPDIR": str(folder)})
        if done.exit_code is None:
            raise ToolError(
                f"ffmpeg did not finish within {_ENCODE_S:g} s and was stopped; take fewer slides or a smaller width"
            )
        if done.exit_code:
            said = readable(" ".join((done.stderr or done.stdout).split())[-300:])
            raise ToolError(f"ffmpeg could not make the video ({said or 'it gave no reason'}); take another kind")
        facts = await asyncio.to_thread(video_facts, made)
        if facts is None or abs(facts.seconds - len(pictures) * seconds) > _OFF_S:
            raise ToolError(f"ffmpeg made no whole video ({facts}); take another kind")
        await asyncio.to_thread(write_new, target, made.read_bytes())
    return facts

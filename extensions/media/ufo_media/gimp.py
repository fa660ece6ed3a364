"""Works on a picture with GIMP's procedures, in a GIMP of its own without a window and with a profile that is thrown away."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from ufo.errors import ToolError
from ufo.platform.programs import how_to_install
from ufo.schema.file_names import readable
from ufo.schema.patterns import any_case, regex
from ufo.tools.documents.office_convert import scratch
from ufo.tools.system.process import run_program, unseen
from ufo.tools.system.write_file import write_new, write_whole
from ufo_media.gimp_steps import Code, call, calls_of, needs_fonts

TIMEOUT_S = 55.0
READS = frozenset(
    {".xcf", ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".psd", ".ora", ".tga", ".ico", ".ppm"}
)
WRITES = READS | {".pdf"}
_MOST_BYTES = 300 * 1024 * 1024
_LAYERED = frozenset({".xcf", ".psd", ".ora"})
_OPAQUE = frozenset({".jpg", ".jpeg", ".bmp", ".ppm"})
_PLUGINS = "pluginrc"
_FOR_ALL = any_case(r"(?:scale|crop|flip|mode)\s.*|rotate\s+-?(?:90|180|270)")
_IS_ONE_LAYER = (
    "(and (= (car (gimp-image-get-layers image)) 1) (= (car (gimp-drawable-width (car (gimp-image-get-active-drawable image)))) "
    "(car (gimp-image-width image))) (= (car (gimp-drawable-height (car (gimp-image-get-active-drawable image)))) "
    "(car (gimp-image-height image))))"
)
_FAULT = regex(r"Error: [^\n]*")


async def with_gimp(
    source: Path, target: Path, steps: Sequence[str], quality: int, environment: Mapping[str, str]
) -> None:
    """Do the steps on the picture in their order and export it by the target's ending. The source stays as it is.

    Raises ToolError; then nothing is at the target.
    """
    program = shutil.which("gimp-console") or shutil.which("gimp")
    if program is None:
        raise ToolError(
            f"GIMP is not installed ({how_to_install('gimp')}); change the picture with the other picture tool"
        )
    _require_kinds(source, target)
    done = [code for step in steps for code in calls_of(step)]
    is_animation = target.suffix.casefold() == ".gif" and await asyncio.to_thread(_is_animation, source)
    if is_animation:
        _require_for_all(source, steps)
    with scratch(environment) as folder:
        # Names of ours: no name of a file becomes part of a script.
        given, made = (
            folder / f"{name}{path.suffix.casefold()}" for name, path in (("given", source), ("made", target))
        )
        shutil.copyfile(source, given)
        script = _script(given, made, done, _export(made, quality, is_animation=is_animation))
        said = await _run(program, script, folder, needs_fonts(steps), environment)
        if not made.is_file() or not made.stat().st_size:
            fault = _FAULT.search(said)
            reason = fault[0][:300] if fault else said[-300:] or "it gave no reason"
            raise ToolError(f"GIMP did not make the picture: {reason}; do its sizes fit?")
        write_new(target, made.read_bytes())


def _require_kinds(source: Path, target: Path) -> None:
    start, end = source.suffix.casefold(), target.suffix.casefold()
    if start not in READS or end not in WRITES:
        known = ", ".join(sorted(READS))
        raise ToolError(f"GIMP makes no {end or 'such'} file of a {start or 'such a'} one here; it takes {known}")
    if source.stat().st_size > _MOST_BYTES:
        raise ToolError(f"{readable(source.name)!r} is larger than {_MOST_BYTES >> 20} MB and is left alone")


def _is_animation(source: Path) -> bool:
    try:
        with Image.open(source) as picture:
            return getattr(picture, "n_frames", 1) > 1
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        return False


def _require_for_all(source: Path, steps: Sequence[str]) -> None:
    """Raise ToolError for a step that would change only one picture of an animation."""
    single = next((change for change in steps if not _FOR_ALL.fullmatch(change)), None)
    if single is not None:
        raise ToolError(
            f"{readable(source.name)!r} is an animation, and {single!r} would change only one of its pictures; scale, crop, flip "
            "and rotate by 90 change all, and a .png takes one picture"
        )


def _script(given: Path, made: Path, steps: Sequence[Code], export: Sequence[Code]) -> str:
    load = call("gimp-file-load", 1, str(given), str(given)).text
    return " ".join(
        [
            f"(let* ((image (car {load})) (layer 0))",
            "(gimp-image-undo-disable image)",
            *(step.text for step in steps),
            *(code.text for code in export),
            "(gimp-image-delete image))",
        ]
    )


def _export(made: Path, quality: int, *, is_animation: bool) -> list[Code]:
    ending, name = made.suffix.casefold(), str(made)
    joined = []
    if ending in _OPAQUE:
        joined = [call("gimp-image-flatten", Code("image"))]
    elif ending not in _LAYERED and not is_animation:
        joined = [Code(f"(if (not {_IS_ONE_LAYER}) (gimp-image-merge-visible-layers image 1))")]
    if ending == ".gif":
        indexed = call("gimp-image-convert-indexed", Code("image"), 1, 0, 256, 0, 1, "").text
        joined.append(Code(f"(if (not (= (car (gimp-image-base-type image)) 2)) {indexed})"))
    layer = Code("(car (gimp-image-get-active-drawable image))")
    if ending in (".jpg", ".jpeg"):
        options = (quality / 100, 0.0, 1, 0, "", 2, 0, 0, 0)
        return [*joined, call("file-jpeg-save", 1, Code("image"), layer, name, name, *options)]
    if is_animation:
        return [*joined, call("file-gif-save", 1, Code("image"), layer, name, name, 0, 1, 100, 0)]
    return [*joined, call("gimp-file-save", 1, Code("image"), layer, name, name)]


async def _run(program: str, script: str, folder: Path, fonts: bool, environment: Mapping[str, str]) -> str:
    profile, known = folder / "profile", _known_plugins(environment)
    profile.mkdir()
    with suppress(OSError):
        shutil.copyfile(known, profile / _PLUGINS)
    own = {**unseen(environment, folder), "GIMP2_DIRECTORY": str(profile), "GIMP3_DIRECTORY": str(profile)}
    command = [program, "-n", "-i", "-d", "-s", *([] if fonts else ["-f"]), "-b", script, "-b", "(gimp-quit 0)"]
    done = await run_program(command, folder, TIMEOUT_S, own)
    await asyncio.to_thread(_keep_plugins, profile / _PLUGINS, known)
    if done.exit_code is None:
        raise ToolError(
            f"GIMP did not finish within {TIMEOUT_S:g} s and was stopped; do fewer steps, or on a smaller picture"
        )
    return f"{done.stdout}\n{done.stderr}"


def _known_plugins(environment: Mapping[str, str]) -> Path:
    home = environment.get("HOME") or str(Path.home())
    return Path(environment.get("XDG_CACHE_HOME") or f"{home}/.cache") / "ufo/gimp" / _PLUGINS


def _keep_plugins(told: Path, known: Path) -> None:
    """Keep what GIMP found out of its plug-ins, which takes it longer than most work. It asks again those that have changed."""
    with suppress(OSError, ToolError):
        if told.stat().st_size and (not known.exists() or told.read_bytes() != known.read_bytes()):
            known.parent.mkdir(parents=True, exist_ok=True)
            write_whole(known.resolve(), told.read_bytes(), keeps=False)

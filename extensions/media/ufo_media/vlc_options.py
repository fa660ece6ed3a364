"""VLC's options: found by words, checked by what VLC itself says of them, and written into the file that it reads at its start.

VLC writes a whole file of its options with their texts, kinds and defaults when it is asked to reset a file, which is a scratch
one here; its long help tells which values a number or a choice may have. Nothing is known of VLC's options here.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from ufo.errors import ToolError
from ufo.schema.file_names import readable
from ufo.schema.patterns import regex
from ufo.text.word_search import Page, page_of, ranked
from ufo.tools.documents.office_convert import scratch
from ufo.tools.system.process import run_program, unseen
from ufo.tools.system.write_file import write_whole

_TIMEOUT_S = 10.0
_MOST_HELP = 2_000_000
_SECTION = regex(r"\[([\w.-]+)\](?: # (.*))?")
_ABOUT = regex(r"# (.*) \((boolean|integer|float|string)\)")
_VALUE = regex(r"#?([\w.-]+)=(.*)")
_HELP = regex(r"\s+(?:-\w, )?--([\w-]+)(?:, --no-[\w-]+)?\s*(?:<\w+(?: \[(\S+) \.\. (\S+)\])?>|\{(.*)\})?")
_CHOICE = regex(r"([^(]*?)(?: \((.*)\))?")
_NO_LINE = regex(r"[\x00-\x08\x0a-\x1f\x7f]")
_COMMA = regex(r",\s*(?![^(]*\))")
_KEPT = "surrogateescape"
"""Other lines of the file stay as they are, also where they are no UTF-8."""
_ON, _OFF = ("1", "true", "on", "yes"), ("0", "false", "off", "no")


@dataclass(frozen=True, slots=True)
class Option:
    """`kind`: boolean, integer, float or string. `low` and `high` bound a number; `choices`: the values that it
    has, with their texts.
    """

    name: str
    kind: str
    value: str
    about: str
    section: str
    low: str = ""
    high: str = ""
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def told(self) -> dict[str, str]:
        takes = ", ".join(
            f"{choice or 'nothing'} ({about})" if about else choice or "nothing" for choice, about in self.choices
        )
        takes = takes or (f"{self.kind} from {self.low} to {self.high}" if self.low else self.kind)
        return {
            "option": self.name,
            "value": readable(self.value),
            "takes": takes,
            "about": f"{self.about} ({self.section})",
        }

    def written(self, value: str) -> str:
        """Return a value as VLC's file has it. Raises ToolError with what the option takes."""
        plain = value.strip()
        if _NO_LINE.search(plain):
            raise ToolError("an option's value is one line")
        fits, text = self._as_kind(plain)
        if not fits:
            raise ToolError(
                f"{self.name!r} does not take {value!r}; it takes {self.told['takes']}, and is {self.value!r}"
            )
        return text

    def _as_kind(self, plain: str) -> tuple[bool, str]:
        if self.choices:
            by_text = {about.casefold(): choice for choice, about in self.choices if about}
            text = by_text.get(plain.casefold(), plain)
            return text in {choice for choice, _ in self.choices}, text
        if self.kind == "boolean":
            return plain.casefold() in (*_ON, *_OFF), "1" if plain.casefold() in _ON else "0"
        if self.kind == "string":
            return True, plain
        try:
            number = float(plain)
            whole = self.kind == "float" or number == int(number)
            within = not self.low or float(self.low) <= number <= float(self.high)
        except (ValueError, OverflowError):
            return False, plain
        return whole and within, f"{number:f}" if self.kind == "float" else f"{number:.0f}"


class VlcOptions:
    """The options of the VLC that is installed, for the person whose home `configuration` lies in."""

    def __init__(self, configuration: Path, environment: Mapping[str, str]) -> None:
        self._file = configuration / "vlc/vlcrc"
        self._environment = environment

    @property
    def file(self) -> Path:
        return self._file

    async def find(self, words: str) -> list[Option]:
        """Return the options that fit the words, best first, with their present values. Raises ToolError."""
        known, _ = await self._known()
        return ranked(words, list(known.values()), _page)

    async def change(self, name: str, value: str) -> tuple[str, str]:
        """Set an option, and return its value before and as it reads back. Raises ToolError; then the file is as it was."""
        known, plain = await self._known()
        wanted = name.strip().removeprefix("--")
        option = known.get(wanted)
        if option is None:
            near = ranked(wanted, list(known.values()), _page)[:5]
            names = ", ".join(option.name for option in near) or "none; find it by words first"
            raise ToolError(f"VLC has no option {name!r}; near it: {names}")
        written = option.written(value)
        text = _with_line(self._own() or plain, option, f"{option.name}={written}")
        self._file.parent.mkdir(parents=True, exist_ok=True)
        # A file of settings may be a link to where they are kept.
        write_whole(self._file.resolve(), text.encode("utf-8", _KEPT), keeps=False)
        now = _values(self._own()).get(option.name, "")
        if now != written:
            raise ToolError(
                f"{option.name} reads back as {now!r} and not as {written!r}; another program wrote the file too"
            )
        return readable(option.value), now

    async def _known(self) -> tuple[dict[str, Option], str]:
        """Return all options with their present values, and the text of a file that has only defaults."""
        program = shutil.which("vlc", path=self._environment.get("PATH"))
        if program is None:
            raise ToolError("VLC is not installed")
        with scratch(self._environment) as folder:
            made = folder / "vlcrc"
            quiet = [program, "-I", "dummy", "--no-color", "--config", str(made)]
            said = await self._said([*quiet, "--reset-config", "vlc://quit"], folder)
            help_text = await self._said([*quiet, "--longhelp", "--advanced"], folder)
            if not made.is_file():
                raise ToolError(f"VLC does not tell its options: {said[-300:].strip() or 'it gave no reason'}")
            plain = made.read_text("utf-8", errors="replace")
        known = _bounded(_options(plain), help_text)
        own = _values(self._own())
        return {name: replace(option, value=own.get(name, option.value)) for name, option in known.items()}, plain

    async def _said(self, command: list[str], folder: Path) -> str:
        done = await run_program(command, folder, _TIMEOUT_S, unseen(self._environment, folder), most_bytes=_MOST_HELP)
        return f"{done.stdout}\n{done.stderr}"

    def _own(self) -> str:
        with suppress(FileNotFoundError):
            return self._file.read_bytes().decode("utf-8", _KEPT)
        return ""


def _page(option: Option) -> Page:
    return page_of((option.name, 2.0), (option.about, 2.0), (option.section, 0.5))


def _options(text: str) -> dict[str, Option]:
    found: dict[str, Option] = {}
    section, about = "", ("", "string")
    for line in text.splitlines():
        if named := _SECTION.fullmatch(line):
            section = named[2] or named[1]
        elif told := _ABOUT.fullmatch(line):
            about = told[1], told[2]
        elif (held := _VALUE.fullmatch(line)) and about[0]:
            found.setdefault(held[1], Option(held[1], about[1], held[2], about[0], section))
            about = ("", "string")
    return found


def _bounded(options: dict[str, Option], help_text: str) -> dict[str, Option]:
    for line in help_text.splitlines():
        told = _HELP.match(line)
        option = options.get(told[1]) if told is not None else None
        if told is None or option is None:
            continue
        parts = _COMMA.split(told[4]) if told[4] is not None else []
        choices = tuple(
            (match[1].strip(), match[2] or "") for match in map(_CHOICE.fullmatch, parts) if match is not None
        )
        options[option.name] = replace(option, low=told[2] or "", high=told[3] or "", choices=choices)
    return options


def _values(text: str) -> dict[str, str]:
    lines = (line.partition("=") for line in text.split("\n") if not line.startswith(("#", "[")))
    return {name.strip(): value for name, sign, value in lines if sign}


def _with_line(text: str, option: Option, line: str) -> str:
    """Return the file's text with that line in the place of the option's own, or of what stands for it; else at the end."""
    # VLC ends a line nowhere else.
    lines = text.removesuffix("\n").split("\n")
    set_here = [at for at, word in enumerate(lines) if word.partition("=")[0].strip() == option.name]
    stands = set_here or [at for at, word in enumerate(lines) if word.startswith(f"#{option.name}=")]
    if not stands:
        return "\n".join([*lines, line, ""])
    lines[stands[-1]] = line
    # VLC takes the last of several.
    return "\n".join(word for at, word in enumerate(lines) if at not in stands[:-1]) + "\n"

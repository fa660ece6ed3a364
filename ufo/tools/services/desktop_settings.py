"""The desktop's settings (GSettings): found by words, read, and set with the value read back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from ufo.errors import ToolError
from ufo.schema.patterns import regex
from ufo.text.word_search import Page, page_of, ranked
from ufo.tools.system.process import run_program

_TIMEOUT_S = 10.0
_MOST_DESCRIBED = 12
_SCHEMA = regex(r"[A-Za-z][A-Za-z0-9_.-]{0,200}(?::/[A-Za-z0-9_./:-]{0,200})?")
_KEY = regex(r"[a-z0-9][a-z0-9-]{0,100}")
_LONGEST = 300
_FEW = 8
_KEY_WEIGHT, _SCHEMA_WEIGHT = 3.0, 0.5


@dataclass(frozen=True, slots=True)
class Setting:
    """A key with its value as GVariant text. `range`: the values that it takes; `about`: what it does, in the schema's words."""

    schema: str
    key: str
    value: str
    range: str = ""
    about: str = ""


def by_description(words: str, every: Sequence[Setting], environment: Mapping[str, str]) -> list[Setting]:
    """Return the settings that fit the words best by their names, and by what the installed schemas say of them. Blocking."""
    about = dict(_described_keys(environment))

    def page(setting: Setting) -> Page:
        schema = setting.schema.partition(":")[0]
        return page_of(
            (setting.key, _KEY_WEIGHT), (about.get((schema, setting.key), ""), 1.0), (schema, _SCHEMA_WEIGHT)
        )

    return ranked(words, every, page)[:_MOST_DESCRIBED]


def _described_keys(environment: Mapping[str, str]) -> Iterator[tuple[tuple[str, str], str]]:
    folders = environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    for folder in folders.split(":"):
        for file in sorted(Path(folder, "glib-2.0/schemas").glob("*.gschema.xml")):
            try:
                root = ElementTree.parse(file).getroot()
            except (ElementTree.ParseError, OSError):
                continue
            for schema in root.iter("schema"):
                for key in schema.iter("key"):
                    said = (key.findtext("summary") or "", key.findtext("description") or "")
                    yield (schema.get("id", ""), key.get("name", "")), " ".join(said)


class DesktopSettings:
    """The settings of a session. Every method raises ToolError."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment

    async def find(self, words: str) -> tuple[int, list[Setting]]:
        """Return how many keys have all these words in their schema, name or value, and the first of them, described. Where few
        have, those follow whose descriptions fit the words best.
        """
        wanted = words.casefold().replace("-", " ").split()
        lines = (await self._run("list-recursively")).splitlines()
        every = [Setting(*parts) for line in lines if len(parts := line.split(" ", 2)) == 3]
        plain = [
            (setting, f"{setting.schema} {setting.key} {setting.value}".casefold().replace("-", " "))
            for setting in every
        ]
        found = sorted(
            {setting for setting, text in plain if all(word in text for word in wanted)},
            key=lambda setting: (
                not all(word in setting.key.replace("-", " ") for word in wanted),
                setting.schema,
                setting.key,
            ),
        )
        if len(found) < _FEW:
            described = await asyncio.to_thread(by_description, words, every, self._environment)
            found += [setting for setting in described if setting not in found][: _FEW - len(found)]
        shown = found[:_MOST_DESCRIBED]
        return len(found), await asyncio.gather(*(self.described(setting.schema, setting.key) for setting in shown))

    async def described(self, schema: str, key: str) -> Setting:
        value, allowed, about = await asyncio.gather(
            self.value(schema, key), self._run("range", schema, key), self._run("describe", schema, key)
        )
        return Setting(schema, key, value, " ".join(allowed.split())[:_LONGEST], " ".join(about.split())[:_LONGEST])

    async def value(self, schema: str, key: str) -> str:
        if not _SCHEMA.fullmatch(schema) or not _KEY.fullmatch(key):
            raise ToolError(f"there is no setting {schema!r} {key!r}; find it by words first")
        return await self._run("get", schema, key)

    async def change(self, schema: str, key: str, value: str) -> tuple[str, str]:
        """Set a key, and return its value before and after, as read back."""
        before = await self.value(schema, key)
        if await self._run("writable", schema, key) != "true":
            raise ToolError(f"{schema} {key} is locked on this machine; only its administrator can change it")
        try:
            await self._run("set", schema, key, value)
        except ToolError as error:
            allowed = " ".join((await self._run("range", schema, key)).split())[:_LONGEST]
            raise ToolError(f"{error}; {key} takes {allowed} and is {before}") from error
        # The value is written by another process, which the next reader may overtake.
        after = await self.value(schema, key)
        for _ in range(10):
            if after != before:
                break
            await asyncio.sleep(0.05)
            after = await self.value(schema, key)
        return before, after

    async def _run(self, *arguments: str) -> str:
        plain = {**self._environment, "LC_ALL": "C.UTF-8"}
        done = await run_program(["gsettings", *arguments], Path("/"), _TIMEOUT_S, plain)
        if done.exit_code != 0:
            raise ToolError(" ".join(done.stderr.split())[:_LONGEST] or "gsettings did not answer in time")
        return done.stdout.strip()

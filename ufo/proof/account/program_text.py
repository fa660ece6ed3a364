"""Tells whether program text was changed as a request says: a name wherever it is used, tabs that became spaces."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ufo.schema.patterns import regex

_TEXTS = regex(
    r"\"\"\"[\s\S]*?(?:\"\"\"|\Z)|'''[\s\S]*?(?:'''|\Z)"
    r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"
    r"|/\*[\s\S]*?(?:\*/|\Z)|<!--[\s\S]*?(?:-->|\Z)"
)
_LINE_COMMENTS = (
    ((".py", ".sh", ".bash", ".rb", ".pl", ".r", ".yaml", ".yml", ".toml", ".mk", ".cmake", ".jl", ".tcl"), r"#[^\n]*"),
    ((".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".java", ".js", ".mjs", ".ts", ".jsx", ".tsx", ".go", ".rs", ".kt",
      ".swift", ".scala", ".dart", ".php", ".scss", ".less"), r"//[^\n]*"),
    ((".sql", ".lua", ".hs", ".adb", ".vhd"), r"--[^\n]*"),
    ((".tex", ".m", ".erl"), r"%[^\n]*"),
)  # fmt: skip
_MOST = 2_000_000


@dataclass(frozen=True, slots=True)
class Renamed:
    """`old` became `new`; with `spares_texts` the strings and comments had to stay."""

    old: str
    new: str
    spares_texts: bool = False


def name_was_changed(renamed: Renamed, before: Path, now: Path) -> bool:
    """Tell whether the program has the new name wherever it had the old one, and as often, and its strings and comments what
    they had, or the new name there as well where the request does not spare them. Blocking. Raises OSError and ValueError.
    """
    (code_before, texts_before), (code, texts) = _parts(before), _parts(now)
    used = _count(renamed.old, code_before)
    is_used_so = _count(renamed.new, code) == _count(renamed.new, code_before) + used
    stayed = [_count(one, texts) == _count(one, texts_before) for one in (renamed.old, renamed.new)]
    told = _count(renamed.old, texts) == 0 and not renamed.spares_texts
    return used > 0 and _count(renamed.old, code) == 0 and is_used_so and (all(stayed) or told)


def tabs_are_spaces(width: int, before: Path, now: Path) -> bool:
    """Tell whether each line begins as it did, with that many spaces for each tab, and no tab is left. Blocking. Raises OSError
    and ValueError.
    """
    was, text = _read(before), _read(now)
    lines, own = was.rstrip().splitlines(), text.rstrip().splitlines()
    wanted = [_indent(one).replace("\t", " " * width) for one in lines]
    return "\t" in was and "\t" not in text and len(own) == len(lines) and wanted == [_indent(one) for one in own]


def _parts(path: Path) -> tuple[str, str]:
    """Return the code of a program and, apart from it, its strings and comments."""
    ending = path.suffix.casefold()
    comments = [pattern for endings, pattern in _LINE_COMMENTS if ending in endings]
    texts = re.compile("|".join([_TEXTS.pattern, *comments]))
    text = _read(path)
    return texts.sub(" ", text), "\n".join(match[0] for match in texts.finditer(text))


def _read(path: Path) -> str:
    if path.stat().st_size > _MOST:
        raise ValueError(f"{path.name} is too large")
    return path.read_text(encoding="utf-8")


def _count(name: str, text: str) -> int:
    return len(re.findall(rf"(?<![\w$]){re.escape(name)}(?![\w$])", text))


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())] if line.strip() else ""

"""Finds code that reads natural language by rules: patterns and lists with the small words of sentences, and patterns that are
applied to what a person asked for or a model said.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.sources import nodes_of

_SAID_APART = """
the and then please not don't with into which what whose who when where why how much many are was there tell your
und dann bitte nicht mit ins welche welcher was wer wann warum wie ist sind sag mir mein kein keine
puis veuillez pas avec dans quel quelle qui quand où pourquoi combien est sont dis moi mon
luego por favor con qué cuál quién cuándo dónde cuánto son dime sin
oraz potem proszę nie który która kto kiedy gdzie dlaczego ile jest powiedz mój bez
"""
_SMALL_WORDS = frozenset(_SAID_APART.split())
"""Words that stand in sentences and on no label by themselves, in languages whose words are written apart."""
_SAID = frozenset(
    ("request", "subtask", "step", "instruction", "question", "thought", "answer", "comment", "goal", "current_subtask")
)
"""What natural language is called where it is handed around."""
_CALLS = frozenset(
    ("compile", "regex", "any_case", "search", "match", "fullmatch", "findall", "finditer", "sub", "split")
)
_APPLIES = _CALLS - {"compile", "regex", "any_case"}
_LEAST_IN_PATTERN, _LEAST_IN_LIST = 2, 4


@dataclass(frozen=True, order=True)
class Found:
    file: str
    what: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


def small_words(modules: Iterable[tuple[str, str]]) -> list[Found]:
    """Return the patterns and the lists of words in the modules, the planner left out, that hold words of sentences."""
    return [
        found
        for file, source in _without_planner(modules)
        for node in nodes_of(source)
        for found in _with_small_words(file, node)
    ]


def patterns_on_what_is_said(modules: Iterable[tuple[str, str]]) -> list[Found]:
    """Return where a pattern is applied to a value that is called a request, a sub-task, a thought and the like."""
    found = []
    for file, source in _without_planner(modules):
        for node in nodes_of(source):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _APPLIES:
                receiver = node.func.value
                is_pattern = isinstance(receiver, ast.Name) and (receiver.id == "re" or receiver.id.isupper())
                said = [name for argument in node.args for name in _names(argument) if name in _SAID]
                if is_pattern and said:
                    found.append(Found(file, f"{ast.unparse(node.func)} reads {said[0]}", node.lineno))
    return found


def _without_planner(modules: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    return ((file, source) for file, source in modules if not file.startswith("ufo_planner/"))


def _with_small_words(file: str, node: ast.AST) -> Iterator[Found]:
    if isinstance(node, ast.Call) and _name_of(node.func) in _CALLS:
        words = {word for argument in node.args[:1] for text in _texts(argument) for word in _words(text)}
        if len(words & _SMALL_WORDS) >= _LEAST_IN_PATTERN:
            yield Found(file, f"a pattern has {sorted(words & _SMALL_WORDS)}", node.lineno)
    elif isinstance(node, ast.Set | ast.List | ast.Tuple):
        said = {elt.value for elt in node.elts if isinstance(elt, ast.Constant) and isinstance(elt.value, str)}
        if len(said & _SMALL_WORDS) >= _LEAST_IN_LIST:
            yield Found(file, f"a list has {sorted(said & _SMALL_WORDS)}", node.lineno)
    elif isinstance(node, ast.Assign) and _is_pattern_text(texts := list(_texts(node.value)), node.value):
        words = {word for text in texts for word in _words(text)}
        if len(words & _SMALL_WORDS) >= _LEAST_IN_PATTERN:
            yield Found(file, f"{ast.unparse(node.targets[0])} has {sorted(words & _SMALL_WORDS)}", node.lineno)


def _is_pattern_text(texts: list[str], value: ast.expr) -> bool:
    """Tell whether a constant is a part of a pattern, or words apart: an alternation, or a text that is split."""
    return any("|" in text for text in texts) or (bool(texts) and any(map(_splits, ast.walk(value))))


def _splits(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and not node.args and _name_of(node.func) == "split"


def _texts(node: ast.AST) -> Iterator[str]:
    return (item.value for item in ast.walk(node) if isinstance(item, ast.Constant) and isinstance(item.value, str))


def _words(pattern: str) -> set[str]:
    plain = re.sub(r"\\[bBdDsSwWAZ]|\(\?P?<[^>]*>|\(\?[:=!<]*|\\s[+*]?", " ", pattern.casefold())
    return set(re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", plain))


def _names(node: ast.AST) -> Iterator[str]:
    for item in ast.walk(node):
        if isinstance(item, ast.Name):
            yield item.id
        elif isinstance(item, ast.Attribute):
            yield item.attr


def _name_of(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""

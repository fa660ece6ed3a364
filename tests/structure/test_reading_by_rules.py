"""Nothing in the package reads natural language by rules but the planner: what a person asked for and what a mind said is read by
a mind, stated in a field, or compared letter for letter.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sources import house, sources
from tests.structure.reading_by_rules import patterns_on_what_is_said, small_words

_WORDS = {
    "cli/commands/sample.py": "a document to try things on, in words of our own",
    "cli/options.py": "help for a person, in words of our own",
    "tools/policy/words/risky_words.py": "labels of controls in twelve languages, a closed lexicon: only raises a class",
    "ufo_libreoffice/office/commands.py": "names of LibreOffice's commands, each with our reason why it is refused",
    "conditions/kinds/document.py": "a line of a prompt, in words of our own",
    "text/near.py": "ranks tools, settings, menus and guides that are shown to a mind; decides nothing",
    "text/words.py": "ranks passages of guides that are shown to a mind; decides nothing",
    "conditions/readers/pages/devtools.py": "a script of our own",
    "conditions/readers/pages/pressed.py": "a script of our own",
}
"""Files with small words of sentences in a pattern or a list, each with the reason why it reads nobody."""

_PATTERNS = {
    "agents/agent/files_agent.py": "names of files that lie in the working folder, and the form of such names",
    "tools/observe/answer_sources.py": "texts of controls that stand in an answer, letter for letter",
    "llm/scripted.py": "cuts a request into sentences by their marks, in any script, for a reader of tests",
    "llm/probe/catalogues.py": "a line of a server's own answer",
    "runs/plans/plan.py": "the number before a step of a plan file, which is a form and no part of it",
    "secrets/password_guess.py": "masks in the log what stands beside the label of a field for secrets; decides nothing",
    "runs/sessions/unfinished.py": "the mark that stands for a masked secret",
    "recipes/parameters.py": "quotations and words apart by spaces, to be compared with what was typed",
    "schedules/schedule.py": "letters and digits of a request, as the name of a folder",
    "recipes/replay/request_match.py": "a saved request, letter for letter, with places for its values",
}
"""Files that apply a pattern to what is asked or said, each with what it reads: forms, and never what words mean."""


def test_no_pattern_and_no_list_holds_words_of_sentences_but_those_with_a_reason() -> None:
    found = small_words(house())
    assert [str(item) for item in found if item.file not in _WORDS] == []
    assert sorted(_WORDS) == sorted({item.file for item in found}), "a reason that nothing needs"


def test_no_pattern_is_applied_to_what_is_asked_or_said_but_those_with_a_reason() -> None:
    found = patterns_on_what_is_said(house())
    assert [str(item) for item in found if item.file not in _PATTERNS] == []
    assert sorted(_PATTERNS) == sorted({item.file for item in found}), "a reason that nothing needs"


_READS = {
    "asks": 'ASKS = any_case(r"\\b(?:what|which|who|tell me)\\b")',
    "parts": 'PARTS = re.compile(r"[,;]\\s+|\\s+(?:and then|then|and|so that)\\s+")',
    "pieces": '_ENDS = r"(?:bitte|nicht|und)"',
    "list": '_JOINS = frozenset(("the", "und", "avec", "with"))',
    "split": 'WORDS = frozenset("please then where".split())',
}


@pytest.mark.parametrize("source", _READS.values(), ids=_READS)
def test_words_of_sentences_are_found_wherever_they_are_written(tmp_path: Path, source: str) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "reads.py").write_text(source, encoding="utf-8")
    (tmp_path / "ufo_planner").mkdir()
    (tmp_path / "ufo_planner" / "reads.py").write_text(source, encoding="utf-8")
    assert {word.file for word in small_words(sources(tmp_path))} == {"room/reads.py"}


@pytest.mark.parametrize(
    ("source", "is_found"),
    [
        ("def f(request):\n    return _ORDERS.search(request)", True),
        ("def f(inputs):\n    return _ORDERS.search(inputs.subtask.lower())", True),
        ("def f(step):\n    return re.match('click|press', step)", True),
        ("def f(path):\n    return _ENDING.search(path)", False),
        ("def f(request):\n    return kinds.search(request)", False),
    ],
)
def test_a_pattern_on_a_request_is_found_and_other_searches_are_not(
    tmp_path: Path, source: str, is_found: bool
) -> None:
    (tmp_path / "reads.py").write_text(source, encoding="utf-8")
    assert bool(patterns_on_what_is_said(sources(tmp_path))) is is_found

"""A provider that asks the model only for what needs one, and decides the rest itself (design.md §3.8)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ufo.llm.provider import Completion, Turn, Wrapper
from ufo.planner.grammar.quotations import QUOTED, mask
from ufo.planner.host.tasks import LAUNCH, SELECT
from ufo.planner.host.windows import launched_window, live_window
from ufo.planner.text.applications import application_named, matching_windows, window_fit, windows_of
from ufo.planner.text.vocabulary import is_product, kind_of_application
from ufo.schema.inputs import AppInputs, HostInputs
from ufo.schema.open_documents import document_of, documents_named, is_another, names_a_file
from ufo.schema.outcome import Usage
from ufo.schema.patterns import any_case, regex
from ufo.schema.response import AppAgentResponse, HostAgentResponse
from ufo.schema.target import TargetInfo
from ufo.schema.tool_facts import ActionKind
from ufo.text.fold import letters

LOCAL = "local"
"""The name that such a decision has in the log, in place of a model's."""
_TELLS_NOTHING = frozenset({ActionKind.NOTE, ActionKind.WAIT})
"""What only reads, and from which there is nothing to tell."""


class LocalFirstProvider(Wrapper):
    """Makes decisions of its own, whose usage counts no model call. What was rejected or is read is left to the model."""

    async def complete(self, turn: Turn) -> Completion:
        if not turn.repairs and turn.reading is None:
            inputs = turn.inputs
            said = decide_for_host(inputs) if isinstance(inputs, HostInputs) else _finished(inputs)
            if said is not None and said.status in inputs.statuses:
                return Completion(said.model_dump_json(), Usage(local_decisions=1), LOCAL)
        return await self._inner.complete(turn)


def _finished(inputs: AppInputs) -> AppAgentResponse | None:
    """Finish an AppAgent's sub-task whose end conditions are all verified. Return None where the model is needed: something
    went wrong, its own plan says that something is left, or it read something last, which it may want to tell.
    """
    conditions = inputs.end_conditions
    if not conditions or not all(finding.proves for finding in conditions):
        return None
    last = inputs.actions[-1] if inputs.actions else None
    if inputs.feedback or inputs.plan or last is None or not last.result.ok:
        return None
    if last.facts.reads and last.facts.kind not in _TELLS_NOTHING:
        return None
    return AppAgentResponse(
        observation="; ".join(finding.evidence for finding in conditions),
        thought=f"All {len(conditions)} conditions of the sub-task hold.",
        status="FINISH",
        expect=[finding.predicate for finding in conditions],
    )


_LONGEST_REQUEST = 4000


def decide_for_host(inputs: HostInputs) -> HostAgentResponse | None:
    """Return a decision, or None where the model is needed."""
    last = inputs.last_answer
    followed = None if last is None else _hands_over(inputs, last)
    begun = (inputs.model_spoke, inputs.blackboard.questions, inputs.feedback, inputs.previous_subtasks, inputs.actions)
    may_name = not any(begun) and len(inputs.request) <= _LONGEST_REQUEST
    return followed or (_by_name(inputs) if may_name else None)


def _hands_over(inputs: HostInputs, last: HostAgentResponse) -> HostAgentResponse | None:
    """Assign the sub-task that was named when its application was opened."""
    action = inputs.actions[-1] if inputs.actions and last.function == LAUNCH and last.current_subtask else None
    if action is None or action.function != LAUNCH or not action.result.ok:
        return None
    shown = launched_window(action)
    window = live_window(shown, windows_of(inputs.targets)) if shown is not None else None
    return _assigned(window, last) if window is not None else None


def _assigned(window: TargetInfo, last: HostAgentResponse) -> HostAgentResponse:
    return last.model_copy(
        update={
            "observation": f"{window.name!r} is open.",
            "thought": "The sub-task was named when its application was opened.",
            "status": "ASSIGN",
            "function": SELECT,
            "arguments": {"id": window.id or "", "name": window.name},
            "control_label": window.id or "",
            "control_text": window.name,
        }
    )


def _by_name(inputs: HostInputs) -> HostAgentResponse | None:
    """Assign the request as it stands to the one application that it names, where that one is open."""
    window = one_application(inputs.request, inputs.targets, inputs.applications, inputs.working_folder)
    if window is None:
        return None
    thought = f"The request names one application, which is open: {window.name!r}."
    said = HostAgentResponse(observation="", thought="", status="ASSIGN", current_subtask=inputs.request)
    return _assigned(window, said).model_copy(update={"thought": thought})


_WORD = regex(r"[^\W_][\w./:~+#@%&=?-]*[\w/+#]|[^\W_]")
_QUOTED = regex(QUOTED)
_LONGEST_NAME = 4
_INTRODUCED = any_case(
    r"(?:^|\b(?:in|into|inside|on|with|using|use|via|open|launch|start|run|to|from|of|switch\s+to))\s+"
    r"(?:(?:the|a|an|my|this|that|new|running|open)\s+)*$"
)
_ORDER = any_case(
    r":\s*|(?:^|[.!?;,]|\b(?:and|then|please))\s*(?=\w+\s+(?:an?|the|this|these|all|each|every|both|some|me|my|it|\d+)\b)"
)
_EXACT = 100


class _Mention(NamedTuple):
    words: str
    start: int


def one_application(
    request: str, targets: Sequence[TargetInfo], applications: Sequence[str], folder: str = ""
) -> TargetInfo | None:
    """Return the window of the one application that is named, by itself or by its document. None where none or several are, or
    where it is not open: what to open it with takes understanding.
    """
    shown, rest = documents_named(request, windows_of(targets))
    if shown:
        own = {"", f"window {shown[0].id}"}
        others = {_place(entry.words, targets, applications) for entry in _unordered(rest, targets, applications)} - own
        is_one = len(shown) == 1 and not others and not names_a_file(rest)
        return shown[0] if is_one and not _may_be_another(request, shown[0], folder) else None
    mentions = _unordered(request, targets, applications)
    if not any(_INTRODUCED.search(_plain(request)[: mention.start]) for mention in mentions):
        return None
    places = {_place(mention.words, targets, applications) for mention in mentions} - {""}
    windows = matching_windows(mentions[0].words, targets)
    return windows[0] if len(places) == 1 and len(windows) == 1 else None


def _may_be_another(request: str, window: TargetInfo, folder: str) -> bool:
    """Tell whether the name may mean a file elsewhere: with folders before it, or in the working folder."""
    meant = Path(folder or "/", document_of(window))
    return f"/{meant.name}" in request or (meant.exists() and is_another(window, meant, meant.parent))


def _plain(request: str) -> str:
    return _QUOTED.sub(" ", mask(request).words)


def _unordered(request: str, targets: Sequence[TargetInfo], applications: Sequence[str]) -> list[_Mention]:
    """Return the names of applications and documents, without the words that begin an order ("draw a circle")."""
    plain = _plain(request)
    orders = {match.end() for match in _ORDER.finditer(plain)}
    return [mention for mention in _mentions(plain, targets, applications) if mention.start not in orders]


def _mentions(plain: str, targets: Sequence[TargetInfo], applications: Sequence[str]) -> list[_Mention]:
    """Return the names in the words from left to right, the longest first and none inside another."""
    words = [(found.group(), found.start()) for found in _WORD.finditer(plain)]
    found: list[_Mention] = []
    place = 0
    while place < len(words):
        for length in range(min(_LONGEST_NAME, len(words) - place), 0, -1):
            phrase = " ".join(word for word, _ in words[place : place + length])
            if _is_name(phrase, targets, applications):
                found.append(_Mention(phrase, words[place][1]))
                place += length
                break
        else:
            place += 1
    return found


def _is_name(phrase: str, targets: Sequence[TargetInfo], applications: Sequence[str]) -> bool:
    is_application = any(letters(phrase) == letters(name) for name in applications) or kind_of_application(phrase)
    return bool(is_application) or any(window_fit(phrase, window) >= _EXACT for window in windows_of(targets))


def _place(words: str, targets: Sequence[TargetInfo], applications: Sequence[str]) -> str:
    """Return an identifier of what the words name. All names of one application give the same, what there is none of gives ""."""
    windows = matching_windows(words, targets)
    shown = windows and "window " + " ".join(sorted(str(window.id) for window in windows))
    return shown or application_named(words, applications) or (f"unknown {words}" if is_product(words) else "")

"""Whether the person's request itself names an act, so that it needs no further consent, or forbids it.

An act is named where the request says to do it to that control or file or by that command line, and is about the application
and page in which it would happen. Whatever the model or the screen adds needs a question.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from ufo.commands.act.key_notation import events_in
from ufo.commands.observe.control_names import called
from ufo.commands.policy.consent.message_deeds import of_deed, other_recipient
from ufo.commands.policy.consent.subject import not_its_subject
from ufo.commands.policy.input.verbs import filling
from ufo.commands.policy.scene.control_words import ControlWords
from ufo.commands.policy.scene.scene import Judged, Scene
from ufo.commands.policy.words.action_words import class_of_context, class_of_label
from ufo.commands.policy.words.named_files import clauses_saying, kinds_of, names
from ufo.commands.policy.words.request import Clause, Mention, Request, plain, times_of, words_of
from ufo.commands.system.process import split_command
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Keys
from ufo.errors import ToolError
from ufo.schema.action_class import ActionClass
from ufo.schema.patterns import any_case, regex
from ufo.schema.roles import CHECK_AND_RADIO_BUTTONS
from ufo.schema.tool_facts import ActionKind

PAY = "pay"
BIN = "bin"
_PAYS = regex(
    r"(?<!\w)(?:pay\w*|buy\w*|purchas\w*|donat\w*|transfer\w*|check ?out|bezahl\w*|zahl\w*|kauf\w*|überweis\w*|spende\w*"
    r"|achet\w*|paiement|virer|compra\w*|paga\w*|pago|transferir|acquist\w*|betal\w*|kopen|zapłać|kup|купить|оплатить)(?!\w)"
    r"|购买|購買|支付|付款|支払|購入|결제|구매"
)
_MONEY = any_case(
    r"[$€£¥₹]\s?\d|\d\s?(?:[$€£¥₹]|(?:euros?|dollars?|pounds?|cents?|yen|rupees?|franken|francs?|eur|usd|gbp|chf)\b)|\bmoney\b|\bgeld\b"
)
"""To send an amount is to pay it."""
_WAYS = MappingProxyType(
    {
        ActionClass.OUTSIDE: r"sav(?:e|ing)|writ(?:e|ing)|copy(?:ing)?|mov(?:e|ing)|export|stor(?:e|ing)|put|download"
        r"|renam\w+|create|make",
        ActionClass.OVERWRITE: r"over|overwrit\w+|replac\w+|empty|clear|überschreib\w*|ersetze\w*",
        ActionClass.DELETE: r"delet\w+|remov\w+|trash|bin|eras\w+|lösch\w*",
        ActionClass.SYSTEM: r"sav(?:e|ing)|writ(?:e|ing)|overwrit\w+|replac\w+|edit|change|append|add",
    }
)
_READS = (
    r"read(?:ing)?|open(?:ing)?|show|look(?:ing)?|find|search|what|tell|list|summari[sz]\w+|count|use|using|from|of|in"
)
_RUNS = regex(
    r"(?:run|execute|start|launch|call|invoke|führe|starte)\s+(?:the\s+)?(?:command\s+|program\s+|script\s+)?", re.I
)
_RUN_ENDS = any_case(r"\s*(?:$|[,;.!?]|(?:and|then|in|on|from|aus|und|please|again|once|twice|there|so)\b)")
_FILE = regex(r"[^\s'\"]+\.[A-Za-z]\w{0,7}\b")
_GENERIC = frozenset(["a", "an", "the", "my", "your", "this", "that", "it", "its", "now", "button", "link", "please"])
_ALL_OF_A_KIND = 1_000_000
_ALIKE = frozenset(["mail", "email", "message", "letter", "reply", "e"])
_TELLS = any_case(
    r"(?:tell\s+(?:(?-i:[A-Z])|(?:him|her|them)\b)"
    r"|(?:answer|reply|respond|message|e-?mail|write\s+to)\s+(?!(?:me|us|the question|in|with)\b)\w)"
)
_DRAFTS = any_case(r"\b(?:drafts?|prepare|unsent|sketch|questions?)\b")
_PRESSING = frozenset({ActionKind.CLICK, ActionKind.POINT, ActionKind.KEYS, ActionKind.PATH, ActionKind.CHECK})


@dataclass(frozen=True, slots=True)
class Act:
    """A command as it was judged."""

    kind: ActionKind
    arguments: Mapping[str, Any]
    judged: Judged
    element: Element | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the request says about an act. `said`: the person's words that consent or forbid; for "ask", why the request does
    not consent. `mention`: the part of the request that the act uses up.
    """

    answer: Literal["consented", "denied", "ask"]
    said: str = ""
    mention: Mention | None = None


def ruling(scene: Scene, act: Act, classes: Sequence[str]) -> Ruling:
    """Rule on an act. `classes`: those that the request may consent to. For an act that needs no consent only "denied" counts."""
    request = scene.run.request
    if not request.is_given:
        return Ruling("ask")
    control = _control(scene, act)
    forbidden = _forbidden(request, act, control)
    if forbidden:
        return Ruling("denied", forbidden)
    if request.asks_first:
        return Ruling("ask", "the request wants you to be asked")
    if act.kind is ActionKind.FORM:
        return _of_form(scene, act, classes)
    mention = _mention(scene, act, control)
    if mention is None:
        return Ruling("ask", "the request does not ask for this in so many words")
    if request.is_hedged:
        return Ruling("ask", "the request excepts, denies, asks, postpones or quotes something, or is of several lines")
    kind = _kind(scene, act, control, mention)
    if kind not in classes:
        return Ruling("ask", f"the request names it, but acts of class {kind!r} always need a question")
    if act.kind in _PRESSING:
        why = not_its_subject(scene, control) or other_recipient(scene, act.judged.action_class, mention)
        if why:
            return Ruling("ask", why)
    return Ruling("consented", mention.said, mention)


def _of_form(scene: Scene, act: Act, classes: Sequence[str]) -> Ruling:
    """Rule on filling in a form: every choice in it that would be asked about by itself must be one that the request names."""
    fields = act.arguments.get("fields")
    rows = [one for one in fields if isinstance(one, Mapping)] if isinstance(fields, list) else []
    first: Ruling | None = None
    for row in rows:
        judged = filling(scene, {"fields": [row]})
        if judged.action_class.severity < ActionClass.OUTSIDE.severity:
            continue
        element = scene.element(row)
        chooses = element is not None and _is_choice(scene, element) and row.get("value") is True
        part = Act(ActionKind.CHECK, {"id": row.get("id")}, judged, element)
        ruled = (
            ruling(scene, part, classes)
            if chooses
            else Ruling("ask", "the request does not ask for this in so many words")
        )
        if ruled.answer != "consented":
            return ruled
        first = first or ruled
    return first or Ruling("ask", "the request does not ask for this in so many words")


def _is_choice(scene: Scene, control: Element) -> bool:
    """Tell whether pressing a control only chooses something in a form, and sends nothing as far as its page tells."""
    told = scene.told.get(control.handle.key, ControlWords())
    # A form with a default button is sent by Enter in the control, and not by choosing it.
    sends = told.submits and not told.default
    return control.role in CHECK_AND_RADIO_BUTTONS and not sends and not told.address


def _control(scene: Scene, act: Act) -> Element | None:
    """Return the one control that the act presses, or None where that is not sure."""
    element = act.element or scene.element(act.arguments)
    if act.kind is ActionKind.KEYS:
        try:
            events = events_in(act.arguments)
        except ToolError:
            return None
        pressed = [one.chord for one in events if isinstance(one, Keys)]
        into = str(act.arguments.get("control_focus", True)).casefold() in ("true", "1")
        only = into and len(pressed) == len(events) == 1 and pressed[0] in (("enter",), ("space",))
        return element if only and element is not None and element.role == "Button" else None
    return element


def _name(act: Act, control: Element | None) -> str:
    if act.kind is ActionKind.PATH:
        path = act.arguments.get("path")
        words = [str(one) for one in path] if isinstance(path, list | tuple) else []
        return words[-1] if words and all(class_of_label(one) is ActionClass.EDIT for one in words[:-1]) else ""
    if control is None or act.kind not in _PRESSING or str(act.arguments.get("button", "left")) != "left":
        return ""
    called = str(act.arguments.get("name") or control.name)
    return control.name if plain(called) == plain(control.name) else ""


def _mention(scene: Scene, act: Act, control: Element | None) -> Mention | None:
    request, judged = scene.run.request, act.judged
    if act.kind is ActionKind.PROGRAM:
        return _of_command(scene, act)
    if judged.paths and judged.action_class in _WAYS:
        return _of_files(scene, act)
    name = _name(act, control)
    if not name or class_of_label(name) is not judged.action_class:
        return None
    # A path is followed by its words: every control that they may mean must have that name and be in sight.
    led_to = [control] if control is not None else called(scene.selection.snapshot or (), name)
    if not led_to or not all(plain(one.name) == plain(name) and _is_all_named(scene, one) for one in led_to):
        return None
    chosen = _said(request, name) if control is not None and _is_choice(scene, control) else None
    return request.pressing(name) or _by_meaning(request, name, judged.action_class) or chosen or of_deed(request, name)


def _said(request: Request, name: str) -> Mention | None:
    """Find a clause that says the words of a choice, in whatever way it asks for it: "with pay on delivery"."""
    wanted = rf"(?<!\w){re.escape(plain(name))}(?!\w)"
    for clause in request.clauses:
        if not clause.doubtful and re.search(wanted, plain(request.unmasked(clause.words))):
            return Mention(clause.number, request.unmasked(clause.words).strip(), times_of(clause.words, name))
    return None


def _is_all_named(scene: Scene, control: Element) -> bool:
    """Return whether the request asks for everything risky that the control says about itself, the words painted on it
    included.
    """
    told = scene.told.get(control.handle.key, ControlWords())
    said = (control.description, control.label, control.value, *told.all_words)
    others = [one for one in said if one and plain(one) != plain(control.name)]
    risky = [one for one in others if class_of_label(one).severity >= ActionClass.OUTSIDE.severity]
    return all(plain(one) in plain(scene.run.request.text) for one in risky)


def _by_meaning(request: Request, name: str, risk: ActionClass) -> Mention | None:
    """Find a clause that names the control by its meaning: "send the mail" names "Send" and "Send message", but not "Send to
    all". To tell or answer somebody is to send it, where the request wants no draft.
    """
    wanted = [one for one in words_of(name) if one not in _GENERIC]
    is_sending = risk is ActionClass.SEND and wanted[:1] == ["send"] and _ALIKE.issuperset(wanted[1:])
    for clause in request.clauses:
        words = words_of(clause.words)
        if is_sending and not clause.doubtful and _TELLS.match(clause.words) and not _DRAFTS.search(request.text):
            return Mention(clause.number, request.unmasked(clause.words).strip(), times_of(clause.words))
        if clause.doubtful or not wanted or words[:1] != wanted[:1] or "\x01" in clause.words[: len(words[0]) + 1]:
            continue
        mails = bool(_ALIKE.intersection(words)) or "it" in words
        missing = [one for one in wanted if one not in words and not (one in _ALIKE and mails)]
        if not missing and class_of_label(" ".join(words[:12])).severity >= risk.severity:
            return Mention(clause.number, request.unmasked(clause.words).strip(), times_of(clause.words))
    return None


def _of_files(scene: Scene, act: Act) -> Mention | None:
    """Find the clauses that name every file of the act, with a word for what is done to them, and return the first of them."""
    request, judged = scene.run.request, act.judged
    words = _READS if act.kind is ActionKind.READ_FILE else _WAYS[judged.action_class]
    way = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
    if _is_shared(judged.paths):
        return None
    told = tuple(clauses_saying(request, way))
    naming = [next((one for one in told if names(request, one, path, way)), None) for path in judged.paths]
    first = naming[0]
    if first is None or None in naming:
        return None
    times = _ALL_OF_A_KIND if kinds_of(first) else times_of(first.words)
    return Mention(first.number, request.unmasked(first.words).strip(), times)


def _is_shared(paths: Sequence[Path]) -> bool:
    return any(path.is_file() and path.stat().st_nlink > 1 for path in paths)


def _of_command(scene: Scene, act: Act) -> Mention | None:
    """Find a clause that names the whole command line, word for word, to be run in the working folder."""
    given = act.arguments.get("command")
    try:
        vector = (
            [str(one) for one in given]
            if isinstance(given, list | tuple)
            else split_command(str(act.arguments.get("bash_command") or given or ""))
        )
    except ToolError:
        return None
    folder = act.arguments.get("cwd")
    if not vector or act.arguments.get("then") or act.judged.action_class is not ActionClass.RUN_PROGRAM:
        return None
    if folder and Path(str(folder)).resolve() != scene.working_folder.resolve():
        return None
    return next(
        (one for clause in scene.run.request.clauses for one in [_runs(scene.run.request, clause, vector)] if one), None
    )


def _runs(request: Request, clause: Clause, vector: Sequence[str]) -> Mention | None:
    verb = _RUNS.match(clause.rest)
    if clause.doubtful or verb is None:
        return None
    rest = clause.rest[verb.end() :]
    mark = re.match(r"\x01(\d+)\x01", rest)
    line = request.quoted(mark[1]) if mark else rest
    for written in dict.fromkeys((" ".join(vector), shlex.join(vector))):
        is_it = line.strip() == written if mark else line.startswith(written) and _RUN_ENDS.match(line[len(written) :])
        if is_it:
            return Mention(clause.number, f"{clause.rest[: verb.end()]}{written}".strip(), times_of(clause.words))
    return None


def _kind(scene: Scene, act: Act, control: Element | None, mention: Mention) -> str:
    """Return the act's class, or `PAY` where it pays, since the class of what is sent does not show that. To choose a way of
    paying pays nothing yet. `BIN` is a file's removal that can be taken back.
    """
    if act.kind is ActionKind.REMOVE_FILE and act.judged.action_class is ActionClass.DELETE:
        return BIN
    said = [act.judged.what, _name(act, control), (control.description or "") if control else ""]
    chooses = control is not None and _is_choice(scene, control)
    pays = _PAYS.search(plain(" ".join(said[1:]))) or _MONEY.search(mention.said)
    return (
        PAY if act.judged.action_class is ActionClass.SEND and pays and not chooses else act.judged.action_class.value
    )


def _forbidden(request: Request, act: Act, control: Element | None) -> str:
    """Return the person's own words against this control or file, or against all acts of the kind; "" where there are none."""
    name = _name(act, control) or (control.name if control is not None and act.kind in _PRESSING else "")
    if name and class_of_label(name).severity >= ActionClass.EDIT.severity:
        said = request.refusing(name)
        if said and request.pressing(name) is None and not request.asks_plainly(name):
            return said
    risk = act.judged.action_class
    if risk.severity < ActionClass.OUTSIDE.severity:
        return ""
    for said in request.negated:
        if class_of_context(said) is not risk:
            continue
        named = _FILE.findall(said)
        if any(Path(one).name == path.name for one in named for path in act.judged.paths):
            return said
        if not named and "'" not in said.replace("n't", "") and not _asked_for(request, risk):
            return said
    return ""


def _asked_for(request: Request, risk: ActionClass) -> bool:
    """Return whether the request asks for the same kind elsewhere. Then only the person can say what was meant."""
    return any(not one.doubtful and class_of_context(one.words) is risk for one in request.clauses)

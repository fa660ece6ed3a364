"""Tells which words of a request may have been misread, so that a model may take back what follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ufo.proof.request.clauses import is_line
from ufo.proof.request.match import same_label
from ufo.proof.request.model import Kind, Literal, Role, Seen
from ufo.verify.documents.references import parse_reference


def has_unseen_label(literal: Literal, seen: Sequence[Seen]) -> bool:
    """Tell whether its place is a label that no look showed: the words for it may name no field at all. Quoted texts, numbers,
    files, cells, lines and states are never misread so.
    """
    if literal.role is not Role.VALUE or literal.kind is not Kind.WORDS or literal.quoted or literal.is_hidden:
        return False
    if not literal.place or literal.row or is_line(literal.place) or parse_reference(literal.place) is not None:
        return False
    return not any(same_label(literal.place, text) for one in seen for text in (one.label, one.text) if len(text) < 100)


def mentioned(literal: Literal) -> Literal:
    """Return it as something that the request only mentions: what was done must have to do with it, at whatever place."""
    return replace(literal, role=Role.MENTION, place="", row="", column="", around="")

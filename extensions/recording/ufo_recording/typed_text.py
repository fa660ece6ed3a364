"""What a run of keys may be written as. Only what a control shows in clear is written; everything else is a secret.

The keys alone never decide: the focus may have gone to a password field a moment ago. Where the control shows the text, what it
shows counts. Where it was gone before it could be read, as a dialog that Enter closes, the keys count only if a scene within the
run showed the focus in a control that is no secret, and no field in that window hides its text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ufo.desktop.snapshot import Element
from ufo.schema.roles import TEXT_FIELDS, TEXT_FIELDS_AND_CELLS
from ufo_recording.gestures import Typed
from ufo_recording.scenes import Look, Scene, focused, in_front
from ufo_recording.secret_fields import SecretFields

_WITH_LINES = TEXT_FIELDS - {"Edit"}


@dataclass(frozen=True, slots=True, repr=False)
class Told:
    """What is written of a run. `element`: the control that it went to, as it was `look`ed at. `whole`: the text is all that the
    control holds. `hidden`: nothing of it is written; `is_secret`: it went, or may have gone, where a secret is kept.
    `doubt` says why the control is not known.
    """

    element: Element | None = None
    look: Look | None = None
    text: str = ""
    whole: bool = False
    hidden: bool = False
    is_secret: bool = False
    doubt: str = ""

    def __repr__(self) -> str:
        return "Told()"


def seen(run: Typed, known: Sequence[Scene], sealed: float) -> tuple[list[Look], list[Look]] | None:
    """Return the looks that `told` judges by, of the scenes that are known. `sealed`: when the next thing was done.

    None where no scene was taken between what was done before the run and after it: nobody saw where the focus was.
    """
    meanwhile = [scene for scene in known if run.before <= scene.began and scene.done <= sealed]
    if not meanwhile:
        return None
    before = [scene for scene in meanwhile if scene.done <= run.began] or [
        scene for scene in meanwhile if scene.began <= run.began
    ]
    after = [scene for scene in meanwhile if scene.done > run.began]
    return list(in_front(before or meanwhile[:1])), list(in_front(after))


def told(run: Typed, before: Sequence[Look], after: Sequence[Look], secrets: SecretFields) -> Told:
    """Say what may be written. `before` and `after` are looks at the window with the focus, in order: those before or within the
    run that saw the focus where it was meanwhile, and those within or after it, before anything else was done.
    """
    look = next((look for look in reversed(before) if focused(look.snapshot) is not None), None)
    look = look or next((look for look in after if focused(look.snapshot) is not None), None)
    hides = any(secrets.is_in(look.snapshot) for look in (*before, *after))
    if look is None:
        return Told(hidden=True, is_secret=hides)
    element = focused(look.snapshot)
    assert element is not None
    if any(secrets.keeps(control) for control in _as_seen(element, (*before, *after))):
        return Told(element, look, hidden=True, is_secret=True)
    values = [control.value or "" for control in _as_seen(element, after)]
    first = next((control.value or "" for control in _as_seen(element, before)), values[0] if values else "")
    last = values[-1] if values else first
    return _of_values(run, first, last, Told(element, look, hidden=True, is_secret=hides), hides=hides)


def _of_values(run: Typed, first: str, last: str, nothing: Told, *, hides: bool) -> Told:
    """Judge by what the control held at first and last. `nothing` is the answer where nothing may be written."""
    element = nothing.element
    assert element is not None
    has_lines = "multiline" in element.states or element.role in _WITH_LINES
    shown = last != first or (run.is_sure and bool(run.text) and run.text in last)
    if shown and has_lines:
        return _of_lines(run, first, last, nothing)
    if shown and not (run.is_sure and _is_part(first, last, run.text)):
        # What the control made of the keys, such as a word that it completed, is what the person saw.
        is_typed = run.is_sure and run.text in last
        return nothing if hides and not is_typed else Told(element, nothing.look, last, whole=True)
    can_take = element.role in TEXT_FIELDS_AND_CELLS or "editable" in element.states
    if not run.is_sure or not can_take or hides or element.role == "Terminal":
        return nothing
    return Told(element, nothing.look, run.text, whole=not first or element.role == "Cell" or run.text.startswith(last))


def _of_lines(run: Typed, first: str, last: str, nothing: Told) -> Told:
    is_prompt = nothing.element is not None and nothing.element.role == "Terminal"
    if is_prompt and run.is_sure and last.count(run.text) <= first.count(run.text):
        # It stood there before: the first letters of a password stand somewhere on most screens.
        return nothing
    if run.is_sure and run.text in last:
        return Told(
            nothing.element, nothing.look, run.text, whole=not first.strip() and last.strip() == run.text.strip()
        )
    if run.is_sure:
        return nothing
    inserted = _inserted(first, last)
    return Told(nothing.element, nothing.look, inserted or last, whole=not inserted or not first)


def _is_part(first: str, last: str, text: str) -> bool:
    """Tell whether the control was read before all of the text had been typed."""
    inserted = _inserted(first, last) if not text.startswith(last) else last
    return inserted != text and text.startswith(inserted)


def _as_seen(element: Element, looks: Sequence[Look]) -> list[Element]:
    found = (
        next((control for control in look.snapshot if control.handle.key == element.handle.key), None) for look in looks
    )
    return [control for control in found if control is not None]


def _inserted(first: str, last: str) -> str:
    """Return what `last` has between its common beginning and end with `first`."""
    begin = len(_common(first, last))
    end = len(_common(first[begin:][::-1], last[begin:][::-1]))
    return last[begin : len(last) - end]


def _common(text: str, other: str) -> str:
    length = next((at for at, pair in enumerate(zip(text, other, strict=False)) if pair[0] != pair[1]), None)
    return text[: min(len(text), len(other)) if length is None else length]

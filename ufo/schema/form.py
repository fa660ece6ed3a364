"""What the fields and boxes of a form held right before something was pressed, as a look of its own showed it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class FormPart(BaseModel):
    """A control that holds what a person wrote or chose. `value`: its text or number, or what a combo box shows; `state`:
    "checked", "unchecked" or "mixed" of a box, "selected" of an entry; `number`: its id in the look that the press was chosen
    from, "" for none. `was`: the value or state when the run first saw it, None where it did not. The text of a password field
    is dots.
    """

    model_config = ConfigDict(frozen=True)

    role: str
    name: str
    value: str = ""
    state: str = ""
    number: str = ""
    was: str | None = None


class Form(BaseModel):
    """The form around a control that was pressed: its page, or else its window. `is_whole`: nothing of it was out of sight or
    left out. `address`: that of its page, as the browser's own bar showed it; "" where it shows none.
    """

    model_config = ConfigDict(frozen=True)

    parts: tuple[FormPart, ...] = ()
    is_whole: bool = True
    address: str = ""

"""Everything that goes over the control socket of a run, as frozen values with bounded sizes.

A frame is the length of its JSON and of its data, 4 bytes each, big-endian, then the JSON of one message, then the data: the
files of the tiles of a picture, one after another; nothing for every other message. A client begins with `Hello` and gets
`Welcome`. Each later request has a number, and is answered by one `Answered` with that number. The server sends the rest when
there is news.

Points are in screen pixels, places in a picture in pixels of that picture, times in seconds.
"""

from __future__ import annotations

import struct
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

PROTOCOL = 1
HEAD = struct.Struct(">II")
MOST_FROM_CLIENT = 512 * 1024
"""The bytes of one message of a client; it has no data."""
MOST_JSON = 1024 * 1024
MOST_DATA = 64 * 1024 * 1024
MOST_TEXT = 64 * 1024
MOST_EVENTS = 256
MOST_QUESTIONS = 16
MOST_LINE = 4000
NARROWEST, WIDEST = 160, 8192

Name = Annotated[str, Field(max_length=80)]
Text = Annotated[str, Field(max_length=MOST_TEXT)]
Line = Annotated[str, Field(max_length=MOST_LINE)]
Place = Annotated[int, Field(ge=-65_536, le=65_536)]
Count = Annotated[int, Field(ge=0)]
Button = Literal["left", "right", "middle"]
Choice = Literal["yes", "no", "always", "never", "text"]
"""What a person answers: "yes" is consent for this time, "always" and "never" are kept, "text" has words."""
Asks = Literal["text", "consent", "permission"]
Phase = Literal["idle", "running", "pausing", "paused", "taken", "ended"]
"""idle: no request is being done. pausing: the act in hand is finished first. paused: parked by a person. taken: parked, and a
person with the lease works on the desktop.
"""


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


# Events of pointer and keyboard, of the client that holds the lease.


class PointerMoved(_Message):
    kind: Literal["pointer_moved"] = "pointer_moved"
    x: Place
    y: Place


class PointerButton(_Message):
    """A button goes down or up at a point."""

    kind: Literal["pointer_button"] = "pointer_button"
    x: Place
    y: Place
    button: Button = "left"
    down: bool


class Wheel(_Message):
    """Notches of a wheel at a point: `dy` is positive up, `dx` is positive right."""

    kind: Literal["wheel"] = "wheel"
    x: Place
    y: Place
    dx: Annotated[int, Field(ge=-20, le=20)] = 0
    dy: Annotated[int, Field(ge=-20, le=20)] = 0


class KeyStroke(_Message):
    """A key by its name, pressed and released, with modifiers held: "ctrl", "alt", "shift", "super", "altgr".

    `key` is a name such as "enter", "page_up", "f5", or one character. What types a character belongs into `TypedText`.
    """

    kind: Literal["key_stroke"] = "key_stroke"
    key: Annotated[str, Field(min_length=1, max_length=40)]
    held: Annotated[tuple[Annotated[str, Field(max_length=10)], ...], Field(max_length=5)] = ()


class TypedText(_Message):
    """Text that is typed key by key, in any script."""

    kind: Literal["typed_text"] = "typed_text"
    text: Annotated[str, Field(max_length=MOST_TEXT, repr=False)]


class Pasted(_Message):
    """Text that comes in at once, as from the person's own clipboard."""

    kind: Literal["pasted"] = "pasted"
    text: Annotated[str, Field(max_length=MOST_TEXT, repr=False)]


PersonInput = Annotated[
    PointerMoved | PointerButton | Wheel | KeyStroke | TypedText | Pasted, Field(discriminator="kind")
]


# What a client sends.


class Hello(_Message):
    """`name` is what people read as this client's name, such as "page" or "terminal of ann". `person`: a person is behind it who
    may be asked; a run that nobody else can be asked in waits for their answer then.
    """

    kind: Literal["hello"] = "hello"
    protocol: int = PROTOCOL
    name: Name = ""
    person: bool = True


class _Request(_Message):
    number: Count = 0


class TellState(_Request):
    """Send the state, though it has not changed. Also a sign of life of who holds the lease."""

    kind: Literal["tell_state"] = "tell_state"


class Pause(_Request):
    """Park the run before its next act or turn."""

    kind: Literal["pause"] = "pause"


class Resume(_Request):
    """Go on. Refused while somebody holds the lease."""

    kind: Literal["resume"] = "resume"


class Step(_Request):
    """Do one act or one turn, then park again."""

    kind: Literal["step"] = "step"


class Stop(_Request):
    """End the run as CANCELLED, with what was done."""

    kind: Literal["stop"] = "stop"


class Answer(_Request):
    """Answer an open question. `text` is for the choice "text"; it may hold a password, so it has no representation."""

    kind: Literal["answer"] = "answer"
    question: Annotated[str, Field(max_length=40)]
    choice: Choice
    text: Annotated[str, Field(max_length=MOST_TEXT, repr=False)] = ""


class Take(_Request):
    """Ask for the lease. The answer comes when the act in hand has ended and the turn is parked; refused while another has it."""

    kind: Literal["take"] = "take"
    name: Name = ""


class Give(_Request):
    """Give the lease back. The run goes on, except where it was paused before it was taken."""

    kind: Literal["give"] = "give"


class SendInput(_Request):
    """Work on the desktop. Refused without the lease."""

    kind: Literal["send_input"] = "send_input"
    events: Annotated[tuple[PersonInput, ...], Field(min_length=1, max_length=MOST_EVENTS)]


class Watch(_Request):
    """Send pictures, at most `width` pixels wide, from now on. Once more: with another width, and a whole picture first."""

    kind: Literal["watch"] = "watch"
    width: Annotated[int, Field(ge=NARROWEST, le=WIDEST)] = 1280


class Unwatch(_Request):
    kind: Literal["unwatch"] = "unwatch"


class Seen(_Message):
    """A picture has arrived. Until then, no other is sent to this client."""

    kind: Literal["seen"] = "seen"
    sequence: Count


Request = TellState | Pause | Resume | Step | Stop | Answer | Take | Give | SendInput | Watch | Unwatch
FromClient = Annotated[Hello | Request | Seen, Field(discriminator="kind")]


# What the server sends.


class Welcome(_Message):
    """`client` is the id of the client on this connection, as in the state."""

    kind: Literal["welcome"] = "welcome"
    protocol: int = PROTOCOL
    run_id: str
    client: str


class Answered(_Message):
    """The answer to a request. `why` says why it was refused, with the next move; "" where it was done."""

    kind: Literal["answered"] = "answered"
    number: Count
    why: str = ""


class Question(_Message):
    """A question that the run waits for. `asks`: "text" wants words, "consent" a yes or no, "permission" of an application may be
    kept. `choices` are those that it takes. `secret`: it asks for something that is not shown while it is typed.
    """

    id: str
    text: Line
    asks: Asks
    choices: tuple[Choice, ...]
    secret: bool = False
    seconds_left: float = 0.0


class QuestionClosed(_Message):
    """A question is open no longer. `choice`: None where nobody answered in time. `by`: who answered: a client's name, or
    "terminal". The words of an answer are told to nobody else.
    """

    kind: Literal["question_closed"] = "question_closed"
    id: str
    choice: Choice | None = None
    by: str = ""


class Lease(_Message):
    """Who works on the desktop. `client` is the id on the connection, "" where that is gone: then anybody may take it. Without a
    sign of life, it ends after `ends_in_s`.
    """

    client: str
    name: str
    ends_in_s: float


class RunState(_Message):
    """The state of the run. `upcoming`: what it does next, where it is parked. `parked_by`: who paused it. `step`: finished
    turns. `stepping`: it parks again after the next act or turn.

    `parked_s`: how long it was parked so far, which no limit of time counts. `outcome` and `reason`: how the last request ended.
    """

    kind: Literal["state"] = "state"
    phase: Phase
    request: Line = ""
    upcoming: Line = ""
    parked_by: str = ""
    stepping: bool = False
    lease: Lease | None = None
    questions: Annotated[tuple[Question, ...], Field(max_length=MOST_QUESTIONS)] = ()
    clients: Count = 0
    watchers: Count = 0
    step: Count = 0
    parked_s: float = 0.0
    outcome: str = ""
    reason: Line = ""


class Area(_Message):
    """A rectangle of the screen, in screen pixels."""

    x: Place
    y: Place
    width: Count
    height: Count


class Tile(_Message):
    """A changed part of the picture, at its place in the picture. `size` is its bytes in the data of the frame."""

    x: Count
    y: Count
    width: Count
    height: Count
    mime: Literal["image/jpeg", "image/png"] = "image/jpeg"
    size: Count


class PictureUpdate(_Message):
    """What changed in the picture since the last one that was sent to this client. `whole`: the tiles cover all of it, and its
    size may be another one. `screen` is what it shows, so a point of it is `screen.x + x * screen.width / width`. `seconds`: how
    long ago the change was noticed.
    """

    kind: Literal["picture"] = "picture"
    sequence: Count
    width: Count
    height: Count
    screen: Area
    whole: bool
    tiles: Annotated[tuple[Tile, ...], Field(max_length=4096)]
    seconds: float = 0.0


class PicturesFailed(_Message):
    """No pictures can be shown now. `why` is for a person. They go on by themselves where that ends."""

    kind: Literal["pictures_failed"] = "pictures_failed"
    why: Line


FromServer = Annotated[
    Welcome | Answered | RunState | QuestionClosed | PictureUpdate | PicturesFailed, Field(discriminator="kind")
]

FROM_CLIENT: TypeAdapter[Hello | Request | Seen] = TypeAdapter(FromClient)
FROM_SERVER: TypeAdapter[Welcome | Answered | RunState | QuestionClosed | PictureUpdate | PicturesFailed] = TypeAdapter(
    FromServer
)


class ControlFile(_Message):
    """`control.json` in the folder of a run: where its control socket is, while it goes on. `display`: the X display of a private
    desktop; "" for every other screen.
    """

    protocol: int = PROTOCOL
    socket: str
    pid: int
    run_id: str
    display: str = ""

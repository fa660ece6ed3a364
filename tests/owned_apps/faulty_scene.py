"""One trial of a control that misbehaves, in whatever toolkit: what is asked of it, what goes wrong, and what really came of it.

A window reads orders as JSON lines from its standard input and answers each with the truth, as one JSON line:
    {"do": "arm", "kind": …, "fault": …, "delay": MS, "noise": "", "news" or "busy", "early": true|false}   a new scene
    {"do": "strike", "after": MS}   the fault that belongs between a look and an action happens then; "early" ones before it
    {"do": "tell"}                  nothing
The truth: {"done": what the control is for has happened and lasts, "wrong": what else was touched, "unseen": what was touched
before that could be known, "hidden": it was done, and its control is hidden now behind a look-alike that shows nothing of it}.
Run by the system Python, whose toolkits have no types. A toolkit gives a `kit` (see `Scene`).
"""

import json
import math
import sys
import time

PLACE, OTHER, SPARE, STATUS, NEWS = (40, 40), (40, 140), (320, 60), (40, 260), (320, 260)
NAMES = {
    "button": "Apply", "question": "Open…", "check": "Remember me", "toggle": "Bold", "radio": "Large", "row": "Second",
    "write": "Surname", "type": "Surname", "double": "Pad", "point": "Remember me", "slide": "Track", "list": "Titles",
}  # fmt: skip
ANEW = ("Second", "Third", "First")
"""The order of the rows after a fault."""
OTHERS_NAME, NEW_NAME, TEXT = "Forget everything", "Erase the disk", "Ada Lovelace"
UNSEEN_MS, UNASKED_MS = 20, 150
"""What is touched this soon after it became another one was aimed at before that could be seen, or asked where nothing shows."""
RECENT_MS, DRAGGED_MS = 500, 3000
"""A click or key of longer ago is not what a control was worked by; of a drag it is the button that went down."""
WAKING_MS = 300
"""How long after it was worked first one is still deaf that works the second time."""
TEXTS = ("write", "type")
GOING_ON = ("slide", "list")
"""What was begun before it became another one cannot be taken back: a drag, a few notches of a wheel."""
STATEFUL = (*TEXTS, "check", "point", "toggle", "radio", "row", "list", "slide")


def rows_of(name):
    return ("First", name, "Third")


def now_ms():
    return time.monotonic() * 1000


class Scene:
    """`kit` works one toolkit's widgets:

    make(kind, name, acted, deaf)   a control; `acted(at)` is called when it was worked, `at` the time of the click where known;
                                    one that is deaf (`deaf()` is true) calls `acted` and does not change
    put(widget, place), remove(widget), hide(widget), rename(kind, widget, name), disable(widget), label(text), say(label, text)
    holds(kind, widget)             whether it stands as the action wants it    undo(kind, widget)   as it was
    text(widget), write(widget, text)               what a field shows
    picked(widget)                  the words of the row that is selected, "" where none is
    order(widget, names)            the rows are put in the order of the names; the same row keeps its words
    relabel(widget, names)          the rows stay and show those words now
    modal(title, touched)           a modal dialog over all of the window, with a field and a button; returns what closes it
    cover(widget, touched)          an invisible part of the window over it     dialog(title)        returns what closes it
    stills                          under such a part nothing is painted any more
    painted(action)                 calls it once what was changed is on the screen
    after(ms, action), clear(), sent                the time of the last click or key as the X server gave it, 0 where unknown
    """

    def __init__(self, kit, order):
        self.kit, self.kind, self.fault, self.delay = kit, order["kind"], order["fault"], order.get("delay", 0)
        self.early = order.get("early", False)
        self.wrong, self.unseen, self.begun = [], [], False
        self.times, self.done, self.alive, self.struck = 0, False, True, None
        self.dialogs, self.asked, self.woken = [], False, False
        self.name = NAMES[self.kind]
        kit.clear()
        self.status = kit.label("Nothing was done yet")
        kit.put(self.status, STATUS)
        self.target = self.make(self.name, self.acted, self.swallows)
        kit.put(self.target, PLACE)
        self.neighbour = self.make(OTHERS_NAME, self.neighbour_acted)
        kit.put(self.neighbour, OTHER)
        if order.get("noise") == "news":
            self.news, self.headlines = kit.label("Headline by nobody"), 0
            kit.put(self.news, NEWS)
            self.tick()
        elif order.get("noise") == "busy":
            self.labour()

    def make(self, name, acted, deaf=lambda: False):
        return self.kit.make(self.kind, name, acted, deaf)

    def swallows(self):
        return self.fault in ("swallow", "repaint", "late_other") or (self.fault == "second" and not self.woken)

    def swallowed(self):
        if self.fault == "repaint":
            self.kit.say(self.status, f"{self.name}: done")
            if self.kind in ("button", "question", "double", "check", "point", "toggle", "radio"):
                self.kit.rename(self.kind, self.target, f"{self.name} ✓")
        if self.fault == "second":
            self.kit.after(WAKING_MS, self.wake)
        if self.fault == "late_other" and not self.asked:
            self.asked = True
            self.kit.after(self.delay, lambda: self.open_dialog("Updates are available"))

    def wake(self):
        self.woken = True

    def foil(self):
        if self.fault in ("truncate", "upper") and self.kind in TEXTS:
            self.kit.after(1, self.spoil)

    def spoil(self):
        """A field makes something else of what is written into it."""
        said = self.kit.text(self.target)
        kept = said[:5] if self.fault == "truncate" else said.upper()
        if self.alive and said != kept:
            self.kit.write(self.target, kept)

    def acted(self, at=None):
        """The control was really worked."""
        if not self.alive:
            return
        self.foil()
        if self.swallows():
            self.swallowed()
            return
        if not self.kit.holds(self.kind, self.target):
            self.missed(at)
            return
        if self.struck is None:
            self.begun = True
        elif self.fault == "rename" and not (self.begun and self.kind in GOING_ON):
            self.touch(f"what is called {NEW_NAME!r} now", at)
            if self.early:
                return
        self.times += 1
        if self.fault == "late" and self.kind not in STATEFUL and self.kind != "question":
            self.kit.after(self.delay, self.finish)
        elif self.kind == "question":
            self.kit.after(self.delay if self.fault == "late" else 0, lambda: self.open_dialog("Open"))
        elif self.fault in ("revert", "revert_late"):
            self.done = True
            self.kit.after(self.delay, self.revert)
        else:
            self.finish()

    def missed(self, at):
        """It does not stand as the action wants it."""
        self.done = False
        picked = self.kit.picked(self.target) if self.kind == "row" else ""
        if picked:
            self.touch(f"the row {picked!r}", at)

    def neighbour_acted(self, at=None):
        """Where it was called so before the look, it is the one that is meant."""
        if self.fault != "rename" or not self.early or self.struck is None:
            self.touch("the neighbour", at)
        elif self.alive and self.kit.holds(self.kind, self.neighbour):
            self.finish()
            if self.kind == "question":
                self.open_dialog("Open")

    def finish(self):
        if self.alive:
            self.done = True
            self.kit.say(self.status, f"{self.name} is done")

    def revert(self):
        if self.alive:
            self.kit.undo(self.kind, self.target)
            self.done = False

    def open_dialog(self, title):
        if self.alive:
            self.dialogs.append(self.kit.dialog(title))
            self.done = self.done or title == "Open"

    def touch(self, what, at=None):
        going_on = self.kind in GOING_ON and what in self.unseen
        if not self.alive or what in self.wrong or going_on:
            return
        sent = at or self.kit.sent
        recent = DRAGGED_MS if self.kind == "slide" else RECENT_MS
        at = sent if sent and now_ms() - sent < recent else now_ms()
        since = None if self.struck is None else at - self.struck
        longest = UNASKED_MS if self.fault == "cover_inside" else UNSEEN_MS
        kept = self.unseen if since is not None and since < longest else self.wrong
        kept.append(what)

    def tick(self):
        if self.alive:
            self.headlines += 1
            self.kit.say(self.news, "Headline by " + ("nobody", "somebody", "everybody")[self.headlines % 3])
            self.kit.after(130, self.tick)

    def labour(self):
        """It stands still for a while, as one that counts something."""
        if self.alive:
            until = time.monotonic() + 0.12
            while time.monotonic() < until:
                pass
            self.kit.after(90, self.labour)

    def strike(self):
        if not self.alive:
            return
        change = getattr(self, f"be_{self.fault}", None)
        if change is not None:
            change()
        if self.fault == "recreate" and self.kind in STATEFUL:
            # What is shown under its name now is not as it was left.
            self.done = False
        if self.fault == "relabel":
            self.done = self.kit.holds(self.kind, self.target)
        # It is to be seen once it is painted, which a busy application does late.
        self.struck = math.inf
        self.kit.painted(self.show)

    def be_disable(self):
        self.kit.disable(self.target)

    def be_move(self):
        self.kit.put(self.target, SPARE)
        self.kit.put(self.neighbour, PLACE)

    def be_look_alike(self):
        self.kit.hide(self.target)
        self.kit.put(self.make(self.name, lambda at=None: self.touch("the look-alike", at)), PLACE)

    def be_recreate(self):
        self.kit.remove(self.target)
        self.target = self.make(self.name, self.acted)
        self.kit.put(self.target, PLACE)

    def be_rename(self):
        self.kit.rename(self.kind, self.target, NEW_NAME)
        self.kit.rename(self.kind, self.neighbour, self.name)

    def be_order(self):
        self.kit.order(self.target, ANEW)

    def be_relabel(self):
        self.kit.relabel(self.target, ANEW)

    def be_modal(self):
        self.dialogs.append(self.kit.modal("Session expired", lambda at=None: self.touch("the modal dialog", at)))

    def be_cover_inside(self):
        self.kit.cover(self.target, lambda at=None: self.touch("the cover inside", at))

    def show(self):
        self.struck = now_ms()

    def end(self):
        self.alive = False
        for close in self.dialogs:
            close()

    def truth(self):
        if self.times > 1 and self.kind not in (*TEXTS, "list", "slide", "row"):
            self.touch("the control once more")
        hiding = self.fault == "look_alike" or (self.fault == "cover_inside" and self.kit.stills)
        hidden = hiding and self.done and self.struck is not None
        return {"done": self.done, "wrong": self.wrong, "unseen": self.unseen, "hidden": hidden}


class Stage:
    """`told` sends a line of truth once what an order changed is on the screen."""

    def __init__(self, kit):
        self.kit, self.scene = kit, None

    def hear(self, line):
        order = json.loads(line)
        if order["do"] == "arm":
            if self.scene is not None:
                self.scene.end()
            self.scene = Scene(self.kit, order)
        elif order["do"] == "strike" and self.scene is not None:
            if order.get("after"):
                self.kit.after(order["after"], self.scene.strike)
            else:
                self.scene.strike()
        self.kit.painted(self.tell)

    def tell(self):
        sys.stdout.write(json.dumps(self.scene.truth() if self.scene else {}) + "\n")
        sys.stdout.flush()

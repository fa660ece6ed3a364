"""Stands in for the process of a run: does what the words of its task say, one after another, and speaks as a run does."""

import json
import os
import signal
import sys
import threading
from pathlib import Path

answers: list[str] = []
calls = threading.Semaphore(0)
answered = threading.Condition()


def say(kind: str, **more: object) -> None:
    sys.stdout.write(json.dumps({"kind": kind, **more}) + "\n")
    sys.stdout.flush()


def hear() -> None:
    for line in sys.stdin:
        word = json.loads(line)
        if word["kind"] in ("hold", "go"):
            say("held", held=word["kind"] == "hold")
        elif word["kind"] == "call":
            calls.release()
        elif word["kind"] == "answer":
            with answered:
                answers.append(word["text"])
                answered.notify()
    os._exit(9)


order = json.loads(sys.stdin.readline())
threading.Thread(target=hear, daemon=True).start()
log = Path(order["log_dir"]) / order["run_id"] / "events.jsonl"
for step in order["plan"]["task"].split(";"):
    verb, _, rest = step.strip().partition(" ")
    if verb == "did":
        say("did", steps=int(rest), cost=0.5, line="AppAgent: click")
    elif verb in ("ask", "consent"):
        say("asks", question="q1", text=rest, yes_or_no=verb == "consent")
        with answered:
            answered.wait_for(lambda: answers)
    elif verb == "close":
        say("asks", question="q1", text=rest, yes_or_no=False)
        say("closed", question="q1")
    elif verb == "call":
        say("wants_call")
        calls.acquire()
    elif verb == "log":
        log.parent.mkdir(parents=True, exist_ok=True)
        events = [{"kind": "noticed", "at": at, "text": text} for at, text in enumerate(rest.split("|"))]
        log.write_text("".join(f"{json.dumps(event)}\n" for event in events), encoding="utf-8")
    elif verb == "die":
        sys.stderr.write(f"ufo: {rest}\n")
        sys.stderr.flush()
        os._exit(3)
    elif verb == "babble":
        sys.stdout.write("no word of ours\n")
    elif verb == "hang":
        if rest:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        threading.Event().wait()
    elif verb == "end":
        summary = {"outcome": rest, "reason": "as told", "answers": answers, "order": order, "odd": "\ud800"}
        say("over", summary=summary, question="What now?")

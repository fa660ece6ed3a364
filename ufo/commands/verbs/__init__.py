"""Declarative verbs: each is told the end that is wanted, does nothing where it holds, and reads it back.

One verb a file, `server.py` makes tools of them. They act through the same `Actor` as the clicks do, and what they press on
their own way is judged as a click on it would be (`guard.py`). To add one: a file, a tool in `server.py`, a row in
`judging/verbs.py`.
"""

"""A Microsoft Office in memory: the part of its object model that we ask, over files that openpyxl, python-docx and python-pptx
read and write. It runs in the test itself, or as a process that gives it out over COM (`com_server.py`).
"""

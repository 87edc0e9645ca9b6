"""`python -m data.backup PATH`: a copy of the database as of one instant, also while the bot plays and writes.

A copy is made under another name beside the wanted one, put on the disk, and checked against every promise of
data/check.py; only then does it get its name. So whatever has that name is whole, however the copying ended, and
nothing that had the name before is ever replaced.
"""

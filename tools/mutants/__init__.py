"""`python -m tools.mutants`: plant bugs, one at a time, and see whether the tests notice.

Each bug in bugs/*.bugs is a sentence that says what is wrong then, the tests that must fail, and lines that become
others: those of a function, found by its name, or of a file. It is planted in a copy of the sources (`workshop`), never
in the sources themselves. A bug that nothing catches means a hole in the tests; one that can't be planted any more
means that its lines are gone, or there twice, and that it must be written again. Not part of the test suite, which only
checks that each can be planted. `--generated 100 --seed 5` draws mistakes that nobody has thought of (`generated`).
"""

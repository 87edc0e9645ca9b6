"""`python -m tools.mutants`: plant bugs, one at a time, and see whether the tests notice.

Each bug is a patch in bugs/*.patch, below a sentence that says what is wrong then, and the tests that must fail. It is
planted in a copy of the sources (`workshop`), never in the sources themselves. A bug that nothing catches means a hole
in the tests; a bug that can't be planted any more means that the code has moved, and that the bug must be written
again: make it by hand, and put what `git diff` says below its sentence. Not part of the test suite, which only checks
that every bug can be planted. `--generated 100 --seed 5` draws mistakes that nobody has thought of (`generated`).
"""

"""`python -m tools.mutants`: plant bugs, and see whether the tests notice each of them.

Each bug in bugs/*.bugs is a sentence that says what is wrong then, and lines that become others: those of a function,
found by its name, or of a file. Whatever tests of `make test` reach its line must notice it; it names tests where it is
in no function or in one that runs at the import, or where only a test marked `thorough` notices. A bug that survives
means a hole in the tests; one that can't be planted must be written again. `--generated 100` draws others.
"""

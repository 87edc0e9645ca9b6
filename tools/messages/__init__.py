"""`python -m tools.messages`: what translators work on, made from the code. English is in the code itself.

`i18n/locales/messages.pot` holds every sentence: those in the sources, found by Babel, and what Discord shows of the
commands, taken from the command tree in the same way as when they are sent to Discord. Each catalogue,
`i18n/locales/LANGUAGE/LC_MESSAGES/messages.po`, gets the new sentences and keeps the translations of the old ones. That
of English has only the sentences that count something, of which the code has the form for many; that of a region, such
as fr_CA, what is said otherwise than in the whole language. All of these belong in the repository.

`python -m tools.messages --check` only says whether they match the code, and how much is left to translate, of which
`--release` allows nothing; `python -m tools.messages --new LANGUAGE` starts a catalogue, for a Discord locale such as
`de` or `pt-BR`.
"""

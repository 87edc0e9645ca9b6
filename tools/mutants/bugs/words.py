"""Translations: what is kept, marked and said when sentences change."""

from tools.mutants.bug import Bug

MESSAGES = ("tests/tools/test_messages.py",)

BUGS = (
    Bug(
        "A reworded sentence loses its translation",
        "tools/messages/catalogues.py",
        " or _similar(key, gone)",
        "",
        MESSAGES,
    ),
    Bug(
        "A translation whose sentence is gone is deleted",
        "tools/messages/catalogues.py",
        "source for (text, context), source in gone.items()",
        "source for (text, context), source in () if source in gone",
        MESSAGES,
    ),
    Bug(
        "A reworded sentence is said in the words of the old one",
        "tools/messages/proof.py",
        "    return not message.fuzzy and all(",
        "    return all(",
        MESSAGES,
    ),
    Bug(
        "A plural whose second form is reworded keeps its translation without a mark",
        "tools/messages/catalogues.py",
        "    is_same = texts(source.id) == texts(message.id)",
        "    is_same = texts(source.id)[0] == texts(message.id)[0]",
        MESSAGES,
    ),
    Bug(
        "A plural that isn't translated is compiled as if it were",
        "tools/messages/catalogues.py",
        "(message for message in catalogue if message.id and is_said(message))",
        "(message for message in catalogue if message.id and not message.fuzzy)",
        MESSAGES,
    ),
    Bug(
        "Languages share their new sentences, and what one translates the others say",
        "tools/messages/catalogues.py",
        "deepcopy(template)",
        "template",
        MESSAGES,
    ),
    Bug(
        "A release may have sentences that aren't translated",
        "tools/messages/__main__.py",
        " or (open_ones and options.release)))",
        "))",
        MESSAGES,
    ),
    Bug(
        "A sentence gets the translation of another meaning",
        "tools/messages/catalogues.py",
        " for other in gone if other[1] == context)",
        " for other in gone)",
        MESSAGES,
    ),
)

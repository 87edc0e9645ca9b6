"""The language of tests about behaviour: keys in place of the bot's sentences, which only other tests hold it to.

keys.txt has the short ones, `too few chips = You don't have enough chips.`; that of one thing stands before that of
many, `a chip / {count} chips = {count} tokens`. Any other sentence is its own key, also once it is reworded: until that
is committed, the bot says it as before. In tests that ask for `english` or for brackets it says what people read.

`python -m tests.cogs.keys` writes into the file which keys have another sentence now, and takes out those that no test
names; `python -m tests.cogs.keys main` looks for what was reworded since that commit.
"""

import asyncio
import functools
import re
import subprocess
import sys
from contextlib import suppress
from difflib import SequenceMatcher
from io import BytesIO
from itertools import product
from pathlib import Path

from babel.messages.pofile import read_po

from i18n.catalogues import texts
from i18n.words import ENGLISH, Words
from tools.messages.sources import ROOT, SPEAKING, everything, sentences

FILE = Path(__file__).with_name("keys.txt")
SIMILAR = 0.5
"""How much of two sentences is the same when one is taken for the other reworded; 1 is all."""


def lines():
    """The lines of the file: the key of each sentence."""
    text = FILE.read_text(encoding="utf-8").replace("\\n", "\x00")
    found = (line.replace("\x00", "\n").partition(" = ") for line in text.splitlines())
    return {said: key for key, _, said in found}


@functools.cache
def keys(since="HEAD"):
    """The keys of sentences that aren't their own, for one thing and for many."""
    found = {said: (*key.split(" / "), key)[:2] for said, key in lines().items()}
    for said, before in reworded(since).items():
        if said not in found:
            found[said] = found.pop(before, (ENGLISH._looked_up_for(before, 1, ""), before))
    return found


class KeyedWords(Words):
    """The words of a language; English ones are keys."""

    def _looked_up(self, template, context):
        return self._key(template, many=True) or super()._looked_up(template, context)

    def _looked_up_for(self, template, count, context):
        return self._key(template, many=count != 1) or super()._looked_up_for(template, count, context)

    def _key(self, template, *, many):
        return keys()[template][many] if self._locale.language == "en" and template in keys() else None


def pattern(template):
    """What a template says with anything in its places."""
    text, filled = re.escape(template), set()
    return re.compile(re.sub(r"\\\{(\w*)\\\}", functools.partial(_place, filled), text), re.DOTALL)


def _place(filled, found):
    name, is_again = found[1], found[1] in filled
    filled.add(name)
    return f"(?P={name})" if is_again else f"(?P<{name}>.+?)"


@functools.cache
def _labels():
    return [(pattern(said), many) for said, (_one, many) in keys().items()]


@functools.lru_cache(10_000)
def key_of(label):
    """The key of what stands on a button, which may be in English."""
    found = ((many, said.fullmatch(label)) for said, many in _labels())
    return next((many.format_map(places.groupdict()) for many, places in found if places), label)


def reworded(since):
    """What was said at a commit in place of each sentence that is new, in files that have changed."""
    changed = [file for file in _git("diff", "--name-only", since, "--", *SPEAKING).split() if file.endswith(".py")]
    if not changed:
        return {}
    catalogue = read_po(BytesIO(_git("show", f"{since}:i18n/locales/messages.pot").encode()))
    elsewhere = {
        texts(each.id)[0] for each in catalogue if not {file for file, _line in each.locations}.issubset(changed)
    }
    then = _said({file: _git("show", f"{since}:{file}") for file in changed})
    now = _said({file: (ROOT / file).read_text(encoding="utf-8") for file in changed if (ROOT / file).exists()})
    gone = {said: then[said] for said in then.keys() - now.keys() - elsewhere}
    return paired(gone, {said: now[said] for said in now.keys() - then.keys() - elsewhere})


def _git(*asked):
    """What git answers: nothing outside a repository, or where there is no git."""
    with suppress(FileNotFoundError):
        return subprocess.run(["git", *asked], cwd=ROOT, capture_output=True, text=True, encoding="utf-8").stdout
    return ""


def _said(sources):
    """The sentences in the texts of some files, and in which of these they are."""
    found = {}
    for file, source in sources.items():
        for _line, sentence in sentences(source):
            if sentence is not None:
                found.setdefault(texts(sentence[0])[0], set()).add(file)
    return found


def paired(gone, new):
    """Which sentence that is gone each new one replaces: the most alike first, and in the same file before others."""
    alike = {}
    for old, now in product(gone, new):
        in_one_file = not gone[old].isdisjoint(new[now])
        if places(old) <= places(now) and (in_one_file or likeness(old, now) >= SIMILAR):
            alike[old, now] = in_one_file + likeness(old, now)
    found = {}
    for old, now in sorted(alike, key=lambda pair: (-alike[pair], pair)):
        if now not in found and old not in found.values():
            found[now] = old
    return found


def places(template):
    """What a template leaves open."""
    return {*re.findall(r"\{(\w*)\}", template)}


def likeness(one, other):
    """How much of two sentences is the same, up to 1."""
    return SequenceMatcher(None, one.casefold().split(), other.casefold().split(), autojunk=False).ratio()


def is_named(key):
    """Whether a test says a key or a sentence of it, with anything in its places, and without marks."""
    text = re.sub(r"\*\*|`", "", key).replace("−", "-").replace("\n", "\\n").replace('"', '\\"')
    pieces = (filter(None, re.split(r"\{\w*\}", said)) for said in re.split(r"(?<=[.?!]) ", text))
    ways = (r"[^\n]*?".join(re.escape(piece.strip(" ,:")) for piece in said) for said in pieces)
    return any(way and re.search(way, _written()) for way in ways)


@functools.cache
def _written():
    """What tests of bots say, each text whole."""
    sources = (path.read_text(encoding="utf-8") for path in sorted(FILE.parent.rglob("*.py")))
    return "".join(re.sub(r'"\s+f?"', "", source) for source in sources)


def main(since="HEAD"):
    """Bring the file up to date; the exit status is 1 where a key has lost its sentence."""
    found = {
        " / ".join(dict.fromkeys(forms)): said
        for said, forms in keys(since).items()
        if said != forms[1] and any(map(is_named, forms))
    }
    text = "".join(f"{key} = {said}".replace("\n", "\\n") + "\n" for key, said in sorted(found.items()))
    FILE.write_text(text, encoding="utf-8")
    there = {texts(each.id)[0] for each in asyncio.run(everything()) if each.id}
    lost = [key for key, said in found.items() if said not in there]
    for key in lost:
        print(f"no sentence any more: {key}")
    return bool(lost)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

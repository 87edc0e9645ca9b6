"""The language of tests about behaviour: keys in place of the bot's sentences, which only other tests hold it to.

keys.txt has a line for each sentence that they name: `too few chips = You don't have enough chips.`, or the sentence
alone where it is its own key; that of one thing stands before that of many, `a chip / {count} chips = {count} tokens`.
What has no line is said in English, as all is in tests that ask for `english` or for brackets.

`python -m tests.cogs.keys` gives the keys of reworded sentences the new ones, and names those for which it finds none.
"""

import asyncio
import functools
import re
import subprocess
import sys
from difflib import SequenceMatcher
from io import BytesIO
from pathlib import Path

from babel.messages.pofile import read_po

from i18n.catalogues import texts
from i18n.words import ENGLISH, Words
from tools.messages.sources import everything

FILE = Path(__file__).with_name("keys.txt")
SIMILAR = 0.5
"""How much of two sentences is the same when one is taken for the other reworded; 1 is all."""


def lines():
    """The lines of the file as key and sentence; a remark or an empty line as None and itself."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        key, _, sentence = line.replace("\\n", "\n").partition(" = ")
        yield (None, line) if not line or line.startswith("-- ") else (key, sentence or key)


@functools.cache
def keys():
    """The keys of sentences that aren't their own, for one thing and for many."""
    return {said: (*key.split(" / "), key)[:2] for key, said in lines() if key and key != said}


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


def reworded(lines, there, before):
    """The lines with new sentences for those that are gone, and the keys that get none.

    `there` and `before` are all sentences, now and at the last commit, and the files they are in. It is
    the only new one in the same file, or the most similar one there, among the new ones, or among all.
    """
    lines, lost = list(lines), []
    free = there.keys() - {said for key, said in lines if key}
    for at, (key, said) in enumerate(lines):
        if key and said not in there:
            new = [text for text in free if text not in before]
            here = [text for text in new if there[text] & before.get(said, set())]
            near = here if len(here) == 1 else alike(said, here) or alike(said, new) or alike(said, free)
            if near:
                one = ENGLISH._looked_up_for(said, 1, "")
                best = max(near, key=functools.partial(likeness, said))
                lines[at] = (f"{one} / {key}" if key == said != one else key, best)
                free.remove(best)
            else:
                lost.append(key)
    return lines, lost


def alike(said, texts):
    """Those that may be a sentence reworded."""
    return [text for text in texts if likeness(said, text) >= SIMILAR]


def likeness(one, other):
    """How much of two sentences is the same, up to 1."""
    return SequenceMatcher(None, one.casefold().split(), other.casefold().split(), autojunk=False).ratio()


def places(catalogue):
    """Its sentences, and the files they are in."""
    return {texts(each.id)[0]: {file for file, _line in each.locations} for each in catalogue if each.id}


def main():
    """Bring the file up to date; the exit status is 1 where a key has lost its sentence."""
    committed = subprocess.run(["git", "show", "HEAD:i18n/locales/messages.pot"], stdout=subprocess.PIPE, check=True)
    before = read_po(BytesIO(committed.stdout))
    found, lost = reworded(lines(), places(asyncio.run(everything())), places(before))
    text = "".join(
        f"{said if key in (None, said) else f'{key} = {said}'}".replace("\n", "\\n") + "\n" for key, said in found
    )
    FILE.write_text(text, encoding="utf-8")
    for key in lost:
        print(f"no sentence any more: {key}")
    return bool(lost)


if __name__ == "__main__":
    sys.exit(main())

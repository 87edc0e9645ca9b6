"""What `make messages` keeps, marks, counts and compiles when sentences in the code change."""

import gettext
from argparse import Namespace
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog

from i18n.catalogues import compiled
from tools.messages import po
from tools.messages.__main__ import bring
from tools.messages.catalogues import Left, left
from tools.messages.proof import faults

BET = "Everyone has bet, the cards come."
NOW = "Everyone has bet, the cards come now."
SEAT = "Take a seat."
FREE = ("{count} seats are free",) * 2
STILL_FREE = ("{count} seats are still free",) * 2
OLD = {
    BET: "Alle haben gesetzt, die Karten kommen.",
    SEAT: "Setz dich.",
    FREE: ("{count} Platz ist frei", "{count} Plätze sind frei"),
}


class Translators:
    """German as it stands in a folder; `run` is `make messages` after the code has changed to say only `sentences`."""

    def __init__(self, folder, language="de"):
        self.folder, self.language = folder, language
        self.file = folder / language / "LC_MESSAGES" / "messages.po"

    def run(self, *sentences, **how):
        new = None if self.file.exists() else self.language
        assert self.program(*sentences, new=new, **how) == 0
        written = self.written()
        assert self.program(*sentences, **how) == 0
        assert self.written() == written, "one run isn't enough"
        return left(po.read(self.file, self.language))

    def written(self):
        return {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}

    def program(self, *sentences, check=False, release=False, new=None, tidy=False):
        """The exit status of the program."""
        template = Catalog(charset="utf-8", fuzzy=False)
        for sentence in sentences:
            text, context = sentence if isinstance(sentence, list) else (sentence, None)
            template.add(text, locations=[("cogs/table/parts.py", 1)], context=context)
        return bring(template, self.folder, Namespace(check=check, release=release, new=new, tidy=tidy))

    def translate(self, translations):
        catalogue = po.read(self.file, self.language)
        for message in catalogue:
            if message.id in translations:
                message.string = translations[message.id]
                message.flags.discard("fuzzy")
        self.file.write_text(po.written(catalogue), encoding="utf-8")

    def edit(self, old, new):
        """Translators change their file by hand."""
        self.file.write_text(self.file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")

    def message(self, text, context=None):
        return po.read(self.file, self.language).get(text, context)

    def spoken(self):
        return gettext.GNUTranslations(BytesIO(compiled(self.file.read_bytes(), self.language)))

    def says(self, text):
        return self.spoken().ngettext(*text, 3) if isinstance(text, tuple) else self.spoken().gettext(text)


@pytest.fixture
def german(tmp_path):
    """German with three sentences, all translated."""
    found = Translators(tmp_path)
    found.run(*OLD)
    found.translate(OLD)
    assert found.run(*OLD) == Left(0, 0)
    return found


def changed(old, *new):
    """All sentences, with others in the place of one."""
    return [*(sentence for sentence in OLD if sentence != old), *new]


def test_a_reworded_sentence_keeps_its_translation_marked_and_is_said_once_somebody_has_looked_at_it(german):
    assert german.run(*changed(BET, NOW)) == Left(missing=0, marked=1)
    message = german.message(NOW)
    assert (message.string, message.fuzzy, message.previous_id) == (OLD[BET], True, [BET])
    assert f'#, fuzzy\n#| msgid "{BET}"\nmsgid "{NOW}"\n' in german.file.read_text(encoding="utf-8")
    assert (german.says(NOW), german.says(SEAT)) == (NOW, "Setz dich.")
    german.run(*changed(BET, NOW), tidy=True)
    assert "#~" in german.file.read_text(encoding="utf-8")
    german.translate({NOW: "Alle haben gesetzt, jetzt kommen die Karten."})
    assert german.run(*changed(BET, NOW)) == Left(0, 0)
    assert german.says(NOW) == "Alle haben gesetzt, jetzt kommen die Karten."
    assert german.message(NOW).previous_id == []
    german.run(*changed(BET, NOW), tidy=True)
    assert "#~" not in german.file.read_text(encoding="utf-8"), "it is tidied only when nothing is left"


def test_a_sentence_reworded_twice_names_the_one_that_was_translated_which_can_come_back(german):
    soon = "Everyone has bet, the cards come soon."
    german.run(*changed(BET, NOW))
    german.run(*changed(BET, soon))
    assert (german.message(soon).string, german.message(soon).previous_id) == (OLD[BET], [BET])
    assert german.run(*OLD) == Left(0, 0)
    assert german.says(BET) == OLD[BET]


def test_a_sentence_that_is_gone_leaves_its_translation_behind_also_for_one_that_is_near(german):
    german.run(SEAT)
    assert german.run(*OLD) == Left(0, 0)
    assert german.says(FREE) == "{count} Plätze sind frei"
    german.run(FREE)
    assert german.run(FREE, NOW) == Left(missing=0, marked=1)
    assert german.message(NOW).string == OLD[BET]
    assert german.run("Everyone sits, the cards come.", "Take a chair.", "Nothing like it") == Left(1, 2)
    assert german.message("Take a chair.").string == "Setz dich."
    assert german.message("Nothing like it").string == ""


def test_one_meaning_of_a_text_doesn_t_take_the_translation_of_another(german):
    assert german.run(*changed(SEAT, [SEAT, "bidding"])) == Left(1, 0)
    german.translate({SEAT: "Nimm Platz."})
    german.run(["Take a seat now.", "bidding"], SEAT)
    assert german.message("Take a seat now.", "bidding").string == "Nimm Platz."
    assert german.message(SEAT).string == "Setz dich."
    assert not german.message(SEAT).fuzzy


def test_the_forms_of_a_plural_are_kept_and_marked(german):
    assert german.run(*changed(FREE, STILL_FREE)) == Left(missing=0, marked=1)
    message = german.message(STILL_FREE)
    assert (message.string, message.previous_id) == (OLD[FREE], list(FREE))
    assert german.says(STILL_FREE) == STILL_FREE[1]
    assert german.run(*OLD) == Left(0, 0)
    assert german.says(FREE) == "{count} Plätze sind frei"


def test_a_sentence_that_begins_or_ceases_to_count_keeps_its_translation(german):
    now = ("{count} people take a seat.",) * 2
    german.run("{count} people take a seat.")
    german.translate({"{count} people take a seat.": "{count} Leute setzen sich."})
    assert german.run(now) == Left(missing=0, marked=1)
    assert german.message(now).string == ("{count} Leute setzen sich.",) * 2
    german.run(FREE)
    assert german.run("{count} seats are now free") == Left(missing=0, marked=1)
    assert german.message("{count} seats are now free").string == "{count} Plätze sind frei"


def test_one_run_is_enough_in_a_language_with_one_form(tmp_path):
    thai = Translators(tmp_path, "th")
    assert thai.run(*OLD) == Left(missing=3, marked=0)
    assert [thai.spoken().ngettext(*FREE, count) for count in (1, 5)] == list(FREE)


@pytest.fixture
def english(tmp_path):
    """English with the form for one of the one sentence that counts."""
    found = Translators(tmp_path, "en")
    assert found.run(*OLD) == Left(missing=1, marked=0)
    found.translate({FREE: ("{count} seat is free", "")})
    assert found.run(*OLD) == Left(0, 0)
    return found


def test_english_is_asked_only_for_the_form_for_one_and_keeps_it_marked_when_it_is_reworded(english):
    said = {message.id: message.string for message in po.read(english.file, "en") if message.id}
    assert said == {FREE: ("{count} seat is free", "{count} seats are free")}
    assert [english.spoken().ngettext(*FREE, count) for count in (1, 5)] == list(said[FREE])
    assert english.run(*changed(FREE, STILL_FREE)) == Left(missing=0, marked=1)
    assert english.message(STILL_FREE).string == ("{count} seat is free", "{count} seats are still free")
    assert english.spoken().ngettext(*STILL_FREE, 1) == "{count} seats are still free"
    assert english.run(*OLD) == Left(0, 0)


def test_a_form_for_one_that_is_missing_is_said_as_for_many_until_the_check_refuses_it(english, capsys):
    tricks = ("{count} tricks",) * 2
    assert english.run(*OLD, tricks) == Left(missing=1, marked=0)
    assert english.spoken().ngettext(*tricks, 1) == "{count} tricks"
    capsys.readouterr()
    assert english.program(*OLD, tricks, check=True) == 1
    said = capsys.readouterr()
    assert said.out == "en: 1 missing, 0 to look at again\n"
    assert said.err == "Write the English plurals that are missing: i18n/locales/en.\n"
    assert english.program(*OLD, tricks, release=True) == 1
    assert english.run(*OLD) == Left(0, 0)
    assert "tricks" not in english.file.read_text(encoding="utf-8")


def test_a_comment_and_a_mark_made_by_hand_stay_the_mark_also_when_the_sentence_was_away(german):
    german.edit('msgid "Take', '# informal\n#, fuzzy\nmsgid "Take')
    assert german.run(*OLD) == Left(0, 1)
    assert german.message(SEAT).user_comments == ["informal"]
    german.run(BET)
    assert german.run(*OLD) == Left(0, 1)


def test_each_language_keeps_its_own_translation_of_a_reworded_sentence(german, tmp_path):
    french = Translators(tmp_path, "fr")
    french.run(*OLD)
    french.translate({BET: "Tout le monde a misé."})
    german.run(*changed(BET, NOW))
    assert (german.message(NOW).string, french.message(NOW).string) == (OLD[BET], "Tout le monde a misé.")


def test_the_catalogue_of_a_region_has_only_what_differs_and_nothing_is_missing_in_it(german, tmp_path):
    swiss = Translators(tmp_path, "de_CH")
    assert swiss.run(*OLD) == Left(0, 0)
    assert swiss.message(SEAT) is None
    catalogue = po.read(swiss.file, "de_CH")
    catalogue.add(BET, "Alle haben gewettet, die Karten kommen.")
    swiss.file.write_text(po.written(catalogue), encoding="utf-8")
    assert swiss.run(*OLD) == Left(0, 0)
    assert swiss.says(BET) == "Alle haben gewettet, die Karten kommen."
    assert swiss.run(*changed(BET, NOW)) == Left(missing=0, marked=1)


def test_the_program_says_what_is_left_and_a_release_alone_is_refused_for_it(german, capsys):
    now = changed(BET, "Everyone has bet **{chips}**, the cards come.", "Where?")
    assert german.program(*now, check=True) == 1
    assert "Run make messages." in capsys.readouterr().err
    german.run(*now)
    assert faults(po.read(german.file, "de")) == [], "nothing is wrong with what is said in English"
    capsys.readouterr()
    assert german.program(*now, check=True) == 0
    assert capsys.readouterr().out == "de: 1 missing, 1 to look at again\n"
    assert german.program(*now, release=True) == 1
    german.translate({now[-2]: "Alle haben **{chips}** gesetzt.", "Where?": "Wo?"})
    german.run(*now)
    assert german.program(*now, release=True) == 0


def test_what_one_reader_alone_sees_is_not_translated_but_where_it_counts_has_its_english_form_for_one(tmp_path):
    drained, rounds = "The bot takes no new rounds.", ("{count} rounds are still played",) * 2
    template = Catalog(charset="utf-8", fuzzy=False)
    for sentence, place in (
        (SEAT, "cogs/table/parts.py"),
        (drained, "cogs/owner/owner_commands.py"),
        (rounds, "cogs/owner/owner_commands.py"),
    ):
        template.add(sentence, locations=[(place, 1)])
    for language in ("de", "en"):
        bring(template, tmp_path, Namespace(check=False, release=False, new=language, tidy=False))
    kept = {
        language: [message.id for message in po.read(tmp_path / language / "LC_MESSAGES" / "messages.po", language)][1:]
        for language in ("de", "en")
    }
    assert kept == {"de": [SEAT], "en": [rounds]}

"""What `make messages` keeps, marks, counts and compiles when sentences in the code change."""

import gettext
from argparse import Namespace

import pytest
from babel.messages.catalog import Catalog

from tools.messages import po
from tools.messages.__main__ import bring
from tools.messages.catalogues import Left, left
from tools.messages.proof import faults

OLD = {
    "Everyone has bet, the cards come.": "Alle haben gesetzt, die Karten kommen.",
    "Take a seat.": "Setz dich.",
    ("{count} seats are free",) * 2: ("{count} Platz ist frei", "{count} Plätze sind frei"),
}


class Translators:
    """German as it stands in a folder; `run` is `make messages` after the code has changed to say only `sentences`."""

    def __init__(self, folder, language="de"):
        self.folder, self.language = folder, language
        self.file = folder / language / "LC_MESSAGES" / "messages.po"

    def run(self, *sentences, **how):
        new = None if self.file.exists() else self.language
        assert self.program(*sentences, new=new, **how) == 0
        assert self.program(*sentences, check=True, **how) == 0, "one run isn't enough"
        return left(po.read(self.file, self.language))

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

    def message(self, text, context=None):
        return po.read(self.file, self.language).get(text, context)

    def says(self, text):
        return self.spoken().gettext(text)

    def spoken(self):
        with self.file.with_suffix(".mo").open("rb") as file:
            return gettext.GNUTranslations(file)


@pytest.fixture
def german(tmp_path):
    """German with three sentences, all translated."""
    found = Translators(tmp_path)
    found.run(*OLD)
    found.translate(OLD)
    assert found.run(*OLD) == Left(0, 0)
    return found


def changed(old, new):
    """All sentences, with one in other words."""
    return [new if sentence == old else sentence for sentence in OLD]


BET = "Everyone has bet, the cards come."
NOW = "Everyone has bet, the cards come now."
FREE = ("{count} seats are free",) * 2
STILL_FREE = ("{count} seats are still free",) * 2


def test_a_reworded_sentence_keeps_its_translation_marked_and_with_the_sentence_it_was_for(german):
    assert german.run(*changed(BET, NOW)) == Left(missing=0, marked=1)
    message = german.message(NOW)
    assert (message.string, message.fuzzy, message.previous_id) == (OLD[BET], True, [BET])
    assert f'#, fuzzy\n#| msgid "{BET}"\nmsgid "{NOW}"\n' in german.file.read_text(encoding="utf-8")


def test_a_marked_translation_is_not_said(german):
    german.run(*changed(BET, NOW))
    assert german.says(NOW) == NOW
    assert german.says("Take a seat.") == "Setz dich."


def test_a_translation_that_got_its_other_look_is_said(german):
    german.run(*changed(BET, NOW))
    german.translate({NOW: "Alle haben gesetzt, jetzt kommen die Karten."})
    assert german.run(*changed(BET, NOW)) == Left(0, 0)
    assert german.says(NOW) == "Alle haben gesetzt, jetzt kommen die Karten."
    assert german.message(NOW).previous_id == []


def test_a_sentence_reworded_twice_still_names_the_one_that_was_translated(german):
    german.run(*changed(BET, NOW))
    german.run(*changed(BET, "Everyone has bet, the cards come soon."))
    message = german.message("Everyone has bet, the cards come soon.")
    assert (message.string, message.previous_id) == (OLD[BET], [BET])


def test_a_sentence_that_is_said_again_has_its_own_translation_again(german):
    german.run(*changed(BET, NOW))
    assert german.run(*OLD) == Left(0, 0)
    assert german.says(BET) == OLD[BET]


def test_a_sentence_that_is_gone_leaves_its_translation_behind(german):
    german.run("Take a seat.")
    assert german.run(*OLD) == Left(0, 0)
    assert german.spoken().ngettext(*FREE, 3) == "{count} Plätze sind frei"


def test_a_sentence_reworded_after_it_was_gone_finds_its_translation(german):
    german.run(FREE)
    assert german.run(FREE, NOW) == Left(missing=0, marked=1)
    assert german.message(NOW).string == OLD[BET]


def test_a_longer_list_of_things_gone_doesn_t_take_a_sentence_from_the_one_that_is_near(german):
    assert german.run("Everyone sits, the cards come.", "Take a chair.", "Nothing like it") == Left(1, 2)
    assert german.message("Take a chair.").string == "Setz dich."
    assert german.message("Nothing like it").string == ""


def test_one_meaning_of_a_text_doesn_t_take_the_translation_of_another(german):
    assert german.run(*changed("Take a seat.", ["Take a seat.", "bidding"])) == Left(1, 0)
    german.translate({"Take a seat.": "Nimm Platz."})
    german.run(["Take a seat now.", "bidding"], "Take a seat.")
    assert german.message("Take a seat now.", "bidding").string == "Nimm Platz."
    assert german.message("Take a seat.").string == "Setz dich."
    assert not german.message("Take a seat.").fuzzy


def test_the_forms_of_a_plural_are_kept_and_marked(german):
    assert german.run(*changed(FREE, STILL_FREE)) == Left(missing=0, marked=1)
    message = german.message(STILL_FREE)
    assert (message.string, message.previous_id) == (OLD[FREE], list(FREE))
    assert german.spoken().ngettext(*STILL_FREE, 3) == STILL_FREE[1]
    assert german.run(*OLD) == Left(0, 0)
    assert german.spoken().ngettext(*FREE, 3) == "{count} Plätze sind frei"


def test_a_sentence_that_begins_to_count_keeps_its_translation_for_every_form(german):
    now = ("{count} people take a seat.",) * 2
    german.run("{count} people take a seat.")
    german.translate({"{count} people take a seat.": "{count} Leute setzen sich."})
    assert german.run(now) == Left(missing=0, marked=1)
    assert german.message(now).string == ("{count} Leute setzen sich.",) * 2


def test_a_sentence_that_no_longer_counts_keeps_the_form_for_many(german):
    assert german.run("{count} seats are now free") == Left(missing=0, marked=1)
    assert german.message("{count} seats are now free").string == "{count} Plätze sind frei"


def test_one_run_is_enough_in_a_language_with_one_form(tmp_path):
    thai = Translators(tmp_path, "th")
    assert thai.run(*OLD) == Left(missing=3, marked=0)
    spoken = thai.spoken()
    assert [spoken.ngettext(*FREE, count) for count in (1, 5)] == list(FREE)


@pytest.fixture
def english(tmp_path):
    """English with the form for one of the one sentence that counts."""
    found = Translators(tmp_path, "en")
    assert found.run(*OLD) == Left(missing=1, marked=0)
    found.translate({FREE: ("{count} seat is free", "")})
    assert found.run(*OLD) == Left(0, 0)
    return found


def test_english_is_asked_only_for_the_form_for_one(english):
    catalogue = po.read(english.file, "en")
    said = {message.id: message.string for message in catalogue if message.id}
    assert said == {FREE: ("{count} seat is free", "{count} seats are free")}
    assert [english.spoken().ngettext(*FREE, count) for count in (1, 5)] == list(said[FREE])


def test_a_form_for_one_that_is_missing_is_said_as_for_many_and_refuses_only_a_release(english, capsys):
    tricks = ("{count} tricks",) * 2
    assert english.run(*OLD, tricks) == Left(missing=1, marked=0)
    assert english.spoken().ngettext(*tricks, 1) == "{count} tricks"
    capsys.readouterr()
    assert english.program(*OLD, tricks, check=True) == 0
    assert capsys.readouterr().out == "en: 1 missing, 0 to look at again\n"
    assert english.program(*OLD, tricks, release=True) == 1
    assert english.run(*OLD) == Left(0, 0)
    assert "tricks" not in english.file.read_text(encoding="utf-8")


def test_english_that_is_reworded_keeps_the_form_for_one_marked(english):
    assert english.run(*changed(FREE, STILL_FREE)) == Left(missing=0, marked=1)
    assert english.message(STILL_FREE).string == ("{count} seat is free", "{count} seats are still free")
    assert english.spoken().ngettext(*STILL_FREE, 1) == "{count} seats are still free"
    assert english.run(*OLD) == Left(0, 0)


def test_a_mark_made_by_hand_stays_also_when_its_sentence_was_away(german):
    text = german.file.read_text(encoding="utf-8")
    german.file.write_text(text.replace('msgid "Take', '#, fuzzy\nmsgid "Take'), encoding="utf-8")
    assert german.run(*OLD) == Left(0, 1)
    german.run(BET)
    assert german.run(*OLD) == Left(0, 1)


def test_a_language_is_tidied_only_when_nothing_in_it_is_left(german):
    german.run(*changed(BET, NOW), tidy=True)
    assert "#~" in german.file.read_text(encoding="utf-8")
    german.translate({NOW: "Die Karten kommen."})
    german.run(*changed(BET, NOW), tidy=True)
    assert "#~" not in german.file.read_text(encoding="utf-8")


def test_a_translators_comment_stays(german):
    text = german.file.read_text(encoding="utf-8")
    german.file.write_text(text.replace('msgid "Take', '# informal\nmsgid "Take'), encoding="utf-8")
    german.run(*changed(BET, NOW))
    assert german.message("Take a seat.").user_comments == ["informal"]


def test_nothing_is_wrong_with_what_is_said_in_english(german):
    german.run(*changed(BET, "Everyone has bet **{chips}**, the cards come."), "Where?")
    catalogue = po.read(german.file, "de")
    assert left(catalogue) == Left(missing=1, marked=1)
    assert faults(catalogue) == []


def test_each_language_keeps_its_own_translation_of_a_reworded_sentence(german, tmp_path):
    french = Translators(tmp_path, "fr")
    french.run(*OLD)
    french.translate({BET: "Tout le monde a misé."})
    german.run(*changed(BET, NOW))
    assert (german.message(NOW).string, french.message(NOW).string) == (OLD[BET], "Tout le monde a misé.")


def test_the_program_says_how_much_is_left_and_only_a_release_is_refused_for_it(german, capsys):
    german.run(*changed(BET, NOW), "Where?")
    capsys.readouterr()
    assert german.program(*changed(BET, NOW), "Where?", check=True) == 0
    assert capsys.readouterr().out == "de: 1 missing, 1 to look at again\n"
    assert german.program(*changed(BET, NOW), "Where?", release=True) == 1
    german.translate({NOW: "Die Karten kommen.", "Where?": "Wo?"})
    german.run(*changed(BET, NOW), "Where?")
    assert german.program(*changed(BET, NOW), "Where?", release=True) == 0


def test_the_check_says_when_make_messages_was_forgotten(german, capsys):
    assert german.program(*OLD, "Where?", check=True) == 1
    assert "Run make messages." in capsys.readouterr().err

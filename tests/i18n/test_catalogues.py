"""Catalogues are text; the bot compiles them when it needs them, and says nothing that is older than the text."""

import os

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from i18n import catalogues
from i18n.catalogues import translations


@pytest.fixture
def write(no_catalogues):
    """`write("de", Sit="Setzen")` is a translator's work, and what another process then says."""

    def write(language, *, marked=(), **sentences):
        catalogue = Catalog(locale=language, fuzzy=False)
        for english, translation in sentences.items():
            catalogue.add(english, translation, flags=["fuzzy"] if english in marked else [])
        path = catalogues.file_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalogue)
        os.utime(path, (1, 1))  # as an archive unpacks what is older than what was compiled here
        catalogues._read.cache_clear()

    return write


def kept():
    return sorted(path.name.partition("-")[0] for path in catalogues.CATALOGUES.glob("*.*"))


def test_what_is_compiled_is_kept_and_made_again_from_another_text(write, fails_at):
    write("de", Sit="Setzen")
    assert translations("de").gettext("Sit") == "Setzen"
    write("de", Sit="Platz nehmen")
    assert translations("de").gettext("Sit") == "Platz nehmen"
    assert kept() == ["de"]
    catalogues._read.cache_clear()
    fails_at(catalogues, "compiled")
    assert translations("de").gettext("Sit") == "Platz nehmen", "and the next start compiles nothing"


def test_a_folder_that_cannot_be_written_to_costs_time_and_no_word(write, fails_at):
    write("de", Sit="Setzen")
    fails_at(catalogues, "_keep", PermissionError)
    assert translations("de").gettext("Sit") == "Setzen"
    assert kept() == []


def test_a_regional_catalogue_says_only_what_differs(write):
    write("fr", trick="pli", Sit="Prendre place", Stay="Rester")
    write("fr_CA", marked=["Stay"], trick="levée", Sit="", Stay="Garder")
    quebec, france = translations("fr-CA"), translations("fr")
    assert [quebec.gettext(text) for text in ("trick", "Sit", "Stay")] == ["levée", "Prendre place", "Rester"]
    assert france.gettext("trick") == "pli"
    assert translations("fr-CH").gettext("trick") == "pli"
    assert translations("tlh").gettext("trick") == "trick"

"""The languages in which the bot can speak: English, and those that have a catalogue."""

from __future__ import annotations

import functools

from i18n import words

OWN_NAMES = {
    "bn": "বাংলা",
    "de": "Deutsch",
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "gu": "ગુજરાતી",
    "hi": "हिन्दी",
    "pt-BR": "Português (Brasil)",
    "th": "ไทย",
}
"""As CLDR has them, from which they would take a third of a second to read; a language without one is called by its
locale."""


@functools.cache
def languages() -> dict[str, str]:
    """Each language's own name, by its locale such as pt-BR; in the order of their names."""
    found = ["en", *(path.parent.parent.name for path in words.CATALOGUES.glob("*/LC_MESSAGES/messages.mo"))]
    named = {locale: OWN_NAMES.get(locale, locale) for locale in (name.replace("_", "-") for name in found)}
    return dict(sorted(named.items(), key=lambda item: item[1]))

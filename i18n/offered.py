"""The languages in which the bot can speak: English, and those that have a catalogue."""

from __future__ import annotations

import functools

from babel import Locale

from i18n import words


@functools.cache
def languages() -> dict[str, str]:
    """Each language's own name, by its locale such as pt-BR; in the order of their names."""
    found = ["en", *(path.parent.parent.name for path in words.CATALOGUES.glob("*/LC_MESSAGES/messages.mo"))]
    named = {locale.replace("_", "-"): _own_name(Locale.parse(locale)) for locale in found}
    return dict(sorted(named.items(), key=lambda item: item[1]))


def _own_name(locale: Locale) -> str:
    name = str(locale.get_display_name(locale))
    return name[:1].upper() + name[1:]

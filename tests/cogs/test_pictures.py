"""The pictures of the documents show today's screens."""

import json
from types import SimpleNamespace

import pytest

from tools.film import DOCS, SAID, SEATED, SEED, Story


@pytest.fixture
def shoes():
    """The bot deals from its own shuffle, of a seed that is always the same."""
    return SimpleNamespace(deal=None)


@pytest.fixture
def entropy():
    return lambda: SEED


@pytest.mark.usefixtures("english", "newcomers")
async def test_each_picture_shows_what_its_screens_say_today(house):
    members = {name: house.guest(name).member for name in SEATED}
    now = {path.name: [] for end in ("png", "webp") for path in DOCS.rglob(f"*.{end}")}
    async for picture, _, lines in Story(house.env, house.app, house.channel, members).scenes():
        now[picture].append(lines)
    then = json.loads(SAID.read_text(encoding="utf-8"))
    old = [f"docs/{picture}" for picture, scenes in now.items() if scenes != then.get(picture)]
    assert old == [], "take them again: python -m tools.film"

"""What a message shows: its components, the addresses in it, and a table as everybody sees it."""

import re

import discord
from simcord.results import to_discord_message

from cogs.table.faces import FACES, spoken_name

ROW = 1
BUTTON = 2
TEXT = 10
SHORT = {spoken_name(card): str(card or "BACK") for card in FACES}
"""Cards as tests name them, by the names of their emojis."""
_BET = re.compile(r"bets (\S+)(?: behind (\d(?: \d)*))?(?: pair (\d+))?(?: on (.+))?")
_STEPS = re.compile(", (?=[A-Z0-9]|all |others )")


class Table:
    """A table as the channel shows it. Its message may be posted again; this is always the newest."""

    def __init__(self, house, number):
        self.house = house
        self.number = number

    @property
    def message(self):
        return to_discord_message(self.house.env, self._kept)

    @property
    def _kept(self):
        heading = re.compile(rf"### [^·\n]+ · (table|match) {self.number}( · Shoot| · deal \d+)?\n")
        return next(m for m in reversed(self.house.kept()) if heading.match(self.house.read(m.components) + "\n"))

    @property
    def text(self):
        """All its text."""
        return self.house.read(self._kept.components)

    def line(self, start):
        """The line that begins with `start`, or has it; the mark of whose turn it is doesn't count."""
        lines = [line.removeprefix("▶ ") for line in self.text.splitlines()]
        return next(line for has in (str.startswith, str.__contains__) for line in lines if has(line, start))

    @property
    def buttons(self):
        """The labels of its buttons, in order."""
        return [self.house.key(part["label"]) for part in walk(self._kept.components) if part["type"] == BUTTON]

    @property
    def rows(self):
        """The labels of its buttons, row by row."""
        rows = (part["components"] for part in walk(self._kept.components) if part["type"] == ROW)
        return [[self.house.key(button["label"]) for button in row] for row in rows]

    @property
    def accent(self):
        """The colour of its edge."""
        return self._kept.components[0]["accent_color"]

    @property
    def live(self):
        """The bot's own table, for what no message shows."""
        return self.house.app.open_tables.find(self.number)

    @property
    def people(self):
        """The guests who have a seat, the host first."""
        table, names = self.live.table, self.house.names
        seated = sorted(filter(names.get, table.lobby.seats), key=lambda person: person != table.host)
        return [self.house.named(names[person]) for person in seated]

    async def plays(self, script):
        """Follow a script, buttons by their labels; returns the last answer.

        Such as "Cy bets 20 behind 1, Ana bets 40 pair 5, Ana Hit, 31 s". "Cy Bid with 40" also fills in a form, and so
        does "Ana bets 10 on P1 & P2 Pair" at Pok Deng.
        """
        return await follow(script, self, self._does)

    async def _does(self, guest, what):
        if bet := _BET.fullmatch(what):
            chips, seats, pair, spots = bet.groups("")
            if spots:
                return await guest.bets_on(spots.replace(" & ", ", "), chips, self)
            if seats:
                return await guest.bets_behind(seats, chips, self, pair)
            return await guest.bets(chips, self, pair)
        label, _, typed = what.partition(" with ")
        answer = await guest.press(label, self)
        return await answer.fill(chips=typed) if typed else answer


async def follow(script, there, does):
    """Do what a script says, step by step; returns the last answer.

    A step is somebody and what they do, as `does(guest, what)` does it, or the seconds that pass: "Ana Hit, 31 s, Ben
    Stand". For "all" each of the people there does it, and for "others" all but the first of them.
    """
    answer = None
    for step in _STEPS.split(script):
        who, _, what = step.partition(" ")
        if what == "s":
            await there.house.wait(float(who))
            continue
        for guest in there.people[who == "others" :] if who in ("all", "others") else [there.house.named(who)]:
            answer = await does(guest, what)
    return answer


def addresses(body):
    """Every custom_id in the body of a request that leads somewhere, and whether it is a form's."""
    if not isinstance(body, dict):
        return
    data = body.get("data") or body
    if body.get("type") == discord.InteractionResponseType.modal.value and "custom_id" in data:
        yield data["custom_id"], True
        return
    for component in walk(data.get("components") or ()):
        if "custom_id" in component:
            yield component["custom_id"], False


def walk(components):
    """Every component and all inside it, in the order in which Discord shows them."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        yield from walk([component["accessory"]] if "accessory" in component else ())

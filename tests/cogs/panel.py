"""A game with hidden cards: the private panel of each guest, and what they do there."""

from types import SimpleNamespace

from simcord.enums import ComponentType, InteractionType

from tests.cogs.guest import Answer, OnItsWay
from tests.cogs.shown import BUTTON, ROW, SHORT, follow, walk

OF_THE_COACH = ("Hint", "Why")


class Panel:
    """It as it is now. Cards on it are read as text: JD."""

    def __init__(self, guest, answer):
        assert answer.result.response.ephemeral
        self.guest = guest
        self._answer = answer

    @classmethod
    async def of(cls, guest, table):
        """Press My hand."""
        return cls(guest, await guest.press("My hand", table))

    @property
    def is_there(self):
        """Whether the message still stands in the channel."""
        return self._answer.result.response is not None

    @property
    def raw(self):
        """Its components as Discord stores them."""
        return self.guest.house.raw(self._answer.result.response)

    @property
    def text(self):
        """All its text."""
        return self.guest.house.read(self.raw)

    @property
    def buttons(self):
        """The labels of the buttons but the coach's, which has its own tests; cards by their text."""
        return [label for label in map(self._label, self._buttons()) if label not in OF_THE_COACH]

    @property
    def bright(self):
        """The cards that may be played now."""
        return self._cards(style=1)

    @property
    def marked(self):
        """The cards that are chosen for the discard."""
        return self._cards(style=3)

    @property
    def main(self):
        """What stands out of the buttons with a text."""
        return [self._label(button) for button in self._buttons() if button["style"] == 1 and "emoji" not in button]

    def _buttons(self):
        return [part for part in walk(self.raw) if part["type"] == BUTTON]

    def _address(self, label):
        return next(button["custom_id"] for button in self._buttons() if self._label(button) == label)

    def _cards(self, style):
        return [self._label(button) for button in self._buttons() if button["style"] == style and "emoji" in button]

    def choices(self, placeholder):
        """The options of a list."""
        return [self.guest.house.key(option["label"]) for option in self._select(placeholder)["options"]]

    async def press(self, label):
        """Press a button, or a card."""
        message = self._answer.result.response
        button = next(button for button in self._buttons() if self._label(button) == label)
        pressed = await self.guest.member.click(message, custom_id=button["custom_id"])
        return Answer(self.guest, pressed, button.get("label", ""))

    def about_to_press(self, label, by=None):
        """A press of a button as it is now that reaches the bot later; `by` somebody else, as only a forger could."""
        return self._later(ComponentType.BUTTON, self._address(label), by)

    async def choose(self, placeholder, label):
        """Choose in a list."""
        select = self._select(placeholder)
        value = next(option["value"] for option in select["options"] if self.guest.house.key(option["label"]) == label)
        message = self._answer.result.response
        return Answer(self.guest, await self.guest.member.select(message, [value], custom_id=select["custom_id"]))

    @property
    def rows(self):
        """The same, row by row."""
        rows = [[self._label(part) for part in row["components"]] for row in walk(self.raw) if row["type"] == ROW]
        return [found for row in rows if (found := [label for label in row if label not in OF_THE_COACH])]

    def _later(self, kind, custom_id, by=None, **data):
        message = SimpleNamespace(id=self._answer.result.response.id, channel=self.guest.house.channel)
        data |= {"component_type": kind, "custom_id": custom_id}
        return OnItsWay(by or self.guest, InteractionType.MESSAGE_COMPONENT, data, message)

    def _select(self, placeholder):
        return next(
            part for part in walk(self.raw) if self.guest.house.key(part.get("placeholder") or "") == placeholder
        )

    def _label(self, button):
        emoji = button.get("emoji")
        return SHORT[emoji["name"]] if emoji else self.guest.house.key(button["label"])


class Hands:
    """People at a table where each has a panel, which stays open until another takes its place."""

    command = ""
    """That opens the table."""

    def __init__(self, house, people):
        self.house, self.people = house, people
        self.table = None
        self.panels = {}

    async def sit_down(self, **options):
        """The first of them opens a table, and all take their seats."""
        self.table = await self.people[0].opens(self.command, **options)
        for guest in self.people:
            await guest.press("Sit", self.table)
        return self.table

    async def panel(self, guest):
        """The guest's panel."""
        if guest.id not in self.panels or not self.panels[guest.id].is_there:
            self.panels[guest.id] = await Panel.of(guest, self.table)
        return self.panels[guest.id]

    async def press(self, guest, *labels):
        """Press buttons or cards of the guest's panel."""
        panel = await self.panel(guest)
        for label in labels:
            answer = await panel.press(label)
        return answer

    async def plays(self, script):
        """Follow a script of what they do on their panels, such as "Ana AC, Ben Buy 10, Cy Stake with 30"."""
        return await follow(script, self, self._does)

    async def _does(self, guest, what):
        label, _, typed = what.partition(" with ")
        answer = await self.press(guest, label)
        return await answer.fill(chips=typed) if typed else answer

    async def purses(self):
        """Everybody's chips."""
        return [await guest.chips() for guest in self.people]

"""Guests who give commands, press buttons by their labels and fill in forms, and what they get for it."""

import re
from copy import deepcopy

from simcord.backend import serializers
from simcord.enums import ComponentType, InteractionType
from simcord.interactions import base_payload, nest_options, resolve_handle, walk_to_subcommand
from simcord.results import InteractionResult

from tests.cogs.shown import BUTTON, Table, walk

_ONCE_ON_THE_TABLE = {
    "Leave": "leave",
    "Bet behind": "behind",
    "Bump": "bump",
    "Rules": "rules",
    "Close table": "close",
    "Claim": "claim",
    "Sell the bank": "sell",
    "Give up the bank": "up",
    "Auction the bank": "auction",
    "Withdraw the offer": "withdraw",
}
"""Buttons that messages of older versions show to everybody, and what their addresses say."""


INTRODUCTION = "### Your first time at "
"""How the introduction to a game begins."""


class Guest:
    """A member who gives commands, presses buttons and fills in forms. Every interaction must be acknowledged."""

    def __init__(self, house, member):
        self.house = house
        self.member = member
        self.id = member.id

    async def command(self, name, /, **options):
        """Give a slash command in the channel."""
        return Answer(self, await self.member.slash(self.house.channel, name, **options))

    async def opens(self, game="blackjack", **options):
        """Open a table with `/blackjack open`, or another game's."""
        answer = await self.command(f"{game} open", **options)
        number = re.search(r"(?:table|match) (\d+)", self.house.read(answer.result.response.components))[1]
        return Table(self.house, int(number))

    def about_to_command(self, name, /, **options):
        """A slash command that reaches the bot later, with `options` whose limits Discord has not checked."""
        first, *rest = name.split()
        channel, given, resolved = self.house.channel.id, [], {}
        commands = self.house.env.backend.visible_commands(user_id=self.id, channel_id=channel)
        root = next(command for command in commands if command["name"] == first)
        leaf, nesting = walk_to_subcommand(root, rest)
        types = {option["name"]: option["type"] for option in leaf.get("options", ())}
        for option, value in options.items():
            if is_somebody := hasattr(value, "id"):
                resolve_handle(self.member, value, resolved, channel_id=channel)
            given.append({"type": types[option], "name": option, "value": str(value.id) if is_somebody else value})
        data = {"id": root["id"], "name": first, "type": 1, "options": nest_options(root, nesting, given)}
        return OnItsWay(self, InteractionType.APPLICATION_COMMAND, data | {"resolved": resolved})

    async def press(self, label, table):
        """Press a button of the table, and once more where that is answered with an introduction to the game."""
        answer = await self.comes_to(label, table)
        return await answer.press(label) if answer.said.startswith(INTRODUCTION) else answer

    async def comes_to(self, label, table):
        """Press a button of the table that everybody sees, or one behind its More… or Bank…, or in a group there."""
        for way in ("More…", "Bank…"):
            if label not in table.buttons and way in table.buttons:
                behind = await self._click(way, table)
                for group in ("", "Table…", "My settings…") if behind.result.response else ():
                    if label not in behind.left and group in behind.left:
                        await behind.press(group)
                    if label in behind.left:
                        return await behind.press(label)
                    behind = await self._click(way, table) if group else behind
        if label not in table.buttons and label in _ONCE_ON_THE_TABLE:
            return await self.about_to_press(label, table).press()
        return await self._click(label, table)

    async def _click(self, label, table):
        assert label in table.buttons, f"no button {label}, only {', '.join(table.buttons)}"
        message, full = table.message, self.house.label(table.message, label)
        return Answer(self, await self.member.click(message, label=full), full)

    def about_to_press(self, label, table, *, as_if=None):
        """A press of a button as it is now that reaches the bot later; `as_if` gives it another address."""
        return LatePress(self, table.message, label, as_if)

    def about_to_press_on(self, answer, label):
        """A press of a button of a private panel as it is now that reaches the bot later."""
        return LatePress(self, answer.result.response.message, label, None)

    async def forges(self, message, address):
        """A press with `address` as only a forger could make it, as if it were on `message`."""
        data = {"custom_id": address, "component_type": ComponentType.BUTTON}
        return await OnItsWay(self, InteractionType.MESSAGE_COMPONENT, data, message).press()

    async def bets(self, main, table, pair=""):
        """Press Bet and fill in the form."""
        form = await self.press("Bet", table)
        return form if form.said else await form.fill(main=str(main), pair=str(pair))

    async def bets_behind(self, seats, main, table, pair=""):
        """Press Bet behind and fill in the form; `seats` as the table numbers them, such as "1 3"."""
        form = await self.press("Bet behind", table)
        return form if form.said else await form.fill(boxes=form.boxes(seats), main=str(main), pair=str(pair))

    def about_to_ask_for_bets(self, table):
        """Ask for the form behind *Other…* at a table of Pok Deng; it reaches the bot later."""
        address = f"b:{table.number}:{table.live.table.question_id}:bet"
        data = {"custom_id": address, "component_type": ComponentType.BUTTON}
        return OnItsWay(self, InteractionType.MESSAGE_COMPONENT, data, table.message)

    async def asks_for_bets(self, table):
        """The same, and the form is open; a newcomer is told about the game first."""
        form = await self.about_to_ask_for_bets(table).press()
        return await self.about_to_ask_for_bets(table).press() if form.said.startswith(INTRODUCTION) else form

    async def bets_on(self, spots, chips, table):
        """Fill in that form; `spots` as people name them, such as "P1, P3 Pair"."""
        form = await self.asks_for_bets(table)
        listed = [f"{'p' if name.endswith('Pair') else 'm'}{int(name[1]) - 1}" for name in spots.split(", ")]
        return form if form.said else await form.fill(spots=listed, chips=str(chips))

    async def looks(self, tab):
        """The private message of /balance with this tab open."""
        answer = await self.command("balance")
        await answer.press(tab)
        return answer

    async def asks_for_calls(self, *choices):
        """Open /play, press *Ping me…* and then these buttons. Returns what it says."""
        answer = await self.command("play")
        for label in ("Ping me…", *choices):
            await answer.press(label)
        return answer.said

    async def reads_help(self):
        """What `/help` and the pages of commands behind it say."""
        answer = await self.command("help")
        said = [answer.said]
        for label in ("All commands", "More", "Managers"):
            if label in answer.left:
                await answer.press(label)
                said.append(answer.now)
        return "\n".join(said)

    async def my_data(self, label):
        """Press a button below /mydata. Returns what it brings."""
        return await (await self.command("mydata")).press(label)

    async def looks_back(self, address):
        """Below /fivehundred matches, press what leads to this address, somewhere behind its lists."""
        answer = await self.command("fivehundred matches")
        return await self.forges(answer.result.response.message, address)

    async def asks_for_relief(self):
        """Press *Relief* below /daily, as somebody can who saw it there when they were broke. Returns what it says."""
        answer = await self.command("daily")
        pressed = await self.forges(answer.result.response.message, "relief:now")
        return pressed.said or answer.said

    async def chips(self):
        """The chips in the purse, as /balance says."""
        said = (await self.command("balance")).said
        return int(re.search(r"You have ([\d,]+) chips?", said)[1].replace(",", ""))


class OnItsWay:
    """A command, a press, a choice or a form before it reaches the bot, with the message as it was then."""

    def __init__(self, guest, kind, data, message=None):
        self._guest = guest
        self._kind = kind
        self._data = data
        self._backend = guest.house.env.backend
        self._channel = guest.house.channel.id
        self._message = None
        if message is None:
            return
        self._channel = message.channel.id
        stored = self._backend.get_message(self._channel, message.id)
        self._message = deepcopy(dict(serializers.message_payload(self._backend, stored)))

    async def press(self):
        """Let it reach the bot now."""
        return (await self._guest.house.at_once(self))[0]

    def dispatch(self):
        """Hand it to the bot and don't wait."""
        self._record, payload = base_payload(
            self._backend,
            type=self._kind,
            channel_id=self._channel,
            guild_id=self._guest.member.guild.id,
            user_id=self._guest.id,
            data=self._data,
        )
        if self._message is not None:
            self._record.source_message_id = int(self._message["id"])
            payload["message"] = self._message
        self._backend.emit("INTERACTION_CREATE", payload)

    def answer(self):
        """What the bot answered."""
        return Answer(self._guest, InteractionResult(self._guest.house.env, self._record))


class LatePress(OnItsWay):
    """A press that is on its way."""

    def __init__(self, guest, message, label, as_if):
        data = {"component_type": ComponentType.BUTTON}
        super().__init__(guest, InteractionType.MESSAGE_COMPONENT, data, message)
        buttons = [c for c in walk(self._message["components"]) if c["type"] == ComponentType.BUTTON]
        named = [button for button in buttons if guest.house.key(button["label"]) == label]
        if not named and label in _ONCE_ON_THE_TABLE:
            kind, table, question, *_ = buttons[0]["custom_id"].split(":")
            as_if = as_if or f"{kind}:{table}:{question}:{_ONCE_ON_THE_TABLE[label]}"
        button = (named or buttons)[0]
        data["custom_id"] = button["custom_id"] = as_if or button["custom_id"]


class Answer:
    """What a guest got for a command, a press or a form; only a button whose label ends in dots opens a form."""

    def __init__(self, guest, result, label="…"):
        assert result.acknowledged, "This interaction failed"
        assert "…" in label or result.modal is None, f"{label} opens a form"
        self.guest = guest
        self.result = result

    @property
    def said(self):
        """What only this guest reads: a sentence or a panel; empty when the table or a form was the answer."""
        private = [
            message for message in (self.result.response, *self.result.followups) if message and message.ephemeral
        ]
        house = self.guest.house
        return "\n".join(house.say(m.content) or house.read(m.components) for m in private)

    @property
    def now(self):
        """The text of its message as it is now."""
        return self.guest.house.read(self.guest.house.raw(self.result.response))

    @property
    def buttons(self):
        """The labels of the private panel's buttons."""
        return [self.guest.house.key(c["label"]) for c in walk(self.result.response.components) if _is_pressed(c)]

    @property
    def left(self):
        """The labels that are left now that others have been pressed."""
        house = self.guest.house
        return [house.key(c["label"]) for c in walk(house.raw(self.result.response)) if _is_pressed(c)]

    async def press(self, label):
        """Press a button of the private panel, the first with this label."""
        message, house = self.result.response, self.guest.house
        same = [c for c in walk(house.raw(message)) if _is_pressed(c) and house.key(c["label"]) == label]
        full = same[0]["label"] if same else house.label(message, label)
        how = {"custom_id": same[0]["custom_id"]} if same else {"label": full}
        return Answer(self.guest, await self.guest.member.click(message, **how), full)

    async def into(self, group):
        """Press what leads to a group of buttons in its place. Returns this answer."""
        await self.press(group)
        return self

    def boxes(self, seats):
        """How the form's list names these seats, and who sits there."""
        options = self.result.modal["components"][0]["component"]["options"]
        wanted = {int(seat) - 1 for seat in str(seats).split()}
        return [option["value"] for option in options if int(option["value"].partition(":")[0]) in wanted]

    async def fill(self, **fields):
        """Send the form that was the answer."""
        return Answer(self.guest, await self.guest.member.submit_modal(self.result, fields))

    def about_to_fill(self, table, **fields):
        """The same, and the form, which was opened at `table`, reaches the bot later."""
        filled = [
            {
                "type": ComponentType.LABEL,
                "component": {"type": ComponentType.TEXT_INPUT, "custom_id": name, "value": text},
            }
            for name, text in fields.items()
        ]
        data = {"custom_id": self.result.modal["custom_id"], "components": filled}
        return OnItsWay(self.guest, InteractionType.MODAL_SUBMIT, data, table.message)


def _is_pressed(component):
    """Whether it is a button with a text that does something, and not only a link."""
    return component["type"] == BUTTON and "custom_id" in component and "label" in component

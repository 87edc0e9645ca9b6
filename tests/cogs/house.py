"""Verbs for the tests that play on Discord: the real bot in SimCord, and guests who press buttons by their labels.

Everything is the bot's own except the cards: a test can name cards, and the shuffle decides the others. Texts are read
as a person reads them: `<:8S_v1:1>` is 8S, `<:won_flush_v1:1>` is ◎, `<@7>` is Ana, a timestamp the seconds left.
"""

import re
import sqlite3
from contextlib import closing
from copy import deepcopy
from datetime import UTC, datetime

import discord
from simcord.backend import serializers
from simcord.enums import ComponentType, InteractionType
from simcord.interactions import base_payload
from simcord.results import InteractionResult

from cogs.pok_deng.road import MARKS, mark_name, plain_mark

_EMOJI = re.compile(r"<:(\w+?)_v\d+:\d+>")
_MENTION = re.compile(r"<@(\d+)>")
_MARKS = {mark_name(mark): plain_mark(mark) for mark in MARKS}
_MOMENT = re.compile(r"<t:(\d+):R>")
_MOVEMENTS = """
    SELECT l.round, p.kind, p.owner, q.kind, q.owner, l.amount, l.why
    FROM ledger l JOIN accounts p ON p.id = l.payer JOIN accounts q ON q.id = l.payee
    WHERE l.round IS NOT NULL ORDER BY l.id"""
_ONCE_ON_THE_TABLE = {
    "Leave": "leave",
    "Bump": "bump",
    "Rules": "rules",
    "Close table": "close",
    "Sell the bank": "sell",
    "Give up the bank": "up",
    "Auction the bank": "auction",
    "Withdraw the offer": "withdraw",
}
"""Buttons that messages of older versions show to everybody, and what their addresses say."""
_BUTTON = 2
_TEXT = 10


class House:
    """A server with one channel, the bot, and its guests."""

    def __init__(self, env, make_app, shoes):
        self.env = env
        self.deal = shoes.deal
        self.deal_hands = shoes.deal_hands
        self._make_app = make_app
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("tables")
        self.names = {}
        self.expects_faults = False
        """Whether this test makes the bot fail, so that errors in the log are expected."""

    def guest(self, name, *, manages=False, guild=None):
        """Somebody in the server, with the permission Manage Server or without."""
        guild = guild or self.guild
        roles = [guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))] if manages else []
        member = guild.add_member(self.env.create_user(name.lower(), global_name=name), roles=roles)
        self.names[member.id] = name
        return Guest(self, member)

    def guests(self, names):
        """Several at once: `ana, ben = house.guests("Ana Ben")`."""
        return [self.guest(name) for name in names.split()]

    @property
    def app(self):
        """The bot that runs now."""
        return self.env.bot

    async def restart(self):
        """Stop the bot as it is, and start another one on the same store."""
        await self.env.restart_bot(self._make_app())

    def movements(self):
        """Every chip that moved in a round, as text and in order: `1: Ana to table 10, bet`."""

        def who(kind, owner):
            return self.names[owner] if kind == "member" else kind

        with closing(sqlite3.connect(self.app.store.path)) as db:
            return [
                f"{number}: {who(*row[:2])} to {who(*row[2:4])} {row[4]}, {row[5]}"
                for number, *row in db.execute(_MOVEMENTS)
            ]

    def as_the_bot(self):
        """What a test itself does in here goes by the clock of the simulated Discord, like everything the bot does."""
        return self.env._bot_scope()

    async def sets(self, values, *, guild=None):
        """Change settings of the server by name, without the panel; None is the default."""
        with self.as_the_bot():
            await self.app.servers.change((guild or self.guild).id, values, 0, self.env.now())
        await self.env.settle()

    def entrust(self, guest, command):
        """Let somebody use a command without its permission, as a server's settings can."""
        found = self.env.backend.find_command(command, None)
        self.guild.set_command_permissions(int(found["id"]), {guest.member: True})

    def dismiss(self, guest):
        """Take all roles from somebody."""
        self.env.backend.get_guild(self.guild.id).members[guest.id].role_ids.clear()

    async def wait(self, seconds):
        """Let time pass for the bot."""
        await self.env.advance_time(seconds)

    def dead_ends(self):
        """The addresses of all buttons, lists and forms ever sent to Discord that lead nowhere."""
        sent = {address for request in self.env.http_requests for address in addresses(request.json)}
        return sorted(address for address, is_form in sent if not self._leads_somewhere(address, is_form))

    def _leads_somewhere(self, address, is_form):
        found = self.app.router.find(address, is_form=is_form)
        if found is None or "asked" not in found[1].groupdict():
            return found is not None
        games = self.app.games.values()
        verbs = [game.forms if is_form else {**self.app.presses.common, **game.buttons} for game in games]
        return any(found[1]["verb"] in known for known in verbs)

    def messages(self):
        """What everybody sees in the channel, oldest first."""
        return [message for message in self.channel.history() if not message.flags.ephemeral]

    def texts(self):
        """The texts of these messages."""
        return [self.read(self._components(message)) or self.say(message.content) for message in self.messages()]

    async def at_once(self, *presses):
        """Let presses made with `about_to_press` all reach the bot before it has answered any. Returns the answers."""
        for press in presses:
            press.dispatch()
        await self.env.settle()
        return [press.answer() for press in presses]

    def label(self, message, label):
        """The full label of the button that people read as `label`."""
        found = [c["label"] for c in walk(self.raw(message)) if self.say(c.get("label") or "") == label]
        return found[0] if found else label

    def raw(self, message):
        """The components of a message as Discord stores them."""
        return self._components(message)

    def _components(self, message):
        return self.env.backend.get_message(self.channel.id, message.id).components

    def read(self, components):
        """All text in `components`, as people read it."""
        return self.say("\n".join(c["content"] for c in walk(components) if c["type"] == _TEXT))

    def say(self, text):
        """A text of the bot as people read it."""
        text = _EMOJI.sub(lambda found: _MARKS.get(found[1], found[1]), text)
        text = _MENTION.sub(lambda found: self.names[int(found[1])], text)
        text = _MOMENT.sub(lambda found: f"in {self._seconds_to(int(found[1]))} s", text)
        return re.sub(r"\*\*|[`⟦⟧]", "", text)

    def _seconds_to(self, moment):
        return round((datetime.fromtimestamp(moment, UTC) - self.env.now()).total_seconds())


class Table:
    """A table as the channel shows it. Its message may be posted again; this is always the newest."""

    def __init__(self, house, number):
        self.house = house
        self.number = number

    @property
    def message(self):
        heading = re.compile(rf"### [\w ]+ · (table|match) {self.number}( · Shoot| · deal \d+)?\n")
        return [m for m in self.house.messages() if heading.match(self._read(m) + "\n")][-1]

    @property
    def text(self):
        """All its text."""
        return self._read(self.message)

    def line(self, start):
        """The line that begins with `start`; the mark of whose turn it is doesn't count."""
        lines = [line.removeprefix("▶ ") for line in self.text.splitlines()]
        return next(line for line in lines if line.startswith(start))

    @property
    def buttons(self):
        """The labels of its buttons, in order."""
        return [self.house.say(button["label"]) for button in self._buttons()]

    @property
    def live(self):
        """The bot's own table, for what no message shows."""
        return self.house.app.open_tables.find(self.number)

    def _buttons(self):
        return [c for c in walk(self.house.raw(self.message)) if c["type"] == _BUTTON]

    def _read(self, message):
        return self.house.read(self.house.raw(message))


class Guest:
    """A member who gives commands, presses buttons and fills in forms. Every interaction must be acknowledged."""

    def __init__(self, house, member):
        self.house = house
        self.member = member
        self.id = member.id

    async def command(self, name, **options):
        """Give a slash command in the channel."""
        return Answer(self, await self.member.slash(self.house.channel, name, **options))

    async def opens(self, game="blackjack", **options):
        """Open a table with `/blackjack open`, or another game's."""
        answer = await self.command(f"{game} open", **options)
        number = re.search(r"(?:table|match) (\d+)", self.house.read(answer.result.response.components))[1]
        return Table(self.house, int(number))

    def about_to_command(self, name, **numbers):
        """A slash command without options, or with `numbers` as options, that reaches the bot later."""
        first, *rest = name.split()
        backend = self.house.env.backend
        commands = backend.visible_commands(user_id=self.id, channel_id=self.house.channel.id)
        root = next(command for command in commands if command["name"] == first)
        given = [{"type": 4, "name": option, "value": number} for option, number in numbers.items()]
        options = [{"type": 1, "name": part, "options": given} for part in rest]
        data = {"id": root["id"], "name": first, "type": 1, "options": options}
        return OnItsWay(self, InteractionType.APPLICATION_COMMAND, data)

    async def press(self, label, table):
        """Press a button of the table that everybody sees, or one behind its More… or Bank…."""
        for way in ("More…", "Bank…"):
            if label not in table.buttons and way in table.buttons:
                behind = await self._click(way, table)
                if behind.result.response and label in behind.buttons:
                    return await behind.press(label)
        if label not in table.buttons and label in _ONCE_ON_THE_TABLE:
            return await self.about_to_press(label, table).press()
        return await self._click(label, table)

    async def _click(self, label, table):
        return Answer(self, await self.member.click(table.message, label=self.house.label(table.message, label)))

    def about_to_press(self, label, table, *, as_if=None):
        """A press of a button as it is now that reaches the bot later; `as_if` gives it another address."""
        return LatePress(self, table.message, label, as_if)

    def about_to_press_on(self, answer, label):
        """A press of a button of a private panel as it is now that reaches the bot later."""
        return LatePress(self, answer.result.response.message, label, None)

    async def bets(self, main, table, pair=""):
        """Press Bet and fill in the form."""
        form = await self.press("Bet", table)
        return form if form.said else await form.fill(main=str(main), pair=str(pair))

    async def bets_behind(self, seats, main, table, pair=""):
        """Press Bet behind and fill in the form; `seats` as the table numbers them, such as "1 3"."""
        form = await self.press("Bet behind", table)
        return form if form.said else await form.fill(boxes=form.boxes(seats), main=str(main), pair=str(pair))

    async def chooses(self, spots, table):
        """Choose bets in the select of a Pok Deng table; `spots` as people name them, such as "P1, P3 Pair"."""
        values = [_spot(name) for name in spots.split(", ")]
        return Answer(self, await self.member.select(table.message, values))

    def about_to_choose(self, spots, table):
        """The same, and it reaches the bot later."""
        select = next(c for c in walk(self.house.raw(table.message)) if c["type"] == ComponentType.STRING_SELECT)
        values = [_spot(name) for name in spots.split(", ")]
        data = {"custom_id": select["custom_id"], "component_type": ComponentType.STRING_SELECT, "values": values}
        return OnItsWay(self, InteractionType.MESSAGE_COMPONENT, data, table.message)

    async def bets_on(self, spots, chips, table):
        """Choose bets and fill in the form."""
        form = await self.chooses(spots, table)
        return form if form.said else await form.fill(chips=str(chips))

    async def chips(self):
        """The chips in the purse, as /chips balance says."""
        said = (await self.command("chips balance")).said
        return int(re.search(r"You have ([\d,]+) chips", said)[1].replace(",", ""))


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
        named = [button for button in buttons if guest.house.say(button["label"]) == label]
        if not named and label in _ONCE_ON_THE_TABLE:
            kind, table, question, *_ = buttons[0]["custom_id"].split(":")
            as_if = as_if or f"{kind}:{table}:{question}:{_ONCE_ON_THE_TABLE[label]}"
        button = (named or buttons)[0]
        data["custom_id"] = button["custom_id"] = as_if or button["custom_id"]


class Answer:
    """What a guest got for a command, a press or a form."""

    def __init__(self, guest, result):
        assert result.acknowledged, "This interaction failed"
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
    def buttons(self):
        """The labels of the private panel's buttons."""
        return [self.guest.house.say(c["label"]) for c in walk(self.result.response.components) if c["type"] == _BUTTON]

    @property
    def left(self):
        """The labels that are left now that others have been pressed."""
        house = self.guest.house
        return [house.say(c["label"]) for c in walk(house.raw(self.result.response)) if c["type"] == _BUTTON]

    async def press(self, label):
        """Press a button of the private panel."""
        message = self.result.response
        return Answer(self.guest, await self.guest.member.click(message, label=self.guest.house.label(message, label)))

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


def _spot(name):
    """How a select of Pok Deng names a bet: `P3 Pair` is p2."""
    return f"{'p' if name.endswith('Pair') else 'm'}{int(name[1]) - 1}"


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

"""A server for the tests that play on Discord: the real bot in SimCord, with guests (guest.py) at tables (shown.py).

Everything is the bot's own except the cards: a test can name cards, and the shuffle decides the others. Texts are read
as a person reads them: `<:two_of_spades:1>` is 2S, `<:won_flush:1>` is ◎, `<@7>` is Ana, a timestamp the seconds left,
and cards that stand large below a name are in its line.
"""

import asyncio
import re
from contextlib import closing
from datetime import UTC, datetime, timedelta

import discord
from simcord.backend.models import EPHEMERAL_FLAG, Overwrite
from simcord.results import to_discord_message

from cogs.pok_deng.road import MARKS, mark_name, plain_mark
from data.check import open_for_check
from tables.events import Act
from tables.services import Paces
from tests.cogs.guest import Guest
from tests.cogs.keys import key_of
from tests.cogs.shown import SHORT, TEXT, addresses, walk

_EMOJI = re.compile(r"<:(\w+):\d+>")
_MENTION = re.compile(r"<@(\d+)>")
_READ = {mark_name(mark): plain_mark(mark) for mark in MARKS} | SHORT
_COMMAND = re.compile(r"</([\w -]+):\d+>")
_MOMENT = re.compile(r"<t:(\d+):R>")
_PRICED = re.compile(
    r"(Double|Split|Surrender|Insure|Follow|Same)(?: [+-]?[\d,]+)"
    r"|(Add to the kitty|Bet|Bet behind|Bid|Buy|Cancel the tournament|Change|Correct a score|Kitty|Sell the bank"
    r"|Stake)…"
)
"""A button that names its price or opens a form, which tests press by its name alone."""
_LARGE = re.compile(r"\n## (?=[^·\n]* = [^·\n]*$)", re.MULTILINE)
_ALONE = re.compile(r"(\n[^-⤷\n][^·\n]* = [^·\n]*) · \w+\n## (?=.* · now )")
_MOVEMENTS = """
    SELECT l.round, p.kind, p.owner, q.kind, q.owner, l.amount, l.why
    FROM ledger l JOIN accounts p ON p.id = l.payer JOIN accounts q ON q.id = l.payee
    WHERE l.round IS NOT NULL ORDER BY l.id"""


class House:
    """A server with one channel, the bot, and its guests."""

    def __init__(self, env, make_app, shoes):
        self.env = env
        self.deal = shoes.deal
        self._make_app = make_app
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("tables")
        self.names = {}
        self._guests = {}
        self.expects_faults = False
        """Whether this test makes the bot fail, so that errors in the log are expected."""

    def guest(self, name, *, manages=False, guild=None):
        """Somebody in the server, with the permission Manage Server or without."""
        guild = guild or self.guild
        roles = [guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))] if manages else []
        member = guild.add_member(self.env.create_user(name.lower(), global_name=name), roles=roles)
        self.names[member.id] = name
        self._guests[name] = Guest(self, member)
        return self._guests[name]

    def guests(self, names):
        """Several at once: `ana, ben = house.guests("Ana Ben")`."""
        return [self.guest(name) for name in names.split()]

    def named(self, name):
        """The guest of that name, who comes in when first named."""
        return self._guests.get(name) or self.guest(name)

    async def chips(self, names):
        """The chips in the purses of several: `await house.chips("Ana Ben") == [900, 1100]`."""
        return [await self.named(name).chips() for name in names.split()]

    async def purses(self, *guests):
        """The same without asking the bot, so that nobody gets starting chips by it: whoever has none yet has None."""
        return [await self.app.economy.chips.balance(self.guild.id, guest.id) for guest in guests]

    def posted_in(self, channel):
        """The texts of what the bot has posted in another channel; none of it mentions anybody."""
        sent = [each.json for each in self.env.http_requests if each.path == f"/channels/{channel.id}/messages"]
        assert all(each["allowed_mentions"] == {"parse": []} for each in sent)
        return [self.read(each["components"]) for each in sent]

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

        with closing(open_for_check(self.app.store.where)) as db:
            return [
                f"{number}: {who(*row[:2])} to {who(*row[2:4])} {row[4]}, {row[5]}"
                for number, *row in db.execute(_MOVEMENTS)
            ]

    def as_the_bot(self):
        """What a test itself does in here goes by the clock of the simulated Discord, like everything the bot does."""
        return self.env._bot_scope()

    def between(self, passing):
        """Let each request of the bot be `await passing(send, route, **more)`; `await send()` sends it."""
        for client in (self.app.http, self.env._webhook_adapter):  # by the bot's token, or by that of a press

            async def request(route, *arguments, real=client.request, **more):
                return await passing(lambda: real(route, *arguments, **more), route, **more)

            client.request = request

    async def acts(self, live, user_id, text):
        """A move at a live table of somebody whom no message lets make it."""
        with self.as_the_bot():
            await live.do(Act(user_id, live.table.question_id, text))
        await self.env.settle()

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

    def appoint(self, guest, role):
        """Give a role to somebody."""
        self.env.backend.get_guild(self.guild.id).members[guest.id].role_ids.append(role.id)

    def may_write(self, channel, may):
        """Somebody takes the permission to write in a channel from the bot, or gives it back."""
        backend, bot = self.env.backend, self.env.backend.bot_user.id
        if may:
            backend.delete_overwrite(channel.id, bot)
        else:
            deny = discord.Permissions(send_messages=True).value
            backend.set_overwrite(channel.id, Overwrite(target_id=bot, type=1, deny=deny))

    async def wait(self, seconds):
        """Let time pass for the bot. In hours it has time for what it does every minute."""
        usual = self.env.settle_timeout
        self.env.settle_timeout = max(usual, seconds / 600)
        try:
            if (ringing := self.env._real_advance_task) is not None:
                await asyncio.wait([ringing])  # a timer that has just rung would wait for this, and this for it
            await self.env.advance_time(seconds)
        finally:
            self.env.settle_timeout = usual

    async def dealer_has_drawn(self):
        """Let Blackjack's dealer show one card after the other, and then the results."""
        await self.wait(Paces().stages / timedelta(seconds=1) + 2)

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

    def all_but(self, *games):
        """The keys of the bot's other games, in their order."""
        return tuple(game for game in self.app.games if game not in games)

    def kept(self):
        """What everybody sees in the channel, as Discord keeps it, oldest first."""
        kept = sorted(self.env.backend.messages.get(self.channel.id, {}).values(), key=lambda message: message.id)
        return [message for message in kept if not message.flags & EPHEMERAL_FLAG]

    def messages(self):
        """The same, as the bot reads it."""
        return [to_discord_message(self.env, message) for message in self.kept()]

    def texts(self):
        """The texts of these messages."""
        return [self.read(message.components) or self.say(message.content) for message in self.kept()]

    async def at_once(self, *presses):
        """Let presses made with `about_to_press` all reach the bot before it has answered any. Returns the answers."""
        for press in presses:
            press.dispatch()
        await self.env.settle()
        return [press.answer() for press in presses]

    def label(self, message, label):
        """The full label of the button that people read as `label`."""
        found = [c["label"] for c in walk(self.raw(message)) if self.key(c.get("label") or "") == label]
        return found[0] if found else label

    def raw(self, message):
        """The components of a message as Discord stores them."""
        return self.env.backend.get_message(self.channel.id, message.id).components

    def read(self, components):
        """All text in `components`, as people read it."""
        return self.say("\n".join(c["content"] for c in walk(components) if c["type"] == TEXT))

    def say(self, text):
        """A text of the bot as people read it."""
        text = _EMOJI.sub(lambda found: _READ.get(found[1], found[1]), text)
        text = _MENTION.sub(lambda found: self.names[int(found[1])], text)
        text = _COMMAND.sub(r"/\1", text)
        text = re.sub(r"\n## (?=.* [=·] )", "\n", _ALONE.sub(r"\1 · ", _LARGE.sub(" ", text)))
        text = _MOMENT.sub(lambda found: f"in {self._seconds_to(int(found[1]))} s", text)
        text = re.sub(r"\*\*|[`⟦⟧⁓\ufe0e]", "", text).replace("\N{NO-BREAK SPACE}", " ").replace("−", "-")
        return found[1] or found[2] if (found := _PRICED.fullmatch(text)) else text

    def key(self, label):
        """What stands on a button or in a list, as tests call it in any language (keys.py)."""
        return key_of(self.say(label))

    def _seconds_to(self, moment):
        return round((datetime.fromtimestamp(moment, UTC) - self.env.now()).total_seconds())

"""What comes of one thing at a table of Pontoon, as rows: the table, what was before, what happens, and how it is then.

Ana, Ben and Cy have 1,000 chips each; Ana draws the bank, and wins one hand of the first deal and loses the other.
"""

import pytest

from data.ledger.ledger import InsufficientChips, TooFewLeft
from games.pontoon import Options
from tables.clock import Pace
from tables.draft import StaleClick
from tables.events import Arrange, Remove, ServerChanged
from tables.game import Terms
from tables.pontoon import bank
from tables.pontoon.bank_state import BankMove, BankState, Why, after_press, next_asked, offer_of, stage_of, with_state
from tables.pontoon.pontoon_adapter import PontoonGame
from tables.table import Wanted
from tests.tables.heard import PEOPLE, Heard, cases
from tests.tables.room import ANA, BEN, CY

OPTIONS = {
    "plain": Options(),
    "shoot": Options(shoot=True),
    "dear": Options(sale_limit=100),
    "dear shoot": Options(shoot=True, sale_limit=100),
    "every": Options(shuffle_every_deal=True),
}
"""At a dear one a bank may cost as much as its buyer has."""


class AtPontoon(Heard):
    """A table of Pontoon with stakes from 10 to 100."""

    def __init__(self, which):
        super().__init__(PontoonGame(), Terms(10, 100, OPTIONS[which], Pace.NORMAL))

    @property
    def state(self):
        return BankState.of(self.table.lobby)

    def _says(self, who, change):
        self.does(Arrange(who, lambda lobby: change(after_press(lobby)), salt="salt"))

    def _sit(self, *_together):
        for person in (ANA, BEN, CY):
            self._sits(person)

    def _sits(self, who):
        self._says(who, lambda lobby: lobby.sit(who))

    def _starts(self, who):
        self._says(who, bank.start)

    def _readies(self, who):
        self._says(who, lambda lobby: bank.ready(self.table.terms, lobby, who))

    def _nods(self, who):
        """Ready without a button: any button lets the table look again who can pay."""
        self.does(Arrange(who, lambda lobby: bank.ready(self.table.terms, lobby, who), salt="salt"))

    def _ready(self, _all):
        for person in (ANA, BEN, CY):
            self._readies(person)

    def _kitty(self, who, chips):
        self._says(who, lambda lobby: bank.put_up(self.table.terms, lobby, who, int(chips)))

    def _offers(self, who, to, chips):
        to = PEOPLE.get(to)
        self._says(who, lambda lobby: bank.offer(self.table.terms, lobby, who, to, int(chips)))

    def _buys(self, who, chips):
        self._says(who, lambda lobby: bank.buy(self.table.terms, lobby, who, self.state.banker, int(chips)))

    def _gives(self, who, _up):
        self._says(who, lambda lobby: bank.give_up(self.table.terms, lobby, who))

    def _takes(self, who, _bank):
        self._says(who, lambda lobby: bank.take(self.table.terms, lobby, who))

    def _auctions(self, who):
        self._says(who, lambda lobby: bank.auction(self.table.terms, lobby, who))

    def _bids(self, who, chips):
        self._says(who, lambda lobby: bank.bid(self.table.terms, lobby, who, int(chips)))

    def _shuffles(self, _server):
        """It wants that before every deal from now on."""
        self.does(ServerChanged(Wanted(OPTIONS["every"])))

    def _removes(self, who, whom):
        self.does(Remove(PEOPLE[whom], who, is_manager=True))

    def _moves(self, _somebody):
        play = self.table.play
        seat = min(play.to_act)
        self._plays(play.setup.user_id_in(seat), str(play.round.default_action(seat)))

    def _play(self, _others, _until, whom):
        while self.table.people_asked != {PEOPLE[whom]}:
            self._moves("somebody")

    def _ends(self, what):
        """A deal, in which all do as the clock would."""
        while what == "deal" and self.table.is_playing:
            self._moves("somebody")
        if what != "deal":
            super()._ends(what)

    def seen(self, what):
        own = {
            "banker": self.state.banker,
            "moved": self.state.moved,
            "offer": offer_of(self.table.lobby),
            "ready": self.table.lobby.ready,
            "stage": stage_of(self.table.terms, self.table.lobby).value,
            "asked first": next_asked(self.table.lobby),
            "absent": self.state.absent,
            "round": self.table.rounds,
            "salt": self.table.salt,
            "sat out": self.table.is_playing and self.table.play.setup.sat_out,
            "from the pack": self.table.is_playing and self.table.play.setup.body["pack"],
        }
        return own[what] if what in own else super().seen(what)


DEAL = "people sit down, host starts, deal ends"
SOLD = f"{DEAL}, ana offers ben 30, ben buys 30"
SHOOT = "people sit down, host starts"
BID = f"{SHOOT}, ana auctions, ben bids 50"
AWAY = f"{SHOOT}, others play until ana, time passes 31"
FULL = [1000] * 3
OFFERED = {"banker": None, "staked": {}, "stage": "offered", "asked first": BEN, "chips": FULL}
ROWS = [
    # Who can pay
    ("only one can, and nobody draws", "plain", "people sit down, ben has 8, cy has 8", "host starts",
     {"playing": False, "banker": None}),
    ("who can't sits a deal out", "plain", "people sit down, cy has 16", "host starts", {"sat out": (CY,)}),
    ("keeps the seat", "plain", "people sit down, cy has 16, host starts", "deal ends", {"seats": (ANA, BEN, CY)}),
    ("and isn't waited for", "plain", "people sit down, cy has 16, host starts, deal ends, cy has 16, ana nods",
     "ben nods", {"playing": True, "sat out": (CY,)}),
    ("who doesn't answer for a shot has missed nothing", "shoot",
     f"{SHOOT}, ana kitty 50, time passes 21, ben plays stake_10, cy plays stake_10", "time passes 62",
     {"missed": {}, "playing": True}),
    # The kitty
    ("it lies at the table", "shoot", SHOOT, "ana kitty 60", {"chips": [940, 1000, 1000], "staked": {ANA: 60}}),
    ("also in the next deal", "shoot", f"{SHOOT}, ana kitty 60, all ready", "deal ends",
     {"chips": [940, 1010, 990], "staked": {ANA: 60}}),
    ("and comes back", "shoot", f"{SHOOT}, ana kitty 60, all ready, deal ends", "host closes",
     {"chips": [1000, 1010, 990], "closed": True}),
    # A sale
    ("it is paid at once", "plain", f"{DEAL}, ana offers ben 30", "ben buys 30",
     {"banker": BEN, "chips": [1030, 980, 990], "moved": BankMove(Why.SOLD, ANA, BEN, chips=30)}),
    ("and not again", "plain", SOLD, "cy readies", {"chips": [1030, 980, 990]}),
    ("it is told until the next deal is over", "plain", f"{SOLD}, cy readies", "time passes 21",
     {"playing": True, "moved": BankMove(Why.SOLD, ANA, BEN, chips=30)}),
    ("and no longer", "plain", f"{SOLD}, cy readies, time passes 21", "deal ends", {"moved": None}),
    ("nobody buys while cards are out", "plain", f"{DEAL}, ana offers ben 30, time passes 21", "ben buys 30",
     {"refused": StaleClick}),
    ("or later", "plain", f"{DEAL}, ana offers ben 30, time passes 21", "deal ends", {"offer": None}),
    ("or for more than there is", "dear", f"{DEAL}, ana offers ben 5000", "ben buys 5000",
     {"refused": InsufficientChips}),
    ("or than leaves enough to hold it", "dear", f"{DEAL}, ana offers ben 971", "ben buys 971",
     {"refused": TooFewLeft}),
    ("and to put up a kitty", "dear shoot", f"{SHOOT}, ana offers ben 951", "ben buys 951", {"refused": TooFewLeft}),
    ("but with just that", "dear", f"{DEAL}, ana offers ben 970", "ben buys 970",
     {"banker": BEN, "chips": [1970, 40, 990]}),
    ("a free one takes as much", "plain", f"{DEAL}, ana gives up, ben has 39", "ben takes it",
     {"refused": TooFewLeft}),
    ("and no more", "plain", f"{DEAL}, ana gives up, ben has 40", "ben takes it", {"banker": BEN}),
    ("all are asked again after an offer", "plain", f"{DEAL}, ben readies", "ana offers anybody 0", {"ready": set()}),
    ("it ends when its buyer leaves", "shoot", f"{SHOOT}, ana offers ben 5, ben leaves", "ben sits", {"offer": None}),
    ("or with an auction", "shoot", f"{SHOOT}, ana offers ben 5, ana auctions", "ben buys 5",
     {"refused": "That offer has ended"}),
    ("a pack that wants shuffling waits for a press", "plain", DEAL, "server shuffles", {"stage": "shuffled"}),
    ("but not before the first deal", "plain", "people sit down", "server shuffles", {"stage": "start"}),
    # A bid
    ("it gives the others all their time", "shoot", f"{BID}, time passes 5", "cy bids 51",
     {"seconds": 30, "chips": [1000, 1000, 949]}),
    ("and a seat does not", "shoot", f"{BID}, time passes 5", "host sits", {"seconds": 25}),
    ("before the first a kitty ends it", "shoot", f"{SHOOT}, ana auctions", "ana kitty 50",
     {"stage": "deal", "staked": {ANA: 50}}),
    ("it goes back to a bidder who leaves", "shoot", BID, "ben leaves",
     {"stage": "auction", "staked": {}, "chips": FULL}),
    ("and others may bid less", "shoot", f"{BID}, ben leaves, cy bids 1", "time passes 31",
     {"banker": CY, "chips": [1001, 1000, 999]}),
    ("it goes back when the seller leaves", "shoot", BID, "ana leaves", OFFERED),
    ("or is removed", "shoot", BID, "host removes ana", OFFERED),
    ("and nobody pays it later", "shoot", f"{BID}, ana leaves", "time passes 31", {"chips": FULL}),
    ("or when nobody is left to play with", "shoot", f"{BID}, cy leaves, ana leaves", "cy sits", OFFERED),
    ("or to buy it", "shoot", f"{BID}, ben leaves, cy leaves", "cy sits", {"banker": ANA, "stage": "kitty"}),
    ("or when the table closes", "shoot", BID, "host closes", {"chips": FULL}),
    ("not by a restart", "shoot", BID, "bot restarts", {"chips": [1000, 950, 1000], "staked": {BEN: 50}}),
    ("after which it still can", "shoot", f"{BID}, bot restarts", "ana leaves", OFFERED),
    # A banker is gone
    ("who leaves in a deal has no bank after it", "plain", f"{SHOOT}, ana leaves", "deal ends", OFFERED | {
        "chips": [1000, 1010, 990], "seats": (None, BEN, CY)}),
    ("who is away keeps it for a deal", "plain", f"{SHOOT}, others play until ana", "time passes 31",
     {"banker": ANA, "absent": 1, "playing": False}),
    ("and not for two", "plain", f"{AWAY}, ben readies, time passes 21, others play until ana", "time passes 31",
     {"banker": None, "round": 2}),
    ("of those in which the bank decides", "every", f"{AWAY}, ben readies, time passes 21", "deal ends",
     {"banker": ANA, "absent": 1, "round": 2}),
    ("the kitty comes back when it closes in a deal", "shoot", f"{SHOOT}, ana kitty 60, all ready, host closes",
     "deal ends", {"closed": True, "chips": [1000, 1010, 990]}),
]  # fmt: skip


@pytest.fixture(autouse=True)
def dealt(packs):
    packs.draw("AS 2S 3S 4S")
    packs.deal("10C 9D, 8H 9C v 10S 7C")
    packs.deal("10C 9D, 8H 9C v AS KC", number=2)
    return packs


@cases(ROWS)
def test_what_comes_of_it(table, before, happens, then):
    assert AtPontoon(table).becomes(before, happens, then) == then


def test_a_shuffle_waits_for_a_press_that_came_after_its_seed(dealt):
    dealt.deal("AC KD, 8H 9C v 10S 7C")
    dealt.deal("10C 9D, 8H 9C v 10S 7C", number=2)
    desk = AtPontoon("plain")
    desk.hears(SHOOT)
    seed = desk.table.seed
    desk.hears("deal ends")
    assert desk.table.seed != seed
    assert (desk.table.salt, desk.table.game.window(desk.table.terms, desk.table.lobby)) == (None, None)
    desk.hears("cy readies, time passes 21")
    assert {what: desk.seen(what) for what in ("salt", "banker", "from the pack")} == {
        "salt": "salt", "banker": BEN, "from the pack": "",
    }  # fmt: skip


def test_a_banker_who_is_there_again_has_missed_no_deals():
    desk = AtPontoon("plain")
    desk.hears(DEAL)
    table, played = desk.table, (desk.table.play.setup, desk.table.play.round, dict.fromkeys((ANA, BEN, CY), 0))
    once_away = with_state(table.lobby, absent=1)
    assert table.game.after_round(table.terms, once_away, *played).game_state.absent == 0
    assert table.game.after_round(table.terms, once_away.missed_turn(ANA), *played).game_state.banker is None

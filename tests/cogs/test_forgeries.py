"""What no client of Discord sends: nonsense in addresses, choices and forms. All is answered, and nothing moves.

Every forgery is sent by somebody who plays and by somebody who doesn't, before the first round and in the middle of
one.
"""

import itertools
import logging
from datetime import timedelta

import pytest
from simcord.enums import ComponentType, InteractionType

from tests.cogs.guest import OnItsWay

SURROGATE = "\ud800"
HUGE = "9" * 30
ARGUMENTS = [
    "",
    " ",
    "0",
    "-1",
    "77",
    "9" * 18,
    HUGE,
    "1 2 3",
    f"{HUGE} 5",
    f"5 {HUGE}",
    "- -",
    "a b",
    "QQ",
    "bid 99 S",
]
CHOICES = [
    None, [], "0", ["-1"], ["77"], [HUGE], ["²"], [SURROGATE], [""], ["m9"], ["S", "H"], ["77"] * 30, [5], [None],
]  # fmt: skip
TEXTS = ["", " ", "-5", "0", "1e9", HUGE, "9" * 3900, SURROGATE, "²", "NaN", "A" * 3900, "10 10", None, 5, ["9"]]

MOVES = {
    "blackjack": ["move"],
    "pokdeng": ["move", "put", "size", "results"],
    "pontoon": ["move", "amount", "buy", "put"],
    "fivehundred": [
        "move", "seat", "missing", "yes", "no", "pick", "sure", "mark", "suit", "card", "record",
    ],
}  # fmt: skip
"""The buttons and lists whose addresses carry an argument."""
FORMS = {
    "blackjack": {"bet": ["main", "pair"], "behind": ["boxes", "main", "pair"]},
    "pokdeng": {"bet": ["spots", "chips"]},
    "pontoon": {"amount": ["chips"], "sell": ["to", "chips"], "kitty": ["chips"], "bid": ["chips"]},
    "fivehundred": {},
}
AT_ONCE = 8
"""As many as the bot answers before SimCord loses patience."""
GAMES = pytest.mark.parametrize("game", MOVES)


class Forgery(OnItsWay):
    """A press or a choice that the table's message doesn't offer, or a form that it never opened."""

    def __init__(self, guest, kind, data, message):
        super().__init__(guest, kind, data, message)
        if kind is InteractionType.MESSAGE_COMPONENT:
            part = {"type": data["component_type"], "custom_id": data["custom_id"], "id": 77}
            part |= {"style": 2, "label": "x"} if part["type"] is ComponentType.BUTTON else {"options": []}
            self._message["components"].append({"type": ComponentType.ACTION_ROW, "id": 76, "components": [part]})
        self.what = data


def presses(game, table):
    """Buttons and lists with every argument and every choice, each as the other kind too."""
    for verb in MOVES[game]:
        address = f"{table.number}:{table.live.table.question_id}:{verb}"
        for argument in ARGUMENTS:
            yield f"b:{address}:{argument}"[:100], ComponentType.BUTTON, None
        for choice in CHOICES:
            yield f"s:{address}", ComponentType.STRING_SELECT, choice


def forms(game, table):
    """Forms with every text in every field, as text and as a choice, with fields left out and with strange ones."""
    for verb, fields in FORMS[game].items():
        address = f"f:{table.number}:{table.live.table.question_id}:{verb}"
        yield address, []
        yield address, [label("strange", value="9")]
        for argument in ("m9", "stake", HUGE):
            yield f"{address}:{argument}", [label(field, value="9") for field in fields if field != "spots"]
        for field, text in itertools.product(fields, TEXTS):
            others = [label(other, value="9") for other in fields if other not in (field, "boxes", "spots", "to")]
            yield address, [label(field, **({"values": text} if isinstance(text, list) else {"value": text})), *others]
            if field in ("boxes", "spots", "to"):
                yield address, [label(field, values=[text, text]), *others]


def label(field, **content):
    return {"type": ComponentType.LABEL, "component": {"type": ComponentType.TEXT_INPUT, "custom_id": field, **content}}


def forgeries(guest, game, table):
    message = table.message
    for custom_id, component, choice in presses(game, table):
        data = {"custom_id": custom_id, "component_type": component, "id": 77}
        yield Forgery(
            guest, InteractionType.MESSAGE_COMPONENT, data | ({} if choice is None else {"values": choice}), message
        )
    for custom_id, fields in forms(game, table):
        yield Forgery(guest, InteractionType.MODAL_SUBMIT, {"custom_id": custom_id, "components": fields}, message)


async def chips(house):
    """Every row of the ledger but the starting chips."""
    return await house.app.store.find("SELECT key, amount FROM ledger WHERE why <> 'starting chips'")


async def assert_harmless(house, caplog, forged):
    """Send all forgeries: each is answered with a sentence or the table, no chip moves, and nothing fails."""
    before, logged = await chips(house), len(caplog.records)
    answers = []
    for start in range(0, len(forged), AT_ONCE):
        answers += await house.at_once(*forged[start : start + AT_ONCE])
    errors = {record.getMessage() for record in caplog.records[logged:] if record.levelno >= logging.WARNING}
    assert errors == set()
    wrong = [(each.what, answer.said) for each, answer in zip(forged, answers, strict=True) if "wrong" in answer.said]
    assert wrong == []
    assert await chips(house) == before


@pytest.fixture
async def people(house):
    people = house.guests("Ana Ben Cy")
    for guest in people:
        await guest.chips()
    return people


async def opened(game, people):
    """A table with two people who play and one who watches."""
    ana, *_ = people
    table = await ana.opens(game, **({"players": 2} if game == "fivehundred" else {}))
    if game != "pokdeng":
        await table.plays("Ana Sit, Ben Sit")
    return table


async def begin(game, people, table):
    """Start its round, or deal its first hands."""
    ana, *_ = people
    match game:
        case "blackjack":
            await table.plays("Ana bets 100, Ben bets 100")
        case "pokdeng":
            await table.plays("Ana bets 50 on P1, Ana Ready")
            await ana.house.wait(10)  # until all hands have been turned over
        case "pontoon":
            await ana.press("Start", table)
        case "fivehundred":
            await table.plays("Ana Ready, Ben Ready")
    assert table.live.table.rounds == 1


@GAMES
@pytest.mark.parametrize(
    "plays", [True, pytest.param(False, marks=pytest.mark.thorough)], ids=["a player", "an onlooker"]
)
async def test_forgeries_before_the_first_round_are_answered_and_move_nothing(house, people, caplog, game, plays):
    table = await opened(game, people)
    await assert_harmless(house, caplog, list(forgeries(people[0 if plays else 2], game, table)))


@GAMES
@pytest.mark.parametrize("who", [0, pytest.param(1, marks=pytest.mark.thorough), 2], ids=["Ana", "Ben", "an onlooker"])
async def test_forgeries_in_a_round_are_answered_and_move_nothing(house, people, caplog, game, who):
    table = await opened(game, people)
    await begin(game, people, table)
    await assert_harmless(house, caplog, list(forgeries(people[who], game, table)))


@GAMES
async def test_a_button_that_no_table_has_is_logged_as_an_error_not_taken_for_a_question_that_is_over(
    house, people, caplog, game
):
    table = await opened(game, people)
    for custom_id in (
        f"b:{table.number}:{table.live.table.question_id}:nonsense",
        f"s:{table.number}:{table.live.table.question_id}:nonsense:5",
    ):
        data = {"custom_id": custom_id, "component_type": ComponentType.BUTTON, "id": 77}
        said = (await Forgery(people[0], InteractionType.MESSAGE_COMPONENT, data, table.message).press()).said
        assert said == "unreadable, press a button"
    data = {"custom_id": f"f:{table.number}:{table.live.table.question_id}:nonsense", "components": []}
    assert "unreadable" in (await Forgery(people[0], InteractionType.MODAL_SUBMIT, data, table.message).press()).said
    errors = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert errors == [f"table {table.number}, nonsense: there is no such button or form"] * 3
    house.expects_faults = True


ELSEWHERE = [
    *(f"gift:go:1:{number}:100:0" for number in ("0", HUGE[:20], "9" * 19)),
    *(f"reset:go:{number}:1" for number in ("0", HUGE[:20], "9" * 19)),
    *(f"audit:{verb}:{'9' * 18}:{HUGE[:20]}:{'9' * 18}:9999999:0" for verb in ("newer", "older", "csv", "books")),
    f"audit:older:0:{'9' * 19}:0:0:9999999",
    *(f"history:{way}:{'9' * 18}" for way in ("newer", "older")),
    *(f"r:{game}:{table}:99" for game in ("blackjack", "nonsense") for table in ("0", "7", "9" * 18)),
    *(f"settings:{kind}:{verb}:{key}" for kind in "bscr" for verb in ("choose", "channels", "role", "ask", "zzz")
      for key in ("channels", "opener_role", "gifts", "nonsense")),
]  # fmt: skip


@pytest.mark.sampled
@pytest.mark.parametrize("manages", [True, False], ids=["a manager", "a member"])
@pytest.mark.paces(message=timedelta(0))  # a manager's forgeries change settings often
async def test_forgeries_elsewhere_are_answered_and_move_nothing(house, people, caplog, manages):
    guest = house.guest("Dee", manages=True) if manages else people[0]
    await guest.chips()
    table = await opened("blackjack", people)
    kinds = {"s": ComponentType.STRING_SELECT, "c": ComponentType.CHANNEL_SELECT, "r": ComponentType.ROLE_SELECT}
    forged = []
    for custom_id in ELSEWHERE:
        component = kinds.get(custom_id.removeprefix("settings:")[0], ComponentType.BUTTON)
        component = component if custom_id.startswith("settings:") else ComponentType.BUTTON
        for choice in (None, [], ["²"], [HUGE], [5]) if component is not ComponentType.BUTTON else [None]:
            data = {"custom_id": custom_id, "component_type": component, "id": 77}
            data |= {} if choice is None else {"values": choice}
            forged.append(Forgery(guest, InteractionType.MESSAGE_COMPONENT, data, table.message))
    fields = [[], *([label(field, value=text)] for field in ("value", "low") for text in TEXTS)]
    for key, filled in itertools.product(("daily_chips", "mentions", "blackjack.limits", "nonsense"), fields):
        data = {"custom_id": f"settings:f:fill:{key}", "components": filled}
        forged.append(Forgery(guest, InteractionType.MODAL_SUBMIT, data, table.message))
    await assert_harmless(house, caplog, forged)


@pytest.mark.usefixtures("generous")
async def test_commands_answer_text_that_is_no_valid_text(house, people):
    ana, boss = people[0], house.guest("Dee", manages=True)
    await ana.opens()
    assert "no shuffle" in (await ana.command("fair verify", shuffle=SURROGATE * 8)).said
    assert "type 1 to" in (await ana.command("chips give", member=boss.member, amount=SURROGATE)).said
    said = (await boss.command("bank change", member=ana.member, amount="5", reason=SURROGATE)).said
    assert "a short reason" in said


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("top:choose:all:1", "unreadable command"),
        ("achievements:show:0", "achievement not earned"),
    ],
)
async def test_a_list_away_from_the_tables_without_a_sensible_choice_is_refused(ana, table, address, said):
    for values in CHOICES:
        data = {"custom_id": address, "component_type": ComponentType.STRING_SELECT, "id": 77}
        data |= {} if values is None else {"values": values}
        forged = Forgery(ana, InteractionType.MESSAGE_COMPONENT, data, table.message)
        assert (await forged.press()).said.startswith(said)

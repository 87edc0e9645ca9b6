from data.people import HOUSE_PLAYER_NAMES, PersonKind, house_player, house_player_name, is_member, kind_of, left
from i18n.words import ENGLISH

FIRST_DISCORD_ID = 21154535154122752
ALL_OF_A_TABLE = range(100)


def test_a_number_is_a_member_a_house_player_or_somebody_who_left_and_never_two():
    assert kind_of(FIRST_DISCORD_ID) is PersonKind.MEMBER
    assert {kind_of(left(number)) for number in (1, 2, 10**9)} == {PersonKind.LEFT}
    players = [house_player(table, number) for table in (0, 1, 10**9) for number in ALL_OF_A_TABLE]
    assert {kind_of(player) for player in players} == {PersonKind.HOUSE_PLAYER}
    assert len(set(players)) == len(players)
    assert not is_member(None)


def test_house_players_side_by_side_have_different_names_that_are_no_mentions():
    side_by_side = [house_player(1234, number) for number in range(len(HOUSE_PLAYER_NAMES))]
    assert {house_player_name(player) for player in side_by_side} == set(HOUSE_PLAYER_NAMES)
    assert ENGLISH.person(side_by_side[0]).startswith("🤖\N{NO-BREAK SPACE}")
    assert "<@" not in ENGLISH.people(side_by_side)


def test_a_sentence_names_people_by_their_kind():
    assert ENGLISH.person(FIRST_DISCORD_ID) == f"<@{FIRST_DISCORD_ID}>"
    assert ENGLISH.person(left(3)) == "someone who left"

"""What is right when somebody presses and wrong when it is done: a match begins, a seat or chips go in between."""

from mutants.bug import Bug

BESIDE = ("tests/cogs/five_hundred/test_beside_the_start.py",)

BUGS = (
    Bug(
        "The host closes a match alone that begins beside the press",
        "tables/table.py",
        "            self.verify_not_begun()\n",
        "",
        BESIDE,
    ),
    Bug(
        "The host kicks an opponent out of a match that begins beside the command",
        "tables/table.py",
        "            if is_kept and not is_manager:",
        "            if is_kept and not is_manager and not self.is_playing:",
        BESIDE,
    ),
    Bug(
        "Somebody who agreed that the match ends forfeits the ante instead",
        "tables/table.py",
        "self.leaving(user_id) not in (Leaving.FREE, agreed):",
        "agreed is Leaving.FREE is not self.leaving(user_id):",
        BESIDE,
    ),
    Bug(
        "A house player is sent away from a match that begins beside the press",
        "cogs/table/house.py",
        "            self._verify_open(lobby)\n            person = ",
        "            person = ",
        BESIDE,
    ),
    Bug(
        "Nobody can take a match in the middle of a deal with an ante",
        "tables/unattended.py",
        "self.is_playing and not self.game.is_cut_off(lobby)",
        "self.is_playing",
        BESIDE,
    ),
    Bug(
        "A stale press that was acknowledged is answered a second time",
        "cogs/table/presses.py",
        "        if is_acknowledged or press.fields is not None:",
        "        if press.fields is not None:",
        BESIDE,
    ),
    Bug(
        "The other side gets the ante of somebody whom a manager has removed",
        "tables/five_hundred/ends.py",
        "forfeit_shares(options, stayed, removed)",
        "forfeit_shares(options, stayed)",
        BESIDE,
    ),
)

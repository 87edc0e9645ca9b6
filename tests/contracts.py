"""Contracts of import-linter about games: `{game}` in a module's name stands for every game that the bot has."""

from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.independence import IndependenceContract
from importlinter.domain import fields

from cogs import extensions


class EachGame(fields.SetField):
    """Modules, in whose names `{game}` stands for each game's folder."""

    def parse(self, raw_data):
        named = [raw_data] if isinstance(raw_data, str) else raw_data
        folders = [name.split(".")[1] for name in extensions.GAMES]
        return super().parse([each.replace("{game}", folder) for each in named for folder in folders])


class GamesApart(IndependenceContract):
    modules = EachGame(subfield=fields.ModuleExpressionField())


class WithoutGames(ForbiddenContract):
    forbidden_modules = EachGame(subfield=fields.ModuleExpressionField())

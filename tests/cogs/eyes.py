"""Everything that goes to Discord in a game, compared with what its readers may know at that moment."""

import json
import logging

_LIBRARIES = ("discord", "aiosqlite", "asyncio", "simcord")


class Watch:
    """Looks at messages, panels, requests and the log.

    `heading` begins each public message and no panel, `known()` says which cards each person may know now (None is the
    public), and `cards_in()` finds the cards in a text.
    """

    def __init__(self, house, table, heading, known, cards_in, caplog):
        self._house, self._table, self._heading = house, table, heading
        self._known, self._cards_in, self._caplog = known, cards_in, caplog
        self.shown = 0
        """Cards seen on panels, so that a test knows that it looked at some."""
        self._sent = len(house.env.http_requests)
        caplog.set_level(logging.DEBUG)
        for library in _LIBRARIES:  # at this level discord.py logs everything it sends
            logging.getLogger(library).setLevel(logging.INFO)

    def look(self, before, presser, panels):
        """Check that all sent since the last look shows only what could be known before or after `presser`'s press.

        `before` is what `known()` said then, and `panels` are the open panels by their owner's id.
        """
        after = self._known()
        public = before[None] | after[None]
        mine = {person: public | before.get(person, set()) | cards for person, cards in after.items()}
        requests = self._house.env.http_requests
        for request in requests[self._sent :]:
            if self._heading in self._text(request.json or {}):
                assert self._cards(request.json) <= public
            elif "@original" not in request.path:  # edited panels are checked below, each with its owner
                assert self._cards(request.json or {}) <= mine.get(presser, public)
        self._sent = len(requests)
        assert self._cards(self._house.raw(self._table.message)) <= public
        for person, panel in panels.items():
            assert self._cards(panel.raw) <= mine.get(person, public)
            self.shown += len(self._cards(panel.raw))

    def logged(self):
        """All that was logged, but for the names of emojis."""
        return [record.getMessage() for record in self._caplog.records if "emoji" not in record.name]

    def _cards(self, shown):
        return self._cards_in(self._text(shown))

    @staticmethod
    def _text(shown):
        return json.dumps(shown, ensure_ascii=False, default=str)

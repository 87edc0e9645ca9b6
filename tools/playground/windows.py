"""The address that people open: a page that says who is who, and SimCord's preview page as each member's window.

The page can show and press everything, but it takes one press at a time, refuses a press made on any view but the
latest, and opens every window as the same member. So this server sits in front of it and passes everything on, except
that presses wait for their turn, a button that still exists is pressed in its present place, and `/ben` opens as Ben.
It speaks the page's own protocol, version 3, and knows nothing of cards.
"""

from __future__ import annotations

import json
import secrets
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from functools import cached_property
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from aiohttp import web
from yarl import URL

from tools.playground.world import MANAGER, MEMBERS, World

HOST = "127.0.0.1"
PORT = 8021
"""Another one is used when this one is taken."""

WELCOME = Path(__file__).with_name("welcome.html")
CAPABILITY, CONTEXT = "X-Simcord-Capability", "X-Simcord-Context"
MOST_WINDOWS = 16  # SimCord's own limit
ENDING = "close"
"""The page's own press that ends everything, for all windows."""
AIMED = ("click", "select")
"""The presses that aim at one button or select of a message."""


class View:
    """What a window was shown."""

    def __init__(self, body: bytes) -> None:
        self.body = body

    @cached_property
    def parts(self) -> Any:
        """The page's own description of everything in it."""
        return json.loads(self.body)

    @property
    def revision(self) -> object:
        """The number of this view; a press names the one it was made on."""
        return self.parts["publishedRevision"]

    @cached_property
    def buttons(self) -> dict[str, str]:
        """The address of every button and select of the messages, by its place."""
        return dict(_buttons(self.parts["messages"]))


def _buttons(part: Any) -> Iterator[tuple[str, str]]:
    if isinstance(part, dict):
        if isinstance(part.get("control_key"), str) and isinstance(part.get("custom_id"), str):
            yield part["control_key"], part["custom_id"]
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _buttons(inner)


class Windows:
    """Passes requests of the browser on to the preview of `world`."""

    def __init__(self, world: World, session: aiohttp.ClientSession) -> None:
        self._world = world
        self._session = session
        inside = urlsplit(world.preview.url)
        self._inside = f"{inside.scheme}://{inside.netloc}"
        self._capability = inside.fragment
        self._shown: OrderedDict[str, deque[View]] = OrderedDict()
        """The latest views of each window, newest first."""
        self._port = 0
        self._started = secrets.token_hex(8)

    def app(self) -> web.Application:
        """The server with all its routes."""
        app = web.Application(middlewares=[self._only_from_here], client_max_size=2**20)
        app.router.add_get("/", self._welcome)
        for name in MEMBERS:
            app.router.add_get(f"/{name.lower()}", self._page)
        for name in ("window.js", "window.css"):
            app.router.add_get(f"/{name}", self._own)
        app.router.add_get("/started", self._which)
        app.router.add_post("/api/pages", self._open)
        app.router.add_get("/api/state", self._state)
        app.router.add_post("/api/action", self._press)
        app.router.add_get("/api/commands", self._commands)
        app.router.add_get("/api/assets/{asset}", self._picture)
        app.router.add_route("*", "/{path:.*}", self._pass_on)
        return app

    def opened_at(self, port: int) -> None:
        """The page is served at this port; answer only there."""
        self._port = port

    @web.middleware
    async def _only_from_here(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Refuse other sites: the page's own header can't be sent from elsewhere, nor can this Host."""
        mine, asked = request.host in (f"{HOST}:{self._port}", f"localhost:{self._port}"), self._there(request)
        if not mine or (asked.path.startswith("/api/") and CAPABILITY not in request.headers):
            raise web.HTTPForbidden
        answer: web.StreamResponse = await handler(request)
        return answer

    # Opening a window

    async def _welcome(self, _request: web.Request) -> web.Response:
        roles = {name: "manages the server, owns the bot" if name == MANAGER else "a member" for name in MEMBERS}
        members = "\n        ".join(
            f'<li><a href="/{name.lower()}" target="{name.lower()}">{name}<small>{role}</small></a></li>'
            for name, role in roles.items()
        )
        page = Template(WELCOME.read_text(encoding="utf-8")).substitute(members=members)
        return web.Response(text=page, content_type="text/html")

    async def _which(self, _request: web.Request) -> web.Response:
        """Which playground this is: windows of an earlier one load themselves again."""
        return web.Response(text=self._started, headers={"Cache-Control": "no-store"})

    async def _page(self, request: web.Request) -> web.Response:
        page = await self._ask(request, "/")
        html = _body(page).replace(b"</title>", b'</title>\n    <script src="/window.js"></script>')
        html = html.replace(b"</head>", b'  <link rel="stylesheet" href="/window.css">\n  </head>')
        # The window's path comes back as the Referer when it asks for its view.
        headers = {**page.headers, "Referrer-Policy": "same-origin"}
        return web.Response(body=html, headers=headers)

    async def _own(self, request: web.Request) -> web.FileResponse:
        return web.FileResponse(Path(__file__).with_name(request.path[1:]), headers={"Cache-Control": "no-store"})

    async def _open(self, request: web.Request) -> web.Response:
        name = urlsplit(request.headers.get("Referer", "")).path.strip("/").title()
        viewer = self._world.ids.get(name, self._world.ids[MEMBERS[0]])
        answer = await self._ask(request, body=json.dumps({"viewer_id": str(viewer)}).encode())
        if answer.status == 200:
            self._remember(json.loads(_body(answer))["context"]["id"], answer)
        return answer

    # Looking and pressing

    async def _state(self, request: web.Request) -> web.Response:
        async with self._world.turn:
            pass  # if a window saw a press's effect before its answer, it would refuse the next press
        answer = await self._ask(request)
        if answer.status == 200:
            self._remember(request.headers.get(CONTEXT, ""), answer)
        return answer

    def _remember(self, window: str, answer: web.Response) -> None:
        views = self._shown.setdefault(window, deque(maxlen=2))
        if not views or views[0].body != _body(answer):
            views.appendleft(View(_body(answer)))
        self._shown.move_to_end(window)
        if len(self._shown) > MOST_WINDOWS:
            self._shown.popitem(last=False)

    def _views(self, request: web.Request) -> Iterable[View]:
        return self._shown.get(request.headers.get(CONTEXT, ""), ())

    async def _picture(self, request: web.Request) -> web.Response:
        """A card's face at once; the page's own server would check it again for every window."""
        asset = request.match_info["asset"]
        names = (view.parts.get("assets", {}).get(asset, {}).get("filename") for view in self._views(request))
        for name in names:
            if name in self._world.pictures:
                return web.Response(body=self._world.pictures[name], content_type="image/png")
        return await self._ask(request)

    async def _commands(self, request: web.Request) -> web.Response:
        """The commands of the message box, `/play` first, and then those that open something."""
        answer = await self._ask(request)
        if answer.status != 200:
            return answer
        listed = json.loads(_body(answer))
        listed["entries"].sort(key=lambda entry: (entry["path"] != ["play"], entry["path"][-1] != "open"))
        return web.Response(body=json.dumps(listed).encode(), headers=answer.headers)

    async def _press(self, request: web.Request) -> web.Response:
        sent = await request.read()
        async with self._world.turn:
            await self._world.catch_up()
            if request.content_type == "application/json":
                if _kind(sent) == ENDING:
                    raise web.HTTPForbidden(text="The playground ends where it was started.")
                sent = await self._aimed(request, sent)
            answer = await self._ask(request, body=sent)
            await self._world.catch_up()
        return answer

    async def _aimed(self, request: web.Request, sent: bytes) -> bytes:
        """The request as if made on the latest view; unchanged when its button no longer exists."""
        press: Any = json.loads(sent)
        answer = await self._ask(request, "/api/state", method="GET")
        if answer.status != 200 or not isinstance(press, dict):
            return sent
        now = View(_body(answer))
        revision = press.get("published_revision")
        if revision == now.revision:
            return sent
        if press.get("kind") in AIMED:
            seen = next((view for view in self._views(request) if view.revision == revision), None)
            key = _same_button(seen, now, str(press.get("control_key"))) if seen is not None else None
            if key is None:
                return sent
            press["control_key"] = key
        return json.dumps({**press, "published_revision": now.revision}).encode()

    # Passing on

    def _there(self, request: web.Request) -> URL:
        """What `request` is passed on to, without any `..`."""
        return URL(self._inside + request.path_qs)

    async def _pass_on(self, request: web.Request) -> web.Response:
        return await self._ask(request, body=await request.read())

    async def _ask(
        self, request: web.Request, path: str | None = None, *, method: str | None = None, body: bytes | None = None
    ) -> web.Response:
        headers = {name: request.headers[name] for name in (CONTEXT, "Content-Type") if name in request.headers}
        headers[CAPABILITY] = self._capability
        async with self._session.request(
            method or request.method, self._inside + path if path else self._there(request), data=body, headers=headers
        ) as answer:
            kept = {name: value for name, value in answer.headers.items() if name not in _OF_THE_CONNECTION}
            return web.Response(status=answer.status, body=await answer.read(), headers=kept)


_OF_THE_CONNECTION = frozenset(
    {"Content-Length", "Transfer-Encoding", "Content-Encoding", "Connection", "Date", "Server"}
)


def _body(answer: web.Response) -> bytes:
    assert isinstance(answer.body, bytes)
    return answer.body


def _kind(sent: bytes) -> object:
    """What kind of press the page sent."""
    try:
        press: Any = json.loads(sent)
    except ValueError:
        return None
    return press.get("kind") if isinstance(press, dict) else None


def _same_button(seen: View, now: View, key: str) -> str | None:
    """Where the button at `key` in the view `seen` is `now`, on the same message; None if it is gone."""
    message = key.split(":component:")[0]
    address = seen.buttons.get(key)
    return next((at for at, there in now.buttons.items() if there == address and at.startswith(f"{message}:")), None)


@asynccontextmanager
async def open_windows(world: World) -> AsyncIterator[str]:
    """Serve the windows and yield their address."""
    async with aiohttp.ClientSession() as session:
        windows = Windows(world, session)
        runner = web.AppRunner(windows.app(), access_log=None)
        await runner.setup()
        try:
            try:
                await web.TCPSite(runner, HOST, PORT).start()
            except OSError:
                await web.TCPSite(runner, HOST, 0).start()
            port = int(runner.addresses[0][1])
            windows.opened_at(port)
            yield f"http://{HOST}:{port}"
        finally:
            await runner.cleanup()

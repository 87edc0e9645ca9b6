// Runs before the preview page's own scripts, in every window.
"use strict";

// The page wants the key of its server in the address. windows.py adds the real one, so any word will do, and an
// address stays good when the playground starts anew.
if (!location.hash) history.replaceState(null, "", `${location.pathname}#play`);

// The page writes a time such as "in 20 seconds" when it draws a message and leaves it so; here it goes on.
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const DAY_OR_CLOCK = /:|[0-9]{4}/; // "Nov 23, 2026, 2:05 PM" stays as it is
const units = [["second", 1, 60], ["minute", 60, 3600], ["hour", 3600, 86400], ["day", 86400, Infinity]];

function tick() {
  for (const time of document.querySelectorAll("time.discord-timestamp")) {
    if (DAY_OR_CLOCK.test(time.textContent)) continue;
    const seconds = (new Date(time.dateTime).getTime() - Date.now()) / 1000;
    const [unit, size] = units.find(([, , end]) => Math.abs(seconds) < end);
    const text = relative.format(Math.round(seconds / size), unit);
    if (time.textContent !== text) time.textContent = text;
  }
  const viewer = document.querySelector("#viewer-picker")?.selectedOptions[0];
  if (viewer) document.title = `${viewer.textContent} · Card Club`;
}

setInterval(tick, 250);

// A press on a command in a text writes it into the message box, as on Discord.
document.addEventListener("click", (event) => {
  const command = event.target.closest?.(".text-display .command-mention, .message-content .command-mention");
  const box = document.querySelector("#channel-composer-input");
  if (!command || !box) return;
  box.focus();
  box.value = command.textContent;
  box.dispatchEvent(new Event("input", { bubbles: true }));
});

// After a new start of the playground this window's view is gone; it loads itself again.
let started = null;

async function ask() {
  try {
    const now = await (await fetch("/started", { cache: "no-store" })).text();
    if (started !== null && now !== started) location.reload();
    started = now;
  } catch {
    // It is not running; it may be soon.
  }
}

setInterval(ask, 2000);
ask();

// A window opens at the newest message; from then on the page keeps its place by itself.
const opening = setInterval(() => {
  const timeline = document.querySelector("#channel-timeline");
  if (!timeline?.querySelector("article")) return;
  timeline.scrollTop = timeline.scrollHeight;
  if (document.querySelector("#preview-app")?.getAttribute("aria-busy") === "false") clearInterval(opening);
}, 100);

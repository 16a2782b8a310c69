import { afterEach, expect, it, vi } from "vitest";
import { platformFrame } from "../../src/foundation/frame-scheduler.js";
import { browserLeave } from "../../src/hooks/browser-leave.js";
import { browserPage } from "../../src/hooks/browser-page.js";
import { browserUnload } from "../../src/hooks/browser-unload.js";
import { browserOffline, browserPresence, browserWake } from "../../src/hooks/browser-wake.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

const nothing = () => undefined;
const waysToListen: readonly (readonly [string, () => () => void])[] = [
  ["a wish to retry", () => browserWake(nothing)],
  ["a lost network", () => browserOffline(nothing)],
  ["a hidden page", () => browserPresence.subscribe(nothing)],
  ["a page that is left", () => browserLeave(nothing)],
  [
    "a page that returns",
    () => browserPage.subscribe({ onLeave: nothing, onReturn: nothing, onVisibility: nothing, onOnline: nothing }),
  ],
  ["a page that closes over a message", () => browserUnload(() => true)],
  ["the next frame", () => platformFrame(nothing)],
];

it.each(waysToListen)("waiting for %s ends after the page is gone", (_, begin) => {
  const [page, screen] = [new EventTarget(), Object.assign(new EventTarget(), { visibilityState: "visible" })];
  const removed = [page, screen].map((target) => vi.spyOn(target, "removeEventListener"));
  const cancel = vi.fn<(frame: number) => void>();
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", screen);
  vi.stubGlobal("requestAnimationFrame", () => 1);
  vi.stubGlobal("cancelAnimationFrame", cancel);
  const end = begin();
  for (const name of ["window", "document", "requestAnimationFrame", "cancelAnimationFrame"]) {
    vi.stubGlobal(name, undefined);
  }
  // A test's page takes its functions along.
  for (const target of [page, screen]) Object.assign(target, { removeEventListener: undefined });
  end();
  const ended = [...removed, cancel].reduce((sum, { mock }) => sum + mock.calls.length, 0);
  expect(ended).toBeGreaterThan(0);
});

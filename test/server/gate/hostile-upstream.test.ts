import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHostileWorld, hostiles, type HostileWorld } from "./hostile-upstream.js";
import { routeTable } from "../../../src/server/proxy/route-table.js";

/** Whatever answers in the service's place, nothing of the key or the service's address reaches a browser. */

let world: HostileWorld;
beforeEach(async () => {
  world = await createHostileWorld();
});
afterEach(() => world.backend.close());

/** Successes that no JSON route can read. */
const unreadable = ["page-200", "json-list", "json-half", "json-as-page", "stream-event", "redirect", "teapot"];

describe.each(Object.keys(hostiles))("an upstream that answers with %s", (name) => {
  it("leaks neither key nor address through any route of either door", async () => {
    const { backend, targets } = world;
    const key = backend.app.apiKey;
    const hostile = hostiles[name] ?? (() => Response.error());
    const faults: string[] = [];
    for (const target of targets) {
      for (const honest of target.name.startsWith("chat") ? [0, 1, 2] : [0, 1]) {
        const { bytes, headers, status, redirects } = await world.run(target, hostile, honest);
        const isJson = !/\/(content|stream)$|^DELETE|^chat/.test(target.name);
        const found = {
          key: bytes.includes(key) || bytes.includes(key.slice(4, 40)),
          address: bytes.includes("service.internal.test"),
          script: bytes.includes("<script>") || (headers.get("content-type") ?? "").includes("html"),
          cookie: headers.has("set-cookie"),
          guessedType: headers.get("x-content-type-options") !== "nosniff",
          crash: status === 500,
          followed: redirects.some((redirect) => redirect !== "error"),
          unread: honest === 0 && isJson && unreadable.includes(name) && status !== 502,
        };
        for (const [fault, is] of Object.entries(found)) {
          if (is) faults.push(`${fault}: ${target.name}, after ${honest}: ${bytes.slice(0, 200)}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });
});

it("has a target for every route", () => {
  expect(world.targets.length).toBeGreaterThan(routeTable.length + 8);
});

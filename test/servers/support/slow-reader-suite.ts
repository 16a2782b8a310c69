import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningHost } from "./host-suite.js";
import { settled, Visitor } from "./visitor.js";
import { createWorld, type World } from "./world.js";

/** What may lie between the service and a reader who does not read, the buffers of four sockets included (bytes). */
const mostHeld = 20_000_000;

/**
 * An answer that nobody reads must not gather in the host. The answer is half as large again as what is allowed.
 *
 * @param quiet how many turns of the event loop nothing must move in, until it stands still. @default 200; more for a host
 *   in a process of its own
 */
export function describeSlowReader(name: string, open: (world: World) => Promise<RunningHost>, quiet = 200): void {
  describe(`a host on ${name} with a slow reader`, () => {
    let world: World;
    let host: RunningHost;
    beforeAll(async () => {
      world = await createWorld();
      host = await open(world);
    });
    afterAll(async () => {
      await host?.close();
      await world?.close();
    });

    it("takes no more of a large answer than its reader does", async () => {
      const opened = world.nextStream();
      const answer = await new Visitor(host.chat, "flood").sendUnread("/flood flood");
      const stream = await opened;
      world.letGo("flood");
      expect(await settled(() => stream.pulled, quiet)).toBeLessThan(mostHeld);
      // Read on, it goes on, beyond what anybody may hold of it.
      let read = 0;
      for await (const chunk of answer) {
        read += (chunk as Buffer).byteLength;
        if (read > mostHeld) break;
      }
      expect(stream.pulled).toBeGreaterThan(mostHeld);
    });
  });
}

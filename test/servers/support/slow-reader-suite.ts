import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningHost } from "./host-suite.js";
import { settled, Visitor } from "./visitor.js";
import { createWorld, type World } from "./world.js";

/** Most bytes between the service and a client that does not read, including the buffers of four sockets. */
const mostHeld = 20_000_000;

/**
 * An unread response must not accumulate in the host. The response is 1.5 times the allowed size.
 *
 * @param quiet turns of the event loop without progress before the stream counts as stopped. @default 200; more for a
 *   host in a process of its own
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
      // When the client reads again, the rest arrives, beyond every buffer.
      let read = 0;
      for await (const chunk of answer) {
        read += (chunk as Buffer).byteLength;
        if (read > mostHeld) break;
      }
      expect(stream.pulled).toBeGreaterThan(mostHeld);
    });
  });
}

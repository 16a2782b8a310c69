import { expect, it } from "vitest";
import { bodyOf, createBackend } from "../../support/backend.js";
import { describeDoors } from "./two-doors.js";

/** Limits of a handler or proxy whose host gave no limiter. */

describeDoors("a door without a limiter of the host's", (open) => {
  it("limits the streams of each person whom resolve names, unless limits are off", async () => {
    const backend = await createBackend();
    const unlimited = await open({ limiter: false }, backend);
    const door = await open({}, backend);
    const streams = await Promise.all(Array.from({ length: 201 }, () => door.handle(door.follow())));
    const refused = streams.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect((await bodyOf(refused[0] ?? new Response())).error.code).toBe("too_many_streams");
    expect((await door.handle(door.stop())).status).toBe(200);
    const more = await unlimited.handle(unlimited.follow());
    expect(more.status).toBe(200);
    for (const { body } of [...streams, more]) if (!body?.locked) await body?.cancel();
    await backend.close();
  });
});

import { describe, expect, it } from "vitest";
import { connectService } from "../../src/api/service-connection.js";
import { serveMachine } from "../../src/server/node/machine/serve-machine.js";
import { createManualClock } from "../../src/testing/manual-clock.js";

const service = "https://service.test";

/** Serves a machine whose service gives these answers in turn, and the last one for ever. */
function serve(...answers: readonly (() => Response)[]) {
  const clock = createManualClock();
  const stop = new AbortController();
  const said: (string | null)[] = [];
  let tries = 0;
  const api = connectService({
    baseUrl: service,
    clock,
    random: () => 0.5,
    fetch: async () => (answers[tries++] ?? answers.at(-1)!)(),
  });
  const end = serveMachine({
    api,
    runner: { running: () => [] } as never,
    signal: stop.signal,
    onLink: (problem) => said.push(problem),
  });
  return { clock, stop, said, end, tries: () => tries };
}

const unreachable = () => {
  const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED", address: "127.0.0.1", port: 1 });
  throw new TypeError("fetch failed", { cause });
};
const page = (status: number) => () => new Response("<h1>Sign in</h1>", { status });
const own = (status: number, code: string, message: string) => () =>
  Response.json({ error: { code, message, status } }, { status });
/** A stream that says one thing and ends. */
const short = () => new Response(": hello\n\n", { headers: { "content-type": "text/event-stream" } });

describe("a machine that cannot connect", () => {
  it("reports the reason at its first try, once for as long as the reason stays", async () => {
    const { clock, stop, said, end, tries } = serve(unreachable);
    await clock.advanceAsync(60_000);
    expect(tries()).toBeGreaterThan(3);
    expect(said).toEqual([
      `${service} could not be reached (ECONNREFUSED 127.0.0.1:1). Check --service and this computer's network.`,
    ]);
    stop.abort();
    expect(await end).toBe("stopped");
  });

  it.each([401, 403, 404, 502])("reports that another server answered %s, and tries again", async (status) => {
    const { clock, stop, said, tries } = serve(page(status));
    await clock.advanceAsync(10_000);
    expect(tries()).toBeGreaterThan(1);
    expect(said).toEqual([
      `${service} answered ${status}, but not as the service does. Check --service, and any proxy before the service.`,
    ]);
    stop.abort();
  });

  it("reports the service's answer, and each other reason", async () => {
    const full = own(503, "streams_full", "Too many streams are open.");
    const { clock, stop, said } = serve(full, full, unreachable, short);
    await clock.advanceAsync(5_000);
    expect(said).toEqual([
      `${service} answered 503: Too many streams are open.`,
      expect.stringContaining("could not be reached"),
      null,
    ]);
    stop.abort();
  });

  it.each([
    [403, "forbidden", "This credential may not."],
    [404, "not_found", "There is nothing at this address."],
  ])("ends when the service itself refuses with %s", async (status, code, message) => {
    const { said, end, tries } = serve(own(status, code, message));
    await expect(end).rejects.toMatchObject({
      code,
      message: `${service} refused this computer (${status}): ${message} Check --service, or connect anew with --forget.`,
    });
    expect([tries(), said]).toEqual([1, []]);
  });
});

describe("a machine whose connection breaks", () => {
  it("reports nothing when it opens again at the first try", async () => {
    const { clock, stop, said } = serve(short, short);
    await clock.advanceAsync(500);
    expect(said).toEqual([null]);
    stop.abort();
  });

  it("reports that the first try failed, and once more that it is open", async () => {
    const { clock, stop, said, tries } = serve(short, unreachable, unreachable, short);
    await clock.advanceAsync(500);
    expect(tries()).toBe(2);
    await clock.advanceAsync(5_000);
    expect(said).toEqual([null, expect.stringContaining("could not be reached"), null]);
    stop.abort();
  });
});

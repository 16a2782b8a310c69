import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ServiceClient } from "../../../src/api/service-client.js";
import { streamSessionEvents } from "../../../src/api/stream-session-events.js";
import { exchange, FrameReader, Visitor, within } from "./visitor.js";
import { createWorld, type SeenStream, type World } from "./world.js";

export interface RunningHost {
  /** Where the chat is mounted. */
  readonly chat: string;
  /** Where the session proxy is mounted. */
  readonly proxy: string;
  close(): Promise<void>;
}

export interface HostTraits {
  /** The framework's own response to OPTIONS. @default 405, the handler's own answer */
  readonly options?: number;
  /** A parser of the framework's reads bodies first, and refuses what it cannot read in its own words. */
  readonly parses?: boolean;
}

const isText = (data: { type: string }) => data.type === "text";
const isDone = (data: { type: string }) => data.type === "done";

/** Requirements wherever the chat handler and the session proxy are mounted. The host trusts the header `x-user`. */
export function describeHost(
  name: string,
  open: (world: World) => Promise<RunningHost>,
  traits: HostTraits = {},
): void {
  describe(`a host on ${name}`, () => {
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

    const visitor = (conversation: string) => new Visitor(host.chat, conversation);
    const newest = (): SeenStream => {
      const seen = world.streams.at(-1);
      if (!seen) throw new Error("No stream was opened.");
      return seen;
    };

    it("streams text while the turn is still running", async () => {
      const answer = await visitor("held").send("/hold held");
      expect(answer.headers.get("content-type")).toContain("text/event-stream");
      const frames = new FrameReader(answer);
      expect((await frames.until(isText)).at(-1)).toMatchObject({ text: "first " });
      world.letGo("held");
      const rest = await frames.until(isDone);
      expect(rest[0]).toMatchObject({ type: "text", text: "second" });
      expect(rest.at(-1)).toMatchObject({ type: "done", reply: { text: "first second", status: "completed" } });
    });

    it("closes the service's stream within a second of a disconnect, and the turn continues", async () => {
      const left = new AbortController();
      const ana = visitor("left");
      const frames = new FrameReader(await ana.send("/hold left", { signal: left.signal }));
      await frames.until(isText);
      left.abort();
      expect(await within(1_000, newest().over, "Letting go")).toBe("left");
      // A returning client reads the same turn from its start.
      const back = new FrameReader(await ana.ask("/stream"));
      await back.until(isText);
      world.letGo("left");
      expect((await back.until(isDone)).at(-1)).toMatchObject({ reply: { text: "first second" } });
    });

    it("passes a decision on and streams what follows it", async () => {
      const ana = visitor("decision");
      const frames = new FrameReader(await ana.send('/approve refund {"amount": 5}'));
      const asked = (await frames.until(({ type }) => type === "pending")).at(-1);
      const requestId = asked.pending.requestId;
      const answered = await ana.ask("/respond", { body: { requestId, decision: "approve" } });
      const told = await new FrameReader(answered).until(isDone);
      expect(told.at(-1)).toMatchObject({ type: "done", reply: { status: "completed" } });
      const history = await (await ana.ask("")).json();
      expect(history).toMatchObject({ pending: [], status: "idle" });
      expect(JSON.stringify(history.messages)).toContain("`refund` was approved");
    });

    it("stops a turn, and reports it in its open stream", async () => {
      const ana = visitor("stopped");
      const frames = new FrameReader(await ana.send("/hold stopped"));
      await frames.until(isText);
      const stopped = await ana.ask("/stop", { body: {} });
      expect(await stopped.json()).toMatchObject({ stopped: true });
      expect((await frames.until(isDone)).at(-1)).toMatchObject({ reply: { status: "cancelled", text: "first " } });
      expect((await ana.ask("/stream")).status).toBe(204);
    });

    it("takes a large message whole, and refuses a larger one in words", async () => {
      const ana = visitor("large");
      const message = `/say ${"é".repeat(20_000)}`;
      const done = (await new FrameReader(await ana.send(message)).until(isDone)).at(-1);
      expect(done).toMatchObject({ reply: { text: message.slice(5) } });
      const refused = await ana.send("x".repeat(1_100_000));
      expect(refused.status).toBe(413);
      expect(await refused.json()).toMatchObject({ error: { code: "body_too_large" } });
    });

    it.each([
      ["no JSON", { body: "{" }, 400, traits.parses ? "" : "invalid_body"],
      ["no message", { body: {} }, 400, "message_required"],
      ["a form", { body: "message=hi", headers: { "content-type": "application/x-www-form-urlencoded" } }, 415, ""],
      ["no user", { body: { message: "hi" }, headers: { "x-user": "" } }, 401, ""],
      ["a cursor that is none", { headers: { accept: "text/event-stream", "last-event-id": "x" } }, 400, ""],
    ])("refuses %s", async (_name, options, status, code) => {
      const answer = await visitor("refused").ask("", options);
      expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(code)]);
    });

    it.each([
      ["PUT", 405],
      ["DELETE", 405],
      ["HEAD", 405],
      ["OPTIONS", traits.options ?? 405],
    ])("answers %s with %i and the allowed methods", async (method, status) => {
      const answer = await visitor("methods").ask("", { method });
      expect(answer.status).toBe(status);
      await answer.text();
    });

    it("answers 400 to malformed HTTP, and continues", async () => {
      expect(await exchange(host.chat, "no such thing\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
      expect((await visitor("after").ask("")).status).toBe(200);
    });

    describe("with the session proxy", () => {
      it("streams a session's events during its turn, and closes the stream on a disconnect", async () => {
        const ana = visitor("proxied");
        await new FrameReader(await ana.send("/hold proxied")).until(isText);
        const { sessionId } = await (await ana.ask("")).json();
        const client = new ServiceClient({ baseUrl: host.proxy, headers: { "x-user": "ana" } });
        const left = new AbortController();
        const events = streamSessionEvents(client, { sessionId }, { signal: left.signal });
        const types: string[] = [];
        while (!types.includes("agent.message.delta")) types.push((await events.next()).value?.type ?? "");
        left.abort();
        expect(await within(1_000, newest().over, "Letting go")).toBe("left");
        expect(types[0]).toBe("session.created");
        await events.return();
        world.letGo("proxied");
      });

      it("answers a route that is not there, a method that is none, and who is not signed in", async () => {
        const get = (path: string, init: RequestInit = {}) =>
          fetch(host.proxy + path, { headers: { "x-user": "ana" }, ...init });
        expect((await get("/v1/nothing")).status).toBe(404);
        expect((await get("/v1/workspaces/current/sessions", { headers: {} })).status).toBe(401);
        expect((await get("/v1/workspaces/current/sessions", { method: "HEAD" })).status).toBe(405);
        expect((await get("/v1/workspaces/current/sessions?view=page")).status).toBe(200);
      });
    });
  });
}

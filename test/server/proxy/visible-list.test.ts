import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";
import type { SessionProxyOptions } from "../../../src/server/proxy/proxy-options.js";
import type { ProxyUpstream } from "../../../src/server/proxy/upstream.js";
import type { Session } from "../../../src/wire/protocol/session.js";
import { bodyOf, createBackend, resolveHeaders, type Backend } from "../../support/backend.js";
import { code, request, upstreamWith } from "./browser-request.js";

/** A list limited by `authorizeSession`: nothing in it reveals a hidden session. */

const options: SessionProxyOptions = {
  resolve: resolveHeaders,
  sessionList: "visible",
  authorizeSession: ({ initialMessage }) => initialMessage.includes("shown"),
};

let backend: Backend;
let sessions: readonly Session[];
const hidden = () => sessions.filter(({ initialMessage }) => initialMessage.includes("hidden"));
const shown = () => sessions.filter(({ initialMessage }) => initialMessage.includes("shown"));

beforeAll(async () => {
  backend = await createBackend();
  const workspaceId = await backend.service.workspaceId({ tenant: "acme" });
  const words = ["hidden", "shown", "hidden", "hidden", "shown", "shown", "hidden", "shown", "shown", "hidden"];
  sessions = await Promise.all(
    words.map((word, index) =>
      backend.service.client.createSession({ workspaceId, initialMessage: `/say ${word} ${index}` }),
    ),
  );
});
afterAll(() => backend.close());

interface Page {
  readonly sessions: readonly Session[];
  readonly nextCursor: string | null;
}

const list = (query: string, upstream: ProxyUpstream = backend.service) =>
  createSessionProxy(upstream, options)(request("GET", `workspaces/current/sessions?view=page${query}`));
const page = async (query: string, upstream?: ProxyUpstream): Promise<Page> => bodyOf(await list(query, upstream));

async function pages(limit: number): Promise<Page[]> {
  const read = [await page(`&limit=${limit}`)];
  for (let { nextCursor } = read[0]!; nextCursor !== null; { nextCursor } = read.at(-1)!)
    read.push(await page(`&limit=${limit}&cursor=${nextCursor}`));
  return read;
}

describe("a list of all sessions that a person may open", () => {
  it.each([1, 2, 3, 4, 5, 6])("shows each of them once, newest first, in full pages of %i", async (limit) => {
    const read = await pages(limit);
    expect(read.map((each) => each.sessions.length).slice(0, -1)).toEqual(read.slice(1).map(() => limit));
    const ids = read.flatMap((each) => each.sessions.map(({ id }) => id));
    const newestFirst = shown().toSorted((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? 1 : -1));
    expect(ids).toEqual(newestFirst.map(({ id }) => id));
    expect(read.at(-1)?.sessions).not.toEqual([]);
  });

  it("answers a search that matches only hidden sessions like a search without matches", async () => {
    expect(hidden().length).toBeGreaterThan(2);
    const answers = ["hidden", "no such words"].map((search) => page(`&limit=1&search=${encodeURIComponent(search)}`));
    const [matched, unmatched] = await Promise.all(answers);
    expect(matched).toEqual(unmatched);
  });

  it("returns cursors without ids and times, all of one length", async () => {
    const cursors = (await pages(1)).flatMap(({ nextCursor }) => nextCursor ?? []);
    expect(new Set(cursors.map((cursor) => cursor.length)).size).toBe(1);
    for (const cursor of cursors) {
      const bytes = Buffer.from(cursor, "base64url").toString("latin1");
      for (const { id, createdAt } of sessions) {
        for (const said of [id, createdAt, String(Date.parse(createdAt))]) {
          expect(bytes).not.toContain(said);
          expect(cursor).not.toContain(said);
        }
      }
    }
  });

  it("continues in another process with the same key, and refuses the cursor under another one", async () => {
    const { nextCursor } = await page("&limit=2");
    const again = await page(`&limit=2&cursor=${nextCursor}`, backend.newService());
    expect(again.sessions).toEqual((await pages(2))[1]?.sessions);
    const other = backend.newService({ apiKey: "svk_another" });
    const foreign = upstreamWith(backend.service, (asked) => backend.service.forward(asked));
    const mixed = { ...foreign, unseal: (sealed: string) => other.unseal(sealed) };
    expect(await code(list(`&cursor=${nextCursor}`, mixed))).toEqual([400, "cursor_invalid"]);
  });

  it("refuses a cursor that the service gave out, and any other that it did not make", async () => {
    const { id, createdAt } = hidden()[0]!;
    const made = (await page("&limit=2")).nextCursor ?? "";
    const last = made.endsWith("A") ? "Q" : "A";
    for (const cursor of [`${Date.parse(createdAt)}_${id}`, "", "x", `${made.slice(0, -1)}${last}`, made.slice(4)])
      expect(await code(list(`&cursor=${cursor}`))).toEqual([400, "cursor_invalid"]);
  });

  it.each(["0", "-1", "x", "1.5", ""])("refuses a limit of %j", async (limit) => {
    expect(await code(list(`&limit=${limit}`))).toEqual([400, "validation_failed"]);
  });

  it("asks the service for five pages at most, and gives a cursor of the same length where it stopped", async () => {
    let asked = 0;
    const endless = upstreamWith(backend.service, async (upstream) => {
      if (!upstream.path.includes("/sessions?")) return backend.service.forward(upstream);
      asked += 1;
      return Response.json({ pinned: [], sessions: hidden().slice(0, 1), nextCursor: `page-${asked}` });
    });
    const first = await page("", endless);
    expect([first.sessions, asked]).toEqual([[], 5]);
    const second = await page(`&cursor=${first.nextCursor}`, endless);
    expect([second.sessions, asked]).toEqual([[], 10]);
    expect(first.nextCursor).toHaveLength((await page("&limit=1")).nextCursor?.length ?? 0);
  });
});

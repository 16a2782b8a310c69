import { beforeAll, describe, expect, it } from "vitest";
import type { SessionEvent } from "@service/sdk/protocol";
import { fault, harness, type Harness } from "../harness.js";

let service: Harness;
let session: string;
let all: SessionEvent[];

beforeAll(async () => {
  service = await harness();
  session = await service.start('/long 300 1000\n/reason 5\n/tool search {"q":"x"}\n/say done');
  await service.clock.advance(10_000);
  await service.send(session, "/tool-fail fetch");
  all = await service.log(session);
});

async function replay(query: string) {
  const { status, headers, body } = await service.call("GET", `${session}/events${query}`);
  expect(status).toBe(200);
  const events = body as unknown as SessionEvent[];
  return {
    sequences: events.map((event) => event.sequence),
    events,
    fact: (name: string) => headers.get(`x-service-${name}`),
  };
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);

describe("replay", () => {
  it("has a log to speak of", () => {
    expect(all.length).toBeGreaterThan(20);
  });

  it("gives the log in pages that follow each other, without gap or repeat", async () => {
    const seen: number[] = [];
    for (let after = 0; ;) {
      const page = await replay(`?after=${after}&limit=7`);
      seen.push(...page.sequences);
      expect(page.fact("page-truncated")).toBe(page.fact("has-more"));
      if (page.fact("has-more") === "false") break;
      expect(page.fact("truncated-by")).toBe("count");
      after = Number(page.fact("next-after"));
    }
    expect(seen).toEqual(range(1, all.length));
  });

  it("gives the log backwards, each page ascending", async () => {
    let seen: number[] = [];
    for (let before = all.length + 1; ;) {
      const page = await replay(`?before=${before}&limit=7`);
      seen = [...page.sequences, ...seen];
      if (page.fact("has-more") === "false") break;
      before = Number(page.fact("next-before"));
    }
    expect(seen).toEqual(range(1, all.length));
  });

  it("describes the page in headers", async () => {
    const page = await replay("?after=2&limit=3");
    expect(page.sequences).toEqual([3, 4, 5]);
    const facts = ["event-mode", "event-direction", "payload-mode", "forensic-exact", "covered-first", "covered-last"];
    expect(facts.map(page.fact)).toEqual(["forensic", "after", "full", "true", "3", "5"]);
    expect(page.fact("page-max-bytes")).toBe("1048576");
    expect(page.fact("page-bytes")).toBe(String(new TextEncoder().encode(JSON.stringify(page.events)).length));
  });

  it("answers a cursor at or beyond the end with an empty page that covers nothing", async () => {
    for (const after of [all.length, 10_000, Number.MAX_SAFE_INTEGER]) {
      const page = await replay(`?after=${after}`);
      expect(page.sequences).toEqual([]);
      expect(["covered-first", "next-after", "next-before"].map(page.fact)).toEqual([null, null, null]);
      expect(page.fact("has-more")).toBe("false");
    }
  });

  it("shows without a cursor the newest events, deltas left out and payloads short", async () => {
    const page = await replay("");
    expect(["event-mode", "event-direction", "payload-mode"].map(page.fact)).toEqual([
      "monitoring",
      "before",
      "summary",
    ]);
    const wanted = all.filter((event) => !event.type.endsWith(".delta")).map((event) => event.sequence);
    expect(page.sequences).toEqual(wanted.slice(-40));
    const long = page.events.find((event) => event.type === "agent.message.completed");
    expect((long?.payload as { text: string } | undefined)?.text).toHaveLength(501);
    expect(page.fact("forensic-exact")).toBe("false");
  });

  it("cuts a summary, a name and a title after a whole character", async () => {
    for (const first of ["", "a"]) {
      const long = await service.start(`/title ${first}${"🏔".repeat(300)}`);
      const page = await service.call("GET", `${long}/events?payloadMode=summary&after=0`);
      await service.call("POST", `${long}/events`, { type: "user.pause", payload: {} });
      const untitled = await service.start(first + "🏔".repeat(300));
      await service.call("POST", `${untitled}/events`, { type: "user.pause", payload: {} });
      const held = [await service.call("GET", long), await service.call("GET", untitled)];
      for (const { body } of [page, ...held]) {
        expect(JSON.stringify(body)).toContain("🏔");
        expect(JSON.stringify(body)).not.toMatch(/\\ud8/);
      }
    }
  });

  it("leaves payloads out when asked", async () => {
    const { events } = await replay("?after=0&limit=2&payloadMode=none");
    expect(events.map((event) => event.payload)).toEqual([null, null]);
    expect((await replay("?mode=forensic&limit=2")).sequences).toEqual([1, 2]);
    expect((await replay("?mode=forensic&direction=before&limit=2")).sequences).toEqual([all.length - 1, all.length]);
  });

  it("keeps limits to the most that the mode allows", async () => {
    expect((await replay("?after=0&limit=999999")).sequences).toEqual(range(1, all.length));
    expect((await replay("?mode=monitoring&limit=1")).sequences).toEqual([all.length]);
  });

  it.each([
    ["includeTypes=turn.queued,turn.completed", (type: string) => ["turn.queued", "turn.completed"].includes(type)],
    ["excludeTypes=agent.message.delta", (type: string) => type !== "agent.message.delta"],
    ["includeClasses=terminal", (type: string) => type === "turn.completed"],
    [
      "includeClasses=tool_receipt,terminal&includeTypes=user.message",
      (type: string) => ["turn.completed", "agent.toolCall.output", "user.message"].includes(type),
    ],
    [
      "excludeClasses=checkpoint",
      (type: string) => !["session.created", "session.status.changed", "turn.started"].includes(type),
    ],
    ["includeClasses=provider_account", () => false],
  ] as const)("filters by %s inside the query", async (query, isWanted) => {
    const wanted = all.filter((event) => isWanted(event.type)).map((event) => event.sequence);
    const page = await replay(`?after=0&${query}`);
    expect(page.sequences).toEqual(wanted);
    expect(page.fact("forensic-exact")).toBe("false");
    if (wanted.length < 2) return;
    const short = await replay(`?after=0&limit=1&${query}`);
    expect([short.sequences, short.fact("has-more")]).toEqual([wanted.slice(0, 1), "true"]);
  });

  it("ignores unknown types", async () => {
    const known = await replay("?after=0&includeTypes=turn.started,of.tomorrow");
    expect(known.sequences).toEqual(all.filter(({ type }) => type === "turn.started").map(({ sequence }) => sequence));
    expect((await replay("?after=0&includeTypes=of.tomorrow")).sequences).toEqual([]);
  });

  it("answers the newest event of a class alone, or null", async () => {
    const newest = (type: string) => all.findLast((event) => event.type === type)?.sequence;
    const latest = (query: string) => service.call("GET", `${session}/events?latest=${query}`);
    expect((await latest("terminal")).body).toMatchObject({ sequence: newest("turn.completed") });
    expect((await latest("receipt")).body).toMatchObject({ sequence: newest("agent.toolCall.output") });
    const compact = await latest("receipt&resultMode=compact");
    expect(compact.headers.get("x-service-payload-mode")).toBe("summary");
    expect((await latest("failure")).body).toBeNull();
  });

  it.each([
    "after=-1",
    "after=1.5",
    "after=x",
    "after=",
    "after=99999999999999999999",
    "before=x",
    "limit=0",
    "limit=many",
    "compact=yes",
    "mode=quick",
    "direction=up",
    "payloadMode=half",
    "excludeClasses=unknown",
    `includeTypes=${Array.from({ length: 101 }, () => "user.message").join()}`,
    "latest=unknown",
    "latest=terminal&includeTypes=user.message",
    "resultMode=compact",
  ])("refuses ?%s and names the parameter", async (query) => {
    const answer = await service.call("GET", `${session}/events?${query}`);
    expect(fault(answer)).toBe("400 validation_failed");
    expect(answer.body["error"]?.["message"]).toContain(`"${query.split("=")[0]}`);
  });
});

describe("a compact replay", () => {
  it("merges runs of deltas, keeps the first one's sequence, and has the same text", async () => {
    const page = await replay("?after=0&compact=1");
    const merged = page.events.filter((event) => event.type === "agent.message.delta");
    const text = (events: readonly SessionEvent[]) =>
      events
        .filter((event) => event.type === "agent.message.delta")
        .map((event) => (event.payload as { text: string }).text)
        .join("");
    expect(text(page.events)).toBe(text(all));
    expect(merged.length).toBeLessThan(all.filter((event) => event.type === "agent.message.delta").length);
    const run = merged[0];
    const last = (run?.payload as { coalescedUntil: number } | undefined)?.coalescedUntil ?? 0;
    expect(run).toMatchObject({ id: all[(run?.sequence ?? 0) - 1]?.id });
    expect(all[last]?.type).toBe("agent.message.completed");
    expect(page.fact("covered-last")).toBe(String(all.length));
  });

  it("counts its limit in raw events and continues where it stopped, at every cut", async () => {
    for (let limit = 1; limit <= 12; limit += 1) {
      const seen: number[] = [];
      for (let after = 0; ;) {
        const page = await replay(`?after=${after}&compact=true&limit=${limit}`);
        for (const event of page.events) {
          const until = (event.payload as { coalescedUntil?: number }).coalescedUntil ?? event.sequence;
          seen.push(...range(event.sequence, until));
        }
        if (page.fact("has-more") === "false") break;
        after = Number(page.fact("next-after"));
      }
      expect(seen).toEqual(range(1, all.length));
    }
  });
});

describe("a page that would be too large", () => {
  it("is cut at a whole event, and marked as cut, in both directions", async () => {
    const own = await harness();
    const path = await own.start("/silence 1000");
    const long = "x".repeat(60_000);
    for (let n = 0; n < 25; n += 1) await own.send(path, `${n} ${long}`);
    for (const direction of ["after=0", "before=99"]) {
      const { headers, body } = await own.call("GET", `${path}/events?${direction}`);
      const sequences = (body as unknown as SessionEvent[]).map((event) => event.sequence);
      expect(headers.get("x-service-truncated-by")).toBe("bytes");
      expect(headers.get("x-service-has-more")).toBe("true");
      expect(Number(headers.get("x-service-page-bytes"))).toBeLessThanOrEqual(1_048_576);
      expect(sequences).toEqual(range(sequences[0] ?? 0, sequences.at(-1) ?? -1));
      expect(sequences.length).toBeGreaterThan(10);
    }
  });
});

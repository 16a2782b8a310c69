import { describe, expect, it } from "vitest";
import { verifyChatEndpoint } from "../../src/doctor/verify-chat-endpoint.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import { inProcessFetch } from "../../src/testing/in-process-fetch.js";
import { createBackend } from "../support/backend.js";
import { badOf, examine, heartbeatMs, openBackend, serve, unknownOf, wordsOf } from "./support/examine.js";

describe("a host that is as it should be", () => {
  it("is found without fault, but for the hour that was not waited for", async () => {
    const backend = await openBackend();
    const url = await serve(backend.chat({ heartbeatMs }));
    const report = await examine(url);
    expect(badOf(report)).toEqual([]);
    expect(unknownOf(report)).toEqual(["time-out: unknown"]);
    expect(wordsOf(report, "time-out")).toMatch(/held 0\.\d s, an hour not proven\. --wait 3600 proves it/);
    expect(report.findings.map(({ check }) => check).join(" ")).toBe(
      "address handler version conversation caching sign-in people origins respond stop resume stream compression key send buffering heartbeats time-out",
    );
  });

  it("is left with one message in one fresh conversation, which is settled", async () => {
    const backend = await openBackend();
    const url = await serve(backend.chat({ heartbeatMs }));
    const report = await examine(url, { message: "/approve refund {}" });
    expect(badOf(report)).toEqual([]);
    expect(report).toMatchObject({ url, sent: true, conversation: expect.stringMatching(/^doctor-[0-9a-f-]{36}$/) });
    const sessions = await backend.service.sessions.list({ tenant: "acme" });
    expect(sessions).toMatchObject([{ initialMessage: "/approve refund {}", status: "idle", endUser: { id: "ana" } }]);
  });

  it("is left as it was when nothing may be sent", async () => {
    const backend = await openBackend();
    const url = await serve(backend.chat({ heartbeatMs }));
    const report = await examine(url, { readOnly: true });
    expect([badOf(report), report.sent]).toEqual([[], false]);
    expect(unknownOf(report)).toEqual(["send: unknown", "time-out: unknown"]);
    expect(backend.calls.filter(({ method }) => method === "POST")).toEqual([]);
    expect(await backend.service.sessions.list({ tenant: "acme" })).toEqual([]);
  });

  it("is found so behind its session proxy, too", async () => {
    const backend = await openBackend();
    const [chat, proxy] = [backend.chat({ heartbeatMs }), backend.proxy()];
    const url = await serve((request) => (request.url.includes("/api/service/") ? proxy(request) : chat(request)));
    const report = await examine(url, { proxy: url.replace("/api/chat", "/api/service/") });
    expect(badOf(report)).toEqual([]);
    expect(report.findings.filter(({ check }) => check === "proxy")).toEqual([
      expect.objectContaining({ outcome: "ok", message: expect.stringContaining("answers at") as unknown }),
      expect.objectContaining({ outcome: "ok", message: expect.stringContaining("come through") as unknown }),
    ]);
  });

  it("is found so whichever format it answers in by itself", async () => {
    const backend = await openBackend();
    const url = await serve(backend.chat({ heartbeatMs, format: "ui-stream" }));
    expect(badOf(await examine(url))).toEqual([]);
  });

  it("is not sent anything where it takes other formats only", async () => {
    const backend = await openBackend();
    const url = await serve(backend.chat({ heartbeatMs, format: "ui-stream", fixedFormat: true }));
    const report = await examine(url);
    expect([badOf(report), unknownOf(report), report.sent]).toEqual([
      [],
      ["send: unknown", "time-out: unknown"],
      false,
    ]);
    expect(wordsOf(report, "send")).toContain("takes another format than the native one");
  });

  it.each([
    ["sends", false],
    ["listens", true],
  ])("is left at once when the examination is given up while it %s", async (_name, readOnly) => {
    const backend = await openBackend();
    const url = await serve(backend.chat({ heartbeatMs }));
    const given = new AbortController();
    const onProgress = () => given.abort(new Error("given up"));
    await expect(examine(url, { onProgress, signal: given.signal, readOnly, waitMs: 60_000 })).rejects.toThrow(
      "given up",
    );
  });

  it("is told of by each finding as it is made", async () => {
    const backend = await openBackend();
    const told: unknown[] = [];
    const report = await examine(await serve(backend.chat({ heartbeatMs })), {
      onFinding: (finding) => told.push(finding),
    });
    expect(told).toEqual(report.findings);
  });
});

describe("a silent stream", () => {
  /** An examination in which time stands still until it holds the stream; then `ms` go by. */
  async function held(ms: number, { heartbeatMs = 15_000, silenceMs = 45_000 } = {}) {
    const clock = createManualClock();
    const backend = await createBackend({ clock });
    let holds = () => {};
    const holding = new Promise<void>((resolve) => (holds = resolve));
    const examining = verifyChatEndpoint("https://product.example/api/chat", {
      headers: { "x-user": "ana" },
      fetch: inProcessFetch(backend.chat({ heartbeatMs })),
      readOnly: true,
      waitMs: ms,
      limits: { silenceMs },
      clock,
      onProgress: holds,
    });
    await holding;
    // The host looks for a first message at each heartbeat, and has to be done with that before time goes on.
    const settle = async () => {
      for (let turn = 0; turn < 20; turn++) await clock.advanceAsync(0);
    };
    await settle();
    const step = Math.min(heartbeatMs, ms);
    for (let gone = 0; gone < ms; gone += step) {
      await clock.advanceAsync(step);
      await settle();
    }
    const report = await examining;
    await backend.close();
    return report;
  }

  it("proves the hour when it is held for one", async () => {
    const report = await held(3_600_000, { heartbeatMs: 200_000, silenceMs: 300_000 });
    expect(badOf(report)).toEqual([]);
    expect(report.findings).toContainEqual({
      check: "time-out",
      outcome: "ok",
      message: "A silent stream was held for an hour.",
    });
    expect(report.findings).toContainEqual(expect.objectContaining({ check: "heartbeats", outcome: "ok" }));
  });

  it("is said to have been held 90 s when it was", async () => {
    const report = await held(90_000);
    expect(wordsOf(report, "time-out")).toContain("held 90 s, an hour not proven");
  });

  it("without a heartbeat is a fault from the time on at which pages give it up", async () => {
    const report = await held(90_000, { heartbeatMs: 600_000 });
    expect(badOf(report)).toEqual(["heartbeats: fault"]);
    expect(wordsOf(report, "heartbeats")).toContain("no byte for 90 s; pages give one up after 45 s");
  });

  it("without a heartbeat is not judged before that", async () => {
    const report = await held(30_000, { heartbeatMs: 600_000 });
    expect([badOf(report), unknownOf(report)]).toEqual([[], expect.arrayContaining(["heartbeats: unknown"])]);
    expect(wordsOf(report, "heartbeats")).toContain("--wait 60");
  });
});

import { describe, expect, it } from "vitest";
import { toNodeHandler } from "../../../src/server/node/to-node-handler.js";
import { badOf, examine, heartbeatMs, openBackend, openHost, serve, unknownOf, wordsOf } from "./support/examine.js";

describe("a host that is as it should be", () => {
  it("is found without fault, but for the hour that was not waited for", async () => {
    const backend = await openBackend();
    const url = await serve(backend.chat({ heartbeatMs }));
    const report = await examine(url);
    expect(badOf(report)).toEqual([]);
    expect(unknownOf(report)).toEqual(["time-out: unknown"]);
    expect(wordsOf(report, "time-out")).toMatch(/held 0\.\d s, an hour not proven\. --wait 3600 proves it/);
    expect(report.findings.map(({ check }) => check).join(" ")).toBe(
      "address handler version conversation caching sign-in people origins respond stop resume identity stream compression key send buffering heartbeats time-out",
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
      expect.objectContaining({ outcome: "ok", message: expect.stringContaining("who is signed in") as unknown }),
      expect.objectContaining({
        outcome: "ok",
        message: expect.stringContaining("arrive as they are written") as unknown,
      }),
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

  it("ends the examination at once when `onFinding` throws", async () => {
    const chat = toNodeHandler((await openBackend()).chat({ heartbeatMs }));
    const followed: Promise<void>[] = [];
    const url = await openHost((request, response) => {
      if (request.url?.includes("follow")) followed.push(new Promise((left) => response.once("close", () => left())));
      void chat(request, response);
    });
    const onFinding = ({ check }: { readonly check: string }) => {
      if (check === "stream") throw new Error("enough");
    };
    await expect(examine(url, { onFinding })).rejects.toThrow("enough");
    expect(followed).toHaveLength(1);
    await Promise.all(followed);
  });

  it("reports each finding at once", async () => {
    const backend = await openBackend();
    const told: unknown[] = [];
    const report = await examine(await serve(backend.chat({ heartbeatMs })), {
      onFinding: (finding) => told.push(finding),
    });
    expect(told).toEqual(report.findings);
  });
});

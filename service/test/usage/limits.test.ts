import { describe, expect, it } from "vitest";
import type { ServiceApiError } from "@service/sdk/protocol";
import { admitMessage, defaultLimits, limitsOf, roomFor } from "../../src/usage/limits.js";
import { defaultSettings } from "../../src/settings/setting-table.js";

const none = defaultLimits(defaultSettings);
const counts = { messages: 4, inputTokens: 2, outputTokens: 1 };

function refusal(act: () => void): ServiceApiError {
  try {
    act();
  } catch (error) {
    return error as ServiceApiError;
  }
  throw new Error("It was admitted.");
}

describe("a message over a limit", () => {
  const admit = (quotas: object, now: string) =>
    admitMessage({ month: "2025-12", workspace: counts, person: counts, quotas }, none, now);

  it("is refused until the end of the month in which it counts, also when that has just ended", () => {
    const quotas = { person: { messages: 3 } };
    const before = refusal(() => admit(quotas, "2025-12-31T23:59:59.000Z"));
    expect([before.details, before.retryAfterMs]).toMatchObject([{ resetsAt: "2026-01-01T00:00:00.000Z" }, 1_000]);
    const after = refusal(() => admit(quotas, "2026-01-01T00:00:00.500Z"));
    expect([after.details, after.retryAfterMs]).toMatchObject([{ resetsAt: "2026-01-01T00:00:00.000Z" }, 0]);
  });

  it("is refused with the figures of the person's limit in words, and with those of the workspace's only in details", () => {
    const ofPerson = refusal(() => admit({ person: { tokens: 3 } }, "2025-12-01T00:00:00.000Z"));
    expect(ofPerson.message).toContain("3 of 3 tokens");
    const ofWorkspace = refusal(() => admit({ workspace: { messages: 3 } }, "2025-12-01T00:00:00.000Z"));
    expect(ofWorkspace.message).not.toMatch(/\b3\b/);
    expect(ofWorkspace.details).toMatchObject({ limit: 3, used: 3 });
  });
});

describe("a file", () => {
  it("needs no sums where neither its workspace nor its person has a limit", () => {
    expect(roomFor(5, { workspace: { messages: 1 }, person: { storedBytes: null } }, none)).toBeNull();
    expect(roomFor(5, { person: { storedBytes: 9 } }, none)).not.toBeNull();
  });

  it("is refused without the figures of the workspace in words", () => {
    const room = roomFor(5, { workspace: { storedBytes: 77 } }, none);
    expect(room?.({ workspace: 77, person: 77 })).toBeUndefined();
    const full = refusal(() => room?.({ workspace: 78, person: 5 }));
    expect(full.message).not.toMatch(/7[378]/);
    expect(full.details).toMatchObject({ limit: 77, used: 73 });
  });
});

it("takes each limit from the workspace, else from the service, and null as none", () => {
  const defaults = defaultLimits({ ...defaultSettings, personMessages: 5, personTokens: 6 });
  expect(limitsOf("person", { person: { messages: null } }, defaults)).toEqual({
    messages: null,
    tokens: 6,
    storedBytes: null,
    runningTurns: null,
  });
});

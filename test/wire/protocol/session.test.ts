import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { clientConfigSchema, sessionSchema } from "../../../src/wire/protocol/session.js";

const least = {
  id: "s",
  workspaceId: "w",
  status: "idle",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

describe("a session record", () => {
  it("of a smaller server gets what it leaves out", () => {
    expect(v.parse(sessionSchema, least)).toMatchObject({
      title: null,
      agentAccess: "workspace",
      memoryScope: "workspace",
      endUser: null,
      activeTurnId: null,
      lastSequence: 0,
    });
  });

  it("keeps a status and fields of tomorrow", () => {
    expect(v.parse(sessionSchema, { ...least, status: "dreaming", mood: "good" })).toMatchObject({
      status: "dreaming",
      mood: "good",
    });
  });

  it("is refused without its id", () => {
    expect(v.safeParse(sessionSchema, { ...least, id: null }).success).toBe(false);
  });
});

describe("the client configuration", () => {
  it("may be empty", () => {
    expect(v.parse(clientConfigSchema, {})).toEqual({});
    expect(v.parse(clientConfigSchema, { features: { chat: true } }).features).toEqual({ chat: true });
  });
});

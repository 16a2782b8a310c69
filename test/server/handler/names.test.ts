import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { conversationSessionId } from "../../../src/wire/protocol/conversation-session.js";
import { identityDigest } from "../../../src/wire/protocol/identity-digest.js";

const workspaceId = "11111111-2222-4333-9444-555555555555";

describe("conversationSessionId", () => {
  it("is the UUID v5 of the conversation's name", async () => {
    const named = { workspaceId, source: "app", user: "u_1", conversation: "c1" };
    expect(await conversationSessionId(named)).toBe("35744661-823e-5798-9b0c-268aeed4b5a3");
  });

  it("leaves the source out of a shared conversation", async () => {
    const shared = { workspaceId, source: "app", conversation: "c1" };
    expect(await conversationSessionId(shared)).toBe("a508c394-227a-5276-8549-04f7867abdbd");
  });
});

describe("identityDigest", () => {
  it("is the SHA-256 of the canonical JSON of the caller", async () => {
    const facts = { organizationId: "o", source: "host", tenant: "acmé", person: "ana" };
    const expected = createHash("sha256").update('["o","host","acmé","ana"]').digest("hex");
    expect(await identityDigest(facts)).toBe(expected);
  });

  it('distinguishes a missing person from one named "null"', async () => {
    const facts = { organizationId: "o", source: "host", tenant: "acme" };
    expect(await identityDigest({ ...facts, person: null })).not.toBe(
      await identityDigest({ ...facts, person: "null" }),
    );
  });
});

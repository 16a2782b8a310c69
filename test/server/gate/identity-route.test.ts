import { describe, expect, it, vi } from "vitest";
import { identityDigest } from "../../../src/wire/protocol/identity-digest.js";
import { header } from "../../../src/wire/protocol/headers.js";
import { ask, source, type AskOptions } from "../../support/backend.js";
import { describeDoors, type Resolve } from "./two-doors.js";

const path = { chat: "/api/chat/identity", proxy: "/api/service/identity" };

describeDoors("GET …/identity", (open) => {
  const identity = async (door: Awaited<ReturnType<typeof open>>, options: AskOptions = {}, method = "GET") =>
    door.handle(ask(method, path[door.name], undefined, { conversation: "", ...options }));

  it("answers the digest that every other answer carries, without a request to the service", async () => {
    const door = await open();
    const { backend } = door;
    const other = await door.handle(door.read());
    const before = backend.calls.length;
    const answer = await identity(door);
    const digest = await identityDigest({
      organizationId: backend.app.organizationId,
      source,
      tenant: "acme",
      person: "ana",
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ identity: digest });
    expect([answer.headers.get(header.identity), other.headers.get(header.identity)]).toEqual([digest, digest]);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.headers.has(header.resolved)).toBe(false);
    expect(backend.calls).toHaveLength(before);
  });

  it("answers a caller whom resolve refuses with its own Response", async () => {
    const refuse: Resolve = () => Response.json({ error: "sign in" }, { status: 401 });
    const answer = await identity(await open({ resolve: refuse }));
    expect(answer.status).toBe(401);
    expect(answer.headers.has(header.identity)).toBe(false);
  });

  it("takes no other method", async () => {
    for (const method of ["POST", "PUT", "DELETE"]) {
      const answer = await identity(await open(), {}, method);
      expect([404, 405]).toContain(answer.status);
    }
  });

  it("still answers a person whose share is spent", async () => {
    const refused = { refused: "rate_limited", retryAfterMs: 1_000 } as const;
    const door = await open({ limiter: { admit: () => Promise.resolve(refused) } });
    expect((await identity(door)).status).toBe(200);
  });

  describe("in development", () => {
    it("names the tenant and the person, on its own answer and in a header of every answer", async () => {
      const resolve: Resolve = () => ({ tenant: "acme", user: "ana", actor: { id: "änne" } });
      const door = await open({ development: true, resolve });
      const answer = await identity(door);
      expect(await answer.json()).toMatchObject({ tenant: "acme", person: "änne" });
      const read = await door.handle(door.read());
      expect(JSON.parse(read.headers.get(header.resolved) ?? "")).toEqual({
        tenant: "acme",
        workspaceId: null,
        person: "änne",
      });
    });

    it('is on only when NODE_ENV is "development"', async () => {
      const door = await open();
      for (const [value, isNamed] of [
        ["development", true],
        ["production", false],
        ["", false],
        ["test", false],
      ] as const) {
        vi.stubEnv("NODE_ENV", value);
        const answer = await identity(door);
        expect([value, "tenant" in (await answer.json()), answer.headers.has(header.resolved)]).toEqual([
          value,
          isNamed,
          isNamed,
        ]);
      }
      vi.unstubAllEnvs();
    });

    it("ignores the option in production", async () => {
      vi.stubEnv("NODE_ENV", "production");
      const answer = await identity(await open({ development: true }));
      expect(Object.keys(await answer.json())).toEqual(["identity"]);
      expect(answer.headers.has(header.resolved)).toBe(false);
      vi.unstubAllEnvs();
    });

    it("can be denied by the option", async () => {
      vi.stubEnv("NODE_ENV", "development");
      const answer = await identity(await open({ development: false }));
      expect(Object.keys(await answer.json())).toEqual(["identity"]);
      vi.unstubAllEnvs();
    });
  });
});

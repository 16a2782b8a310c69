import { describe, expect, it } from "vitest";
import { newUserCode, normalizeUserCode } from "../../src/machines/user-code.js";
import { fault, harness, text, type Answer, type Harness } from "../harness.js";

const facts = { name: "Ana's laptop", folder: "~/project", abilities: ["read", "write", "run"] };
const ana = { source: "app", id: "ana" };
const device = "/v1/enrollments/device";

async function start(service: Harness, body: object = facts) {
  const { status, body: code } = await service.call("POST", `${device}/start`, body, { key: null });
  expect(status).toBe(201);
  return { deviceCode: text(code["deviceCode"]), userCode: text(code["userCode"]), answer: code };
}

const poll = (service: Harness, deviceCode: string, more: object = {}) =>
  service.call("POST", `${device}/poll`, { deviceCode, ...more }, { key: null });
const approve = (service: Harness, userCode: string, more: object = { endUser: ana }) =>
  service.call("POST", `${service.workspace}/enrollments/device/approve`, { userCode, ...more });
const deny = (service: Harness, userCode: string) =>
  service.call("POST", `${service.workspace}/enrollments/device/deny`, { userCode });
const lookup = (service: Harness, userCode: string, headers: Readonly<Record<string, string>> = {}) =>
  service.call("POST", `${device}/lookup`, { userCode }, { key: null, headers });
const list = async (service: Harness, query = "") =>
  (await service.call("GET", `${service.workspace}/enrollments${query}`)).body["enrollments"]!;

async function otherWorkspace(service: Harness): Promise<string> {
  const named = { externalSource: "app", externalId: "other", name: "other" };
  const { body } = await service.call("PUT", "/v1/workspaces/external", named);
  return `/v1/workspaces/${text(body["workspace"]?.["id"])}`;
}

const told = ({ body }: Answer) => ({ state: body["state"], error: body["error"] });

describe("a machine that asks to be connected", () => {
  it("gets credentials once after a person approved its code, and is listed", async () => {
    const service = await harness();
    const { deviceCode, userCode, answer } = await start(service);
    expect(answer).toMatchObject({ intervalSeconds: 5, expiresInSeconds: 600 });
    expect(answer["verificationUriComplete"]).toBe(`http://service/machines/approve?code=${userCode}`);
    expect(told(await poll(service, deviceCode))).toEqual({ state: "pending", error: "authorization_pending" });

    expect((await lookup(service, userCode)).body).toMatchObject({ ...facts, state: "pending" });
    const typed = userCode.toLowerCase().replace("-", " ");
    expect((await approve(service, typed)).body).toMatchObject({ ...facts, state: "approved" });
    expect(await list(service)).toEqual([]);

    await service.clock.advance(5_000);
    const { body } = await poll(service, deviceCode);
    expect(body["state"]).toBe("authorized");
    expect(text(body["credentials"]?.["token"])).toMatch(/^svm_[0-9a-f]{64}$/);
    expect(told(await poll(service, deviceCode))).toEqual({ state: "expired", error: "expired_token" });

    const [machine] = await list(service, "?endUserSource=app&endUserId=ana");
    expect(machine).toMatchObject({ ...facts, endUser: ana, state: "away", lastSeenAt: null });
    expect(text(machine?.["handle"])).toMatch(/^ana-s-laptop-[a-z2-9]{4}$/);
  });

  it("hands credentials to one of two polls at once", async () => {
    const service = await harness();
    const { deviceCode, userCode } = await start(service);
    await approve(service, userCode);
    const answers = await Promise.all([poll(service, deviceCode), poll(service, deviceCode)]);
    expect(answers.map(({ body }) => text(body["state"])).toSorted()).toEqual(["authorized", "expired"]);
    expect(await list(service)).toHaveLength(1);
  });

  it("is slowed down by five seconds for each early poll", async () => {
    const service = await harness();
    const { deviceCode } = await start(service);
    await poll(service, deviceCode);
    const early = (await poll(service, deviceCode)).body;
    expect(early).toEqual({ state: "pending", error: "slow_down", intervalSeconds: 10 });
    await service.clock.advance(5_000);
    expect((await poll(service, deviceCode)).body).toMatchObject({ error: "slow_down", intervalSeconds: 15 });
    await service.clock.advance(15_000);
    const patient = (await poll(service, deviceCode)).body;
    expect(patient).toEqual({ state: "pending", error: "authorization_pending", intervalSeconds: 15 });
  });

  it("is refused when its code expired after ten minutes, approved or not", async () => {
    const service = await harness();
    const [first, second] = [await start(service), await start(service)];
    await service.clock.advance(599_000);
    expect((await approve(service, first.userCode)).status).toBe(200);
    await service.clock.advance(1_000);
    for (const { deviceCode } of [first, second]) {
      expect(told(await poll(service, deviceCode))).toEqual({ state: "expired", error: "expired_token" });
    }
    expect(fault(await approve(service, second.userCode))).toBe("404 code_unknown");
  });

  it("is denied, and cannot be approved any more", async () => {
    const service = await harness();
    const { deviceCode, userCode } = await start(service);
    expect((await deny(service, userCode)).body).toMatchObject({ state: "denied" });
    expect((await deny(service, userCode)).status).toBe(200);
    expect(fault(await approve(service, userCode))).toBe("404 code_unknown");
    expect(fault(await lookup(service, userCode))).toBe("404 code_unknown");
    expect(told(await poll(service, deviceCode))).toEqual({ state: "denied", error: "access_denied" });
  });

  it("belongs to the first who approves it", async () => {
    const service = await harness();
    const { userCode } = await start(service);
    expect((await approve(service, userCode)).status).toBe(200);
    expect((await approve(service, userCode)).status).toBe(200);
    expect(fault(await approve(service, userCode, { endUser: { source: "app", id: "ben" } }))).toBe("404 code_unknown");
    expect(fault(await approve(service, userCode, {}))).toBe("404 code_unknown");
    const control = { endUser: ana, allowScreenControl: true };
    expect(fault(await approve(service, userCode, control))).toBe("422 validation_failed");
  });

  it("is not denied by another person than the one who approved it", async () => {
    const service = await harness();
    const { deviceCode, userCode } = await start(service);
    const as = (id: string, name: string) => ({ "x-service-actor": JSON.stringify({ source: "app", id, name }) });
    const decide = (verb: "approve" | "deny", id: string, name = id) =>
      service.call(
        "POST",
        `${service.workspace}/enrollments/device/${verb}`,
        { userCode, ...(verb === "approve" && { endUser: ana }) },
        { headers: as(id, name) },
      );
    await decide("approve", "ana");
    expect(fault(await decide("deny", "ben"))).toBe("404 code_unknown");
    expect(fault(await deny(service, userCode))).toBe("404 code_unknown");
    expect((await decide("deny", "ana", "Ana Lima")).body).toMatchObject({ state: "denied" });
    expect(told(await poll(service, deviceCode))).toEqual({ state: "denied", error: "access_denied" });
  });

  it("is denied after its approval, until it has its credentials", async () => {
    const service = await harness();
    const { deviceCode, userCode } = await start(service);
    await approve(service, userCode);
    expect((await deny(service, userCode)).body).toMatchObject({ ...facts, state: "denied" });
    expect(told(await poll(service, deviceCode))).toEqual({ state: "denied", error: "access_denied" });
    expect(fault(await approve(service, userCode))).toBe("404 code_unknown");
    expect(await list(service)).toEqual([]);

    const other = await start(service);
    await approve(service, other.userCode);
    await poll(service, other.deviceCode);
    expect(fault(await deny(service, other.userCode))).toBe("404 code_unknown");
    expect(await list(service, "?endUserSource=app&endUserId=ana")).toHaveLength(1);
  });

  it("learns that no machines are connected here", async () => {
    const service = await harness({ machines: { enabled: false } });
    const answer = await service.call("POST", `${device}/start`, facts, { key: null });
    expect(fault(answer)).toBe("503 enrollments_disabled");
    expect((await poll(service, "svd_1")).body).toEqual({ state: "disabled" });
    const features = (await service.call("GET", "/v1/config/client")).body["features"];
    expect(features?.["enrollments"]).toBe(false);
  });

  it("is refused when it names itself with what a terminal acts on", async () => {
    const service = await harness();
    const unseen = ["a\u202eb", "a\u00adb", "a\ufe03b", "a\ufe0fb", "a\u2800b", "a\u034fb"];
    for (const name of ["", "a\u0000b", "a\u001b[2Jb", ...unseen, "x".repeat(81)]) {
      const answer = await service.call("POST", `${device}/start`, { ...facts, name }, { key: null });
      expect(fault(answer)).toBe("422 validation_failed");
    }
    const answer = await service.call("POST", `${device}/start`, { ...facts, name: "🖥\ufe0f desk" }, { key: null });
    expect(answer.status).toBe(201);
  });

  it("is refused when too many wait", async () => {
    const service = await harness();
    for (let n = 0; n < 50; n += 1) await start(service);
    const answer = await service.call("POST", `${device}/start`, facts, { key: null });
    expect(fault(answer)).toBe("429 limit_exceeded");
    await service.clock.advance(600_000);
    await start(service);
  });
});

describe("a guess of a user code", () => {
  const wrong = "BBBB-BBBB";

  it("is refused after ten wrong ones, the right code included, and counts each person apart", async () => {
    const service = await harness();
    const { userCode } = await start(service);
    const person = (id: string) => ({ "x-service-actor": JSON.stringify({ source: "app", id }) });
    const attempt = (code: string, id: string) =>
      service.call(
        "POST",
        `${service.workspace}/enrollments/device/approve`,
        { userCode: code },
        { headers: person(id) },
      );
    for (let n = 0; n < 10; n += 1) expect(fault(await attempt(wrong, "eve"))).toBe("404 code_unknown");
    expect(fault(await attempt(userCode, "eve"))).toBe("429 limit_exceeded");
    expect((await attempt(userCode, "ana")).status).toBe(200);
  });

  it("counts a person of one workspace apart from a person of another with the same id", async () => {
    const service = await harness();
    const { userCode } = await start(service);
    const other = await otherWorkspace(service);
    const headers = { "x-service-actor": JSON.stringify({ source: "app", id: "admin" }) };
    const attempt = (workspace: string, route: string, code: string) =>
      service.call("POST", `${workspace}/enrollments/device/${route}`, { userCode: code }, { headers });
    for (let n = 0; n < 10; n += 1) await attempt(service.workspace, n % 2 === 0 ? "approve" : "deny", wrong);
    expect(fault(await attempt(service.workspace, "approve", userCode))).toBe("429 limit_exceeded");
    expect((await attempt(other, "approve", userCode)).status).toBe(200);
  });

  it("is limited when many arrive at once, through every route", async () => {
    const service = await harness();
    const answers = await Promise.all(Array.from({ length: 40 }, () => lookup(service, wrong)));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10);
    await service.clock.advance(600_000);
    expect((await lookup(service, wrong)).status).toBe(404);
  });

  it("does not count codes that were right", async () => {
    const service = await harness();
    const { userCode } = await start(service);
    for (let n = 0; n < 30; n += 1) expect((await lookup(service, userCode)).status).toBe(200);
  });
});

describe("a one-time token", () => {
  it("connects one machine without a browser", async () => {
    const service = await harness();
    const made = await service.call("POST", `${service.workspace}/enrollments/token`, { endUser: ana });
    expect(made.status).toBe(201);
    const token = text(made.body["token"]);
    expect(told(await poll(service, token))).toMatchObject({ state: "pending" });
    expect((await poll(service, token, { machine: facts })).body["state"]).toBe("authorized");
    expect((await poll(service, token, { machine: facts })).body["state"]).toBe("expired");
    expect(await list(service)).toMatchObject([{ ...facts, endUser: ana }]);
  });

  it("is over after an hour, and belongs to no user code", async () => {
    const service = await harness();
    const made = await service.call("POST", `${service.workspace}/enrollments/token`, {});
    await service.clock.advance(3_600_000);
    const answer = await poll(service, text(made.body["token"]), { machine: facts });
    expect(answer.body["state"]).toBe("expired");
  });
});

describe("the tokens of a workspace", () => {
  const tokenOf = (service: Harness, workspace = service.workspace) =>
    service.call("POST", `${workspace}/enrollments/token`, {});

  it("are bounded apart from those of other workspaces", async () => {
    const service = await harness();
    const other = await otherWorkspace(service);
    for (let n = 0; n < 50; n += 1) expect((await tokenOf(service)).status).toBe(201);
    expect(fault(await tokenOf(service))).toBe("429 limit_exceeded");
    expect((await tokenOf(service, other)).status).toBe(201);
  });

  it("are bounded no longer once a machine used them", async () => {
    const service = await harness();
    for (let n = 0; n < 51; n += 1) {
      const made = await tokenOf(service);
      expect(made.status).toBe(201);
      expect(told(await poll(service, text(made.body["token"]), { machine: facts })).state).toBe("authorized");
    }
  });
});

describe("a workspace's machines", () => {
  async function enrolled(service: Harness, endUser: object | null): Promise<string> {
    const made = await service.call("POST", `${service.workspace}/enrollments/token`, { endUser });
    const { body } = await poll(service, text(made.body["token"]), { machine: facts });
    return text(body["credentials"]?.["enrollmentId"]);
  }

  it("are found by their owner, and another owner's read like missing ones", async () => {
    const service = await harness();
    const [own, shared] = [await enrolled(service, ana), await enrolled(service, null)];
    const ids = async (query: string) => (await list(service, query)).map(({ id }) => text(id));
    expect(await ids("?endUserSource=app&endUserId=ana")).toEqual([own]);
    expect(await ids("?withWorkspace=true")).toEqual([shared]);
    expect(await ids("?endUserSource=app&endUserId=ben")).toEqual([]);
    const revoke = (id: string, query = "") =>
      service.call("POST", `${service.workspace}/enrollments/${id}/revoke${query}`, {});
    for (const id of [own, shared, "00000000-0000-4000-8000-000000000000"]) {
      expect(fault(await revoke(id, "?endUserSource=app&endUserId=ben"))).toBe("404 not_found");
    }
    expect((await revoke(own)).body).toEqual({ revoked: true, outcome: "removed" });
    expect((await revoke(own)).body).toEqual({ revoked: true, outcome: "already_removed" });
    expect(await ids("")).toEqual([shared]);
  });

  it("are read with a read-only key and changed with a full one", async () => {
    const service = await harness();
    const id = await enrolled(service, null);
    const key = await service.readKey();
    expect((await service.call("GET", `${service.workspace}/enrollments`, undefined, { key })).status).toBe(200);
    for (const path of ["device/approve", "device/deny", "token", `${id}/revoke`]) {
      const body = { userCode: "BBBB-BBBB" };
      const answer = await service.call("POST", `${service.workspace}/enrollments/${path}`, body, { key });
      expect(fault(answer)).toBe("403 forbidden");
    }
  });
});

describe("user codes", () => {
  it("are eight consonants, and are read in any case with any dashes", () => {
    for (let n = 0; n < 200; n += 1)
      expect(newUserCode()).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    for (const typed of ["bcdf-ghjk", " BCDFGHJK ", "b c d f–g h j k", "bcdf_ghjk"]) {
      expect(normalizeUserCode(typed)).toBe("BCDFGHJK");
    }
    for (const typed of ["", "BCDFGHJ", "ABCDEFGH", "BCDF-GHJ0", "B".repeat(65)])
      expect(normalizeUserCode(typed)).toBeNull();
  });

  it("draw each letter equally often", () => {
    let byte = 0;
    const counts = new Map<string, number>();
    for (let n = 0; n < 30; n += 1) {
      const code = newUserCode(() => Uint8Array.from({ length: 16 }, () => byte++ % 256)).replace("-", "");
      for (const letter of code) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect(counts.size).toBe(20);
    expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(4);
  });
});

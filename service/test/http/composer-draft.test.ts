import { header } from "@service/sdk/protocol";
import { beforeEach, describe, expect, it } from "vitest";
import { fault, harness, text, type Harness } from "../harness.js";
import { settle } from "../manual-clock.js";

let service: Harness;
let session: string;
beforeEach(async () => {
  service = await harness();
  session = await service.start("hello");
});

/** The headers with which a host names a person. */
const by = (id: string) => ({ headers: { [header.actor]: JSON.stringify({ source: "app", id }) } });
const read = async (who?: string) =>
  (await service.call("GET", `${session}/composer-draft`, undefined, who ? by(who) : {})).body;
const put = (body: object, who?: string) => service.call("PUT", `${session}/composer-draft`, body, who ? by(who) : {});
async function submit(body: object, who?: string) {
  const answer = await service.call("POST", `${session}/composer-draft/submit`, body, who ? by(who) : {});
  await settle();
  return answer;
}
const empty = { text: "", annotations: [], resources: [], sourceTurnId: null, model: null };

describe("a draft", () => {
  it("is empty and of revision 0 before anything was kept", async () => {
    expect(await read()).toMatchObject({ ...empty, revision: 0, updatedAt: null });
  });

  it("is kept with everything that belongs to it, and writes nothing to the log", async () => {
    const log = await service.log(session);
    const content = { text: "half a thou", resources: [{ kind: "file", fileId: "f" }], model: "scripted" };
    expect(await put({ ...content, expectedRevision: 0, later: 1 })).toMatchObject({
      status: 200,
      body: { revision: 1 },
    });
    const kept = await read();
    expect(kept).toMatchObject({ ...content, revision: 1, updatedAt: expect.any(String) });
    expect(kept).not.toHaveProperty("owner");
    expect(await service.log(session)).toEqual(log);
  });

  it("is each person's own, in a session that they share", async () => {
    await put({ text: "from ana", expectedRevision: 0 }, "ana");
    await put({ text: "from ben", expectedRevision: 0 }, "ben");
    expect([
      text((await read("ana"))["text"]),
      text((await read("ben"))["text"]),
      text((await read())["text"]),
    ]).toEqual(["from ana", "from ben", ""]);
  });

  it("is not overwritten by a writer who rests on an older one", async () => {
    await put({ text: "first", expectedRevision: 0 });
    const late = await put({ text: "second", expectedRevision: 0 });
    expect(fault(late)).toBe("409 DRAFT_CHANGED");
    expect(late.body["current"]).toEqual({ queueVersion: 1, draftRevision: 1 });
    expect(await read()).toMatchObject({ text: "first", revision: 1 });
  });

  it("takes the same content again as the answer to a lost one", async () => {
    await put({ text: "first", expectedRevision: 0 });
    expect(await put({ text: "first", expectedRevision: 0 })).toMatchObject({ status: 200, body: { revision: 1 } });
  });

  it("is limited to the size of a message", async () => {
    const answer = await put({ text: "x".repeat(70_000), expectedRevision: 0 });
    expect(fault(answer)).toBe("413 message_too_large");
  });
});

describe("submitting", () => {
  it("sends the message and empties the draft in one write", async () => {
    await put({ text: "/say hi", expectedRevision: 0 }, "ana");
    const answer = await submit({ text: "/say hi", clientEventId: "m", expectedDraftRevision: 1 }, "ana");
    expect(answer).toMatchObject({
      status: 202,
      body: {
        accepted: { type: "user.message", clientEventId: "m", payload: { text: "/say hi", actor: { id: "ana" } } },
        turn: { prompt: "/say hi" },
        draft: { ...empty, revision: 2 },
        interruptionCount: 0,
        replay: false,
      },
    });
    expect(Object.keys(answer.body["accepted"]?.["payload"] ?? {}).toSorted()).toEqual(["actor", "text"]);
    expect(await read("ana")).toMatchObject({ ...empty, revision: 2 });
  });

  it("sends once, however often it is repeated, and keeps later typing", async () => {
    await put({ text: "once", expectedRevision: 0 });
    const body = { text: "once", clientEventId: "m", expectedDraftRevision: 1 };
    const first = await submit(body);
    await put({ text: "next", expectedRevision: 2 });
    const again = await submit(body);
    expect(again.body).toMatchObject({ replay: true, accepted: first.body["accepted"], draft: { text: "next" } });
    expect((await service.types(session)).filter((type) => type === "user.message")).toHaveLength(2);
    expect(fault(await submit({ ...body, text: "other" }))).toBe("409 IDEMPOTENCY_KEY_REUSED");
  });

  it("interrupts what runs when it is to steer", async () => {
    await service.send(session, "/silence 100");
    await put({ text: "/say now", expectedRevision: 0 });
    const answer = await submit({ text: "/say now", clientEventId: "m", expectedDraftRevision: 1, delivery: "steer" });
    expect(answer.body).toMatchObject({ interruptionCount: 1, turn: { metadata: { delivery: "steer" } } });
  });

  it("sends nothing from an older draft, from none, and under an older control", async () => {
    expect(fault(await submit({ text: "x", clientEventId: "m", expectedDraftRevision: 0 }))).toBe(
      "422 validation_failed",
    );
    expect(fault(await submit({ text: "x", clientEventId: "m", expectedDraftRevision: 1 }))).toBe("409 DRAFT_CHANGED");
    await put({ text: "x", expectedRevision: 0 });
    const stale = { text: "x", clientEventId: "m", expectedDraftRevision: 1, controlEtag: "c0" };
    expect(fault(await submit(stale))).toBe("409 CONTROL_CHANGED");
    expect(fault(await submit({ text: " ", clientEventId: "m", expectedDraftRevision: 1 }))).toBe(
      "422 validation_failed",
    );
    expect(await read()).toMatchObject({ text: "x", revision: 1 });
  });
});

describe("a draft that is an edit of a waiting message", () => {
  let turnId: string;
  beforeEach(async () => {
    await service.send(session, "/silence 100");
    await service.send(session, "/say befor");
    turnId = text((await service.call("GET", `${session}/queue`)).body["items"]?.[0]?.["id"]);
    const edit = { clientEventId: "e", expectedTurnVersion: 1, expectedDraftRevision: 0 };
    await service.call("POST", `${session}/queue/${turnId}/edit`, edit);
  });

  it("keeps its source through changes, and the new turn names the replaced one", async () => {
    await put({ text: "/say before", expectedRevision: 1 });
    expect(await read()).toMatchObject({ sourceTurnId: turnId, sourceTurnVersion: 2 });
    const answer = await submit({
      text: "/say before",
      clientEventId: "m",
      expectedDraftRevision: 2,
      sourceTurnId: turnId,
    });
    expect(answer.body["turn"]).toMatchObject({ metadata: { replacedTurnId: turnId } });
    expect(await read()).toMatchObject({ sourceTurnId: null });
  });

  it("drops its source on request", async () => {
    await put({ text: "new", sourceTurnId: null, expectedRevision: 1 });
    expect(await read()).toMatchObject({ sourceTurnId: null, sourceTurnVersion: null });
    const answer = await put({ text: "new", sourceTurnId: turnId, expectedRevision: 2 });
    expect(fault(answer)).toBe("409 EDIT_SOURCE_CHANGED");
    const sent = { text: "new", clientEventId: "m", expectedDraftRevision: 2, sourceTurnId: turnId };
    expect(fault(await submit(sent))).toBe("409 EDIT_SOURCE_CHANGED");
  });

  it("is not taken for an edit of another version of it", async () => {
    const answer = await put({ text: "x", sourceTurnId: turnId, sourceTurnVersion: 1, expectedRevision: 1 });
    expect(fault(answer)).toBe("409 EDIT_SOURCE_CHANGED");
  });
});

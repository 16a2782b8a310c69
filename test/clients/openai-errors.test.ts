import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { all, failure, openOpenAiHost, userMessages, writesPerMinute, type OpenAiHost } from "./openai-host.js";

let host: OpenAiHost;
beforeEach(async () => {
  host = await openOpenAiHost();
});
afterEach(() => host.close());

/** The same request in both formats, whole or streamed to its end. */
const formats = {
  "chat completions": async (client: OpenAI, text: string, stream = false, options = {}) => {
    const messages = [{ role: "user" as const, content: text }];
    const request = { model: "m", metadata: { conversation_id: "c1" }, messages };
    if (!stream) return client.chat.completions.create(request, options);
    return all(await client.chat.completions.create({ ...request, stream: true }, options));
  },
  responses: async (client: OpenAI, text: string, stream = false, options = {}) => {
    const request = { model: "m", conversation: "c1", input: text };
    if (!stream) return client.responses.create(request, options);
    return all(await client.responses.create({ ...request, stream: true }, options));
  },
};
const sent = async () => userMessages(await host.log({ conversation: "c1", user: "ana" })).map(({ text }) => text);

describe.each(Object.entries(formats))("an error of %s", (_, send) => {
  it("throws a BadRequestError for an invalid request", async () => {
    const error = await failure(send(host.client("ana"), " "));
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error).toMatchObject({ code: "message_required", type: "invalid_request_error" });
    expect(host.told).toHaveLength(1);
  });

  it("throws an AuthenticationError for a key that the host does not accept", async () => {
    const error = await failure(send(host.client("ana", { apiKey: "sk-1" }), "hi"));
    expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
    expect((error as Error).message).toBe("401 No such key.");
  });

  it("throws a RateLimitError with a retry time once a person's limit is reached", async () => {
    const client = host.client("ana", { maxRetries: 0 });
    for (let count = 0; count < writesPerMinute; count += 1) await failure(send(client, " "));
    const error = await failure(send(client, "hi"));
    expect(error).toBeInstanceOf(OpenAI.RateLimitError);
    expect(error).toMatchObject({ code: "rate_limited" });
    const { headers } = error as { readonly headers: Headers };
    expect(headers.get("x-should-retry")).toBe("true");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("is an InternalServerError for a turn that failed, which is not tried again", async () => {
    const error = await failure(send(host.client("ana"), "/fail middle model_gone"));
    expect(error).toBeInstanceOf(OpenAI.InternalServerError);
    expect(error).toMatchObject({ status: 502, code: "model_gone", type: "server_error" });
    expect([await sent(), host.told]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });

  it("throws an APIError in the middle of a stream, after the text so far", async () => {
    const error = await failure(send(host.client("ana"), "/fail middle model_gone", true));
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error).toMatchObject({ status: undefined, code: "model_gone", type: "server_error" });
    expect((error as Error).message).toMatch(/\w/);
    expect(await sent()).toHaveLength(1);
  });

  it("is an APIError at the start of a stream, too", async () => {
    const error = await failure(send(host.client("ana"), "/fail before no_credit", true));
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error).toMatchObject({ status: undefined, code: "no_credit" });
  });
});

/** A network that loses the first answers on their way, or the first requests. */
function losing(what: "answer" | "request", count = 1) {
  let tries = 0;
  return {
    tries: () => tries,
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      tries += 1;
      if (tries > count) return fetch(input, init);
      if (what === "answer") await (await fetch(input, init)).body?.cancel();
      throw new TypeError("fetch failed");
    },
  };
}

describe.each(Object.entries(formats))("a try again of %s", (_, send) => {
  it.each([false, true])("by the client itself gets the first one's answer, streamed: %s", async (stream) => {
    const network = losing("answer", 2);
    const answer = await send(host.client("ana", network), "/say once", stream);
    expect(JSON.stringify(answer)).toContain("once");
    expect([network.tries(), await sent()]).toEqual([3, ["/say once"]]);
  });

  it("sends a message that never arrived, and does not send its repeat again", async () => {
    const network = losing("request");
    for (const client of [host.client("ana", network), host.client("ana")]) await send(client, "/say yes");
    expect([network.tries(), await sent()]).toEqual([2, ["/say yes", "/say yes"]]);
  });

  it("treats equal text of another person as another message", async () => {
    await send(host.client("team-ana"), "/say yes");
    const bens = await send(host.client("team-ben", losing("request")), "/say yes");
    const log = await host.log(
      (bens as unknown as { readonly service: { readonly sessionId: string } }).service.sessionId,
    );
    expect(userMessages(log)).toHaveLength(2);
  });

  it("treats text other than the newest as another message", async () => {
    await send(host.client("ana"), "/say one");
    await send(host.client("ana", losing("request")), "/say two");
    expect(await sent()).toEqual(["/say one", "/say two"]);
  });

  it.each([false, true])("under an idempotency key gets the first one's answer, streamed: %s", async (stream) => {
    const network = losing("answer");
    const client = host.client("ana", network);
    const answer = await send(client, "/say once", stream, { headers: { "Idempotency-Key": "k1" } });
    expect(JSON.stringify(answer)).toContain("once");
    expect([network.tries(), await sent()]).toEqual([2, ["/say once"]]);
  });

  it("under a key with another message is a conflict, which is not tried again", async () => {
    const options = { headers: { "Idempotency-Key": "k1" } };
    await send(host.client("ana"), "/say one", false, options);
    const error = await failure(send(host.client("ana"), "/say two", false, options));
    expect(error).toBeInstanceOf(OpenAI.ConflictError);
    expect(await sent()).toEqual(["/say one"]);
    expect(host.told).toHaveLength(2);
  });

  it("under no key that could be kept is refused", async () => {
    const options = { headers: { "Idempotency-Key": "k".repeat(257) } };
    expect(await failure(send(host.client("ana"), "hi", false, options))).toMatchObject({
      code: "idempotency_key_invalid",
    });
  });
});

import { describe, expect, it } from "vitest";
import { givenArguments } from "../../src/api/given-arguments.js";
import { connectService } from "../../src/api/service-connection.js";
import { ServiceClient } from "../../src/api/service-client.js";

const client = new ServiceClient({ baseUrl: "http://x.test", fetch: async () => Response.json({}) });
type Method = (...given: readonly unknown[]) => unknown;
const base = Object.getPrototypeOf(ServiceClient.prototype) as object;
const methods = Object.getOwnPropertyNames(base).flatMap((name): (readonly [string, Method])[] => {
  const method: unknown = Reflect.get(client, name);
  return name === "constructor" || typeof method !== "function" ? [] : [[name, method.bind(client) as Method]];
});
const ref = { sessionId: "s", fileId: "f", uploadUrl: "http://x.test/u" };
const none = [undefined, null];
const places = [[], ...none.flatMap((one) => [[one], [ref, one], ["x", one], [ref, "x", one], [ref, {}, one]])];

/** The error of a call, or undefined. */
async function failureOf(method: Method, given: readonly unknown[]): Promise<unknown> {
  try {
    const answer = await method(...given);
    const isEach = typeof answer === "object" && answer !== null && "next" in answer;
    if (isEach) await (answer as AsyncGenerator).next();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe("a client's method that is given undefined or null in the place of an argument", () => {
  it("covers every method", () => {
    expect(methods.length).toBeGreaterThan(100);
  });

  it.each(methods)("%s takes it as left out or fails with a code", async (_name, method) => {
    const failures = await Promise.all(places.map((given) => failureOf(method, given)));
    const raw = failures.filter(
      (error) => error !== undefined && typeof Reflect.get(error as object, "code") !== "string",
    );
    expect(raw).toEqual([]);
  });

  it("names the method and the argument that it needs", async () => {
    for (const given of [[], [undefined], [null]]) {
      const created = (client.createSession as Method)(...given) as Promise<unknown>;
      await expect(created).rejects.toMatchObject({
        code: "arguments_invalid",
        message: expect.stringContaining("createSession() needs argument 1, which is undefined or null"),
      });
    }
    const steered = client.steer({ sessionId: "s" }, undefined as never);
    await expect(steered).rejects.toMatchObject({ message: expect.stringContaining("steer() needs argument 2") });
    const events = client.eachEvent(null as never);
    await expect(events[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "arguments_invalid" });
  });

  it("keeps other failures as they are", async () => {
    const ring: Record<string, unknown> = {};
    ring["metadata"] = ring;
    await expect(client.createSession(ring as never)).rejects.not.toHaveProperty("code", "arguments_invalid");
  });

  it("keeps a failure of the host that names undefined, with every argument given", async () => {
    const fault = new TypeError("Cannot read properties of undefined");
    const headers = () => Promise.reject(fault);
    const host = new ServiceClient({ baseUrl: "http://x.test", headers });
    await expect(host.getQueue({ sessionId: "s" })).rejects.not.toHaveProperty("code", "arguments_invalid");
    const body = {
      get text(): string {
        throw fault;
      },
    };
    await expect(host.steer({ sessionId: "s" }, body)).rejects.toBe(fault);
  });

  it("explains a failure in the words of any engine", () => {
    const read = givenArguments("read", (_connection, _ref) => {
      throw new TypeError("object null is not iterable");
    });
    expect(() => read(connectService({ baseUrl: "http://x.test" }), null)).toThrow("read() needs argument 1");
  });
});

it("a client that is given nothing names the address that it needs", () => {
  for (const one of none) {
    expect(() => new ServiceClient(one as never)).toThrow(expect.objectContaining({ code: "base_url_invalid" }));
  }
  const apiKey = null as never;
  expect(() => new ServiceClient({ baseUrl: "http://x.test", apiKey })).not.toThrow();
});

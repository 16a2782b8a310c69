import { describe, expect, it } from "vitest";
import { readBody, withBody } from "../../src/foundation/request-body.js";

/** As in a browser that gives a request's body whole or not at all. */
function withoutStream(body: string | null): Request {
  const request = new Request("http://host.test/", { method: "POST", body });
  const clone = () => withoutStream(body);
  return Object.defineProperties(request, { body: { value: undefined }, clone: { value: clone } });
}

const textOf = (bytes: Uint8Array | null | undefined) => bytes && new TextDecoder().decode(bytes);

describe("a request's body, where requests have no streams", () => {
  it("is read all the same", async () => {
    expect(textOf(await readBody(withoutStream("Hello"), 5))).toBe("Hello");
  });

  it("is refused above the limit", async () => {
    expect(await readBody(withoutStream("Hello"), 4)).toBeNull();
  });

  it("may be missing, and leaves the request to who else reads it", async () => {
    const request = withoutStream(null);
    const body = await readBody(request, 5);
    expect(body).toBeUndefined();
    expect(await withBody(request, body ?? undefined).text()).toBe("");
  });
});

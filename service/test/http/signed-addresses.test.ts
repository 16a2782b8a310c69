import { beforeEach, describe, expect, it } from "vitest";
import { fault, harness, text, type CallOptions, type Harness } from "../harness.js";

/** As a storage's client sends it: no key, only the headers that were asked for. */
const keyless: CallOptions = { key: null, headers: { "content-type": "application/octet-stream" } };
const words = "hello";

let service: Harness;
beforeEach(async () => {
  service = await harness();
});

const begin = (key?: string) =>
  service.call(
    "POST",
    `${service.workspace}/files/uploads`,
    { filename: "a.txt", contentType: "text/plain", sizeBytes: words.length },
    key === undefined ? {} : { key },
  );
const bytes = () => new TextEncoder().encode(words);

async function upload(): Promise<string> {
  const { body } = await begin();
  expect((await service.call("PUT", text(body["putUrl"]), bytes(), keyless)).status).toBe(204);
  await service.call("POST", `${service.workspace}/files/uploads/${text(body["uploadId"])}/complete`);
  return text(body["fileId"]);
}

const addressOf = (fileId: string, key?: string) =>
  service.call(
    "POST",
    `${service.workspace}/files/${fileId}/download-url`,
    undefined,
    key === undefined ? {} : { key },
  );
const download = (url: string | URL) => service.app.fetch(new Request(new URL(url, "http://service")));

describe("a signed address", () => {
  it("takes an upload without the key, at an absolute URL", async () => {
    const { body } = await begin();
    expect(new URL(text(body["putUrl"])).origin).toBe("http://service");
    expect(text(body["putUrl"])).toBe(`http://service${text(body["putPath"])}`);
    expect((await service.call("PUT", text(body["putUrl"]), bytes(), keyless)).status).toBe(204);
  });

  it("gives a file without the key until it expires", async () => {
    const { body } = await addressOf(await upload());
    const url = text(body["url"]);
    expect(await (await download(url)).text()).toBe(words);
    const left = Date.parse(text(body["expiresAt"])) - service.clock.now();
    expect(left).toBe(900_000);
    await service.clock.advance(left - 1);
    expect((await download(url)).status).toBe(200);
    await service.clock.advance(1);
    expect((await download(url)).status).toBe(401);
  });

  it("names the public address of the service where the host gives one", async () => {
    service = await harness({ publicUrl: "https://api.example.test/" });
    const { body } = await begin();
    expect(text(body["putUrl"])).toBe(`https://api.example.test${text(body["putPath"])}`);
  });

  it("opens nothing else: another file, method, expiry, key or signature is 401", async () => {
    const [one, other] = [await upload(), await upload()];
    const url = new URL(text((await addressOf(one)).body["url"]));
    const changed = (change: (next: URL) => void) => {
      const next = new URL(url);
      change(next);
      return next;
    };
    const attempts = [
      changed((next) => (next.pathname = next.pathname.replace(one, other))),
      changed((next) => (next.pathname = next.pathname.replace("/content", ""))),
      changed((next) => next.searchParams.set("expires", String(service.clock.now() + 9_000_000))),
      changed((next) => next.searchParams.set("key", crypto.randomUUID())),
      changed((next) => next.searchParams.set("signature", "0".repeat(64))),
      changed((next) => next.searchParams.set("signature", "")),
      changed((next) => next.searchParams.delete("signature")),
    ];
    for (const attempt of attempts)
      expect([attempt.href, (await download(attempt)).status]).toEqual([attempt.href, 401]);
    expect((await service.call("PUT", url.href, bytes(), keyless)).status).toBe(401);
  });

  it("ends with the key that asked for it", async () => {
    const fileId = await upload();
    const keys = `/v1/organizations/${service.app.organizationId}/api-keys`;
    const made = (await service.call("POST", keys, { name: "reader", access: "read" })).body;
    const url = text((await addressOf(fileId, text(made["token"]))).body["url"]);
    expect((await download(url)).status).toBe(200);
    await service.call("DELETE", `${keys}/${text(made["apiKey"]?.["id"])}`);
    expect((await download(url)).status).toBe(401);
  });

  it("is made for uploads by full keys alone", async () => {
    expect(fault(await begin(await service.readKey()))).toBe("403 forbidden");
  });
});

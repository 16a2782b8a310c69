import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServiceClient } from "@service/sdk";
import type { SessionEvent } from "@service/sdk/protocol";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createEmbeddedService, type EmbeddedService, type EmbeddedServiceOptions } from "../../src/index.js";
import { copyEmptyFolder } from "./template.js";

let root: string;
/** One folder for all tests. */
let store: { readonly dataDir: string };
const open: EmbeddedService[] = [];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "service-embedded-"));
  store = { dataDir: join(root, "data") };
  await copyEmptyFolder(store.dataDir);
});
afterEach(() => Promise.all(open.splice(0).map((service) => service.close())));
afterAll(() => rm(root, { recursive: true, force: true }));

async function start(options?: EmbeddedServiceOptions): Promise<EmbeddedService> {
  const service = await createEmbeddedService(options);
  open.push(service);
  return service;
}

type Send = (request: Request) => Promise<Response>;

/** A caller with the service's key, in process or over a socket. */
function callerOf({ apiKey }: EmbeddedService, send: Send, base = "http://service.test") {
  const request = (path: string, init: RequestInit = {}) =>
    send(
      new Request(base + path, {
        ...init,
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      }),
    );
  const post = async (method: string, path: string, body: unknown) =>
    (await request(path, { method, body: JSON.stringify(body) })).json() as Promise<Record<string, unknown>>;
  return {
    request,
    async createSession(initialMessage: string) {
      const ensured = await post("PUT", "/v1/workspaces/external", {
        externalSource: "test",
        externalId: "acme",
        name: "acme",
      });
      const workspace = (ensured["workspace"] as { id: string }).id;
      const session = await post("POST", `/v1/workspaces/${workspace}/sessions`, { initialMessage });
      return `/v1/workspaces/${workspace}/sessions/${String(session["id"])}`;
    },
    /** Reads the live stream as text until it contains the words. */
    async readUntil(path: string, words: string) {
      const response = await request(`${path}/events/stream`);
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      let seen = "";
      while (!seen.includes(words)) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`The stream ended before "${words}": ${seen}`);
        seen += value;
      }
      return reader;
    },
    log: async (path: string) => (await (await request(`${path}/events?after=0`)).json()) as SessionEvent[],
  };
}

describe("createEmbeddedService", () => {
  it("answers in process and over a socket, one service for both", async () => {
    const service = await start();
    const { url } = await service.listen({ port: 0 });
    const inside = callerOf(service, (request) => service.fetch(request));
    const outside = callerOf(service, fetch, url);
    const path = await inside.createSession("/say Hello over the socket.");
    await (await outside.readUntil(path, "event: turn.completed")).cancel();
    expect(await outside.log(path)).toEqual(await inside.log(path));
  });

  it("keeps key, sessions and log in its folder when it is closed and opened again", async () => {
    const first = await start({ store });
    const before = callerOf(first, (request) => first.fetch(request));
    const path = await before.createSession("/say Keep this.");
    await (await before.readUntil(path, "event: turn.completed")).cancel();
    const log = await before.log(path);
    await first.close();

    const second = await start({ store });
    expect([second.organizationId, second.apiKey]).toEqual([first.organizationId, first.apiKey]);
    expect(await callerOf(second, (request) => second.fetch(request)).log(path)).toEqual(log);
  });

  it("uses the organization in the data when development.json is gone, under a new key", async () => {
    const first = await start({ store });
    const before = callerOf(first, (request) => first.fetch(request));
    const path = await before.createSession("/say Keep this.");
    await (await before.readUntil(path, "event: turn.completed")).cancel();
    const log = await before.log(path);
    await first.close();
    const file = join(store.dataDir, "development.json");
    const kept = await readFile(file, "utf8");

    await rm(file);
    const second = await start({ store });
    expect(second.organizationId).toBe(first.organizationId);
    expect(second.apiKey).not.toBe(first.apiKey);
    expect(await callerOf(second, (request) => second.fetch(request)).log(path)).toEqual(log);
    await second.close();
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
      organizationId: second.organizationId,
      apiKey: second.apiKey,
    });

    // One of another folder: its organization is not in this data.
    const foreign = { organizationId: "00000000-0000-4000-8000-000000000000", apiKey: first.apiKey };
    await writeFile(file, JSON.stringify(foreign));
    await expect(createEmbeddedService({ store })).rejects.toMatchObject({
      code: "data_folder_damaged",
      message: expect.stringContaining("is of another data folder") as string,
    });
    await writeFile(file, kept);
    const third = await start({ store });
    expect(await callerOf(third, (request) => third.fetch(request)).log(path)).toEqual(log);
  });

  it("makes no development key where the host gives credentials", async () => {
    const dataDir = join(root, "given");
    await copyEmptyFolder(dataDir);
    const credentials = { organizationId: "0a6f0c0e-3a52-4f62-9a4e-0d3f2b1c4d5e", apiKey: "svk_0123456789abcdef0123" };
    const first = await start({ store: { dataDir }, credentials });
    await first.close();
    await expect(readFile(join(dataDir, "development.json"))).rejects.toMatchObject({ code: "ENOENT" });
    const second = await start({ store: { dataDir } });
    expect(second.organizationId).toBe(credentials.organizationId);
  });

  it("keeps files in its folder, taken and given as streams over a socket", async () => {
    const size = 3_000_000;
    const first = await start({ store });
    const path = await callerOf(first, (request) => first.fetch(request)).createSession("/say Hello.");
    const { url } = await first.listen({ port: 0 });
    const client = (baseUrl: string, given?: typeof fetch) =>
      new ServiceClient({
        baseUrl,
        apiKey: first.apiKey,
        workspaceId: path.split("/")[3],
        ...(given && { fetch: given }),
      });
    const sdk = client(url);
    const begun = await sdk.beginUpload({ filename: "big.bin", contentType: "application/x-test", sizeBytes: size });
    await sdk.uploadContent(begun, new Blob([new Uint8Array(size).fill(7)]));
    const { id } = await sdk.completeUpload(begun.uploadId);
    expect((await new Response(await sdk.downloadFile(id)).arrayBuffer()).byteLength).toBe(size);
    const short = await sdk.beginUpload({ filename: "x", contentType: "a/b", sizeBytes: 10 });
    await expect(sdk.uploadContent(short, new Blob([new Uint8Array(size)]))).rejects.toMatchObject({ status: 422 });
    await first.close();

    const second = await start({ store });
    const again = client("http://service.test", (input, init) => second.fetch(new Request(input, init)));
    const bytes = new Uint8Array(await new Response(await again.downloadFile(id)).arrayBuffer());
    expect([bytes.length, bytes.every((byte) => byte === 7)]).toEqual([size, true]);
  });

  it("refuses a folder that is open, also in the same process, until it is closed", async () => {
    const first = await start({ store });
    await expect(createEmbeddedService({ store })).rejects.toMatchObject({ code: "data_folder_in_use" });
    await first.close();
    await start({ store });
  });

  it("ends running turns' streams and frees its port when it is closed in the middle of an answer", async () => {
    const service = await start({ store, drainMs: 0 });
    const { url } = await service.listen({ port: 0 });
    const caller = callerOf(service, fetch, url);
    const path = await caller.createSession("/long 5000 50");
    const reader = await caller.readUntil(path, "agent.message.delta");
    await Promise.all([service.close(), service.close()]);
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    // Ended or cut: either way it does not stay open.
    await rest().catch(() => undefined);
    await expect(fetch(`${url}/healthz`)).rejects.toBeInstanceOf(TypeError);

    const next = await start({ store });
    const log = callerOf(next, (request) => next.fetch(request));
    await (await log.readUntil(path, "event: turn.failed")).cancel();
    const events = await log.log(path);
    expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
  });
});

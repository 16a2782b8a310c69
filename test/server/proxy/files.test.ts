import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";
import type { SessionProxyOptions } from "../../../src/server/proxy/proxy-options.js";
import { ServiceClient } from "../../../src/api/service-client.js";
import { bodyOf, createBackend, resolveHeaders, type Backend } from "../../support/backend.js";
import { code, message, request, upstreamWith } from "./browser-request.js";

describe("files through the session proxy", () => {
  let backend: Backend;
  let proxy: (request: Request) => Promise<Response>;
  const options: Partial<SessionProxyOptions> = { createSession: () => ({}) };
  beforeEach(async () => {
    backend = await createBackend();
    proxy = backend.proxy(options);
  });
  afterEach(() => backend.close());

  /** The SDK as a page of the host has it. */
  const page = (user = "ana", through = proxy) =>
    new ServiceClient({
      baseUrl: "https://host.test/api/service",
      headers: { "x-user": user, "sec-fetch-site": "same-origin" },
      fetch: (input, init) => through(new Request(input, init)),
    });

  async function upload(client: ServiceClient, text: string, contentType = "text/plain"): Promise<string> {
    const content = new Blob([text]);
    const begun = await client.beginUpload({ filename: "plan.txt", contentType, sizeBytes: content.size });
    await client.uploadContent(begun, content);
    return (await client.completeUpload(begun.uploadId)).id;
  }

  async function download(client: ServiceClient, fileId: string, sessionId?: string): Promise<string> {
    return new Response(await client.downloadFile(fileId, { sessionId })).text();
  }

  async function sessionOf(client: ServiceClient): Promise<string> {
    return (await client.createSession({ initialMessage: "hi" })).id;
  }

  it("take a file from its announcement to its download, on the host's origin alone", async () => {
    const client = page();
    const fileId = await upload(client, "hello");
    expect(await client.getFile(fileId)).toMatchObject({ filename: "plan.txt", sizeBytes: 5 });
    const { url } = await client.fileDownloadUrl(fileId);
    expect(url).toMatch(/^https:\/\/host\.test\/api\/service\/v1\/workspaces\/[^/]+\/files\/[^/]+\/content$/);
    expect(await (await proxy(new Request(url, { headers: { "x-user": "ana" } }))).text()).toBe("hello");
  });

  it("never contain the service's address, the key or their owner", async () => {
    const told: string[] = [];
    const spied = async (asked: Request) => {
      const answer = await proxy(asked);
      told.push(JSON.stringify([...answer.headers]), await answer.clone().text());
      return answer;
    };
    const client = page("ana", spied);
    const fileId = await upload(client, "hello");
    await client.getFile(fileId);
    await client.fileDownloadUrl(fileId);
    await download(client, fileId);
    await client.beginUpload({ filename: "big", contentType: "a/b", sizeBytes: 1e12 }).catch(() => {});
    expect(told.length).toBeGreaterThan(10);
    for (const text of told) expect(text).not.toMatch(/service\.internal|svk_|endUser/);
  });

  it("are one person's: another of the same workspace who guesses the id finds nothing", async () => {
    const [ana, ben] = [page("ana"), page("ben")];
    const fileId = await upload(ana, "secret");
    const begun = await ana.beginUpload({ filename: "b", contentType: "a/b", sizeBytes: 5 });
    const bens = await sessionOf(ben);
    const missing = { status: 404 };
    await expect(ben.getFile(fileId)).rejects.toMatchObject(missing);
    await expect(ben.fileDownloadUrl(fileId)).rejects.toMatchObject(missing);
    await expect(ben.downloadFile(fileId)).rejects.toMatchObject(missing);
    await expect(ben.downloadFile(fileId, { sessionId: bens })).rejects.toMatchObject(missing);
    await expect(ben.uploadContent(begun, new Blob(["bytes"]))).rejects.toMatchObject(missing);
    await expect(ben.completeUpload(begun.uploadId)).rejects.toMatchObject(missing);
  });

  it("cannot be had by naming another's file in a message of one's own", async () => {
    const [ana, ben] = [page("ana"), page("ben")];
    const fileId = await upload(ana, "secret");
    const sessionId = await sessionOf(ben);
    const payload = { text: "look", resources: [{ kind: "file", fileId }] };
    await expect(ben.sendEvent({ sessionId }, { type: "user.message", payload })).rejects.toMatchObject({
      status: 404,
      code: "file_not_found",
    });
    await expect(
      ben.steer({ sessionId }, { text: "look", resources: payload.resources } as never),
    ).rejects.toMatchObject({ status: 404 });
    await expect(ben.downloadFile(fileId, { sessionId })).rejects.toMatchObject({ status: 404 });
  });

  it("are readable by everyone who may open their session", async () => {
    proxy = backend.proxy({ ...options, authorizeSession: () => true });
    const [ana, ben] = [page("ana"), page("ben")];
    const fileId = await upload(ana, "shared");
    const sessionId = await sessionOf(ana);
    await expect(ben.downloadFile(fileId, { sessionId })).rejects.toMatchObject({ status: 404 });
    const payload = { text: "look", resources: [{ kind: "file", fileId }] };
    await ana.sendEvent({ sessionId }, { type: "user.message", payload });
    expect(await download(ben, fileId, sessionId)).toBe("shared");
    const { url } = await ben.fileDownloadUrl(fileId, { sessionId });
    expect(await (await proxy(new Request(url, { headers: { "x-user": "ben" } }))).text()).toBe("shared");
    await expect(ben.downloadFile(fileId)).rejects.toMatchObject({ status: 404 });
  });

  it("of a session that one may not open stay closed", async () => {
    const [ana, ben] = [page("ana"), page("ben")];
    const fileId = await upload(ana, "secret");
    const sessionId = await sessionOf(ana);
    const payload = { text: "look", resources: [{ kind: "file", fileId }] };
    await ana.sendEvent({ sessionId }, { type: "user.message", payload });
    await expect(ben.downloadFile(fileId, { sessionId })).rejects.toMatchObject({ code: "session_not_found" });
  });

  it("have the signed-in person's label, whatever the browser sends", async () => {
    const body = {
      filename: "f",
      contentType: "a/b",
      sizeBytes: 1,
      endUser: { source: "host", id: "ben" },
      scope: "x",
    };
    const answer = await proxy(request("POST", "workspaces/current/files/uploads", body));
    const { fileId } = await bodyOf(answer);
    const workspaceId = await backend.service.workspaceId({ tenant: "acme" });
    expect((await backend.service.client.getFile(fileId, { workspaceId })).endUser).toEqual({
      source: "host",
      id: "ana",
    });
  });

  it("pass piece by piece: the first is with the service before the second is made", async () => {
    const client = page();
    const begun = await client.beginUpload({ filename: "f", contentType: "a/b", sizeBytes: 4 });
    let arrived = () => {};
    const firstArrived = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const { service } = backend;
    const watching = upstreamWith(service, (asked) => {
      const watch = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          arrived();
          controller.enqueue(piece);
        },
      });
      return service.forward({ ...asked, ...(asked.bytes && { bytes: asked.bytes.pipeThrough(watch) }) });
    });
    const through = createSessionProxy(watching, { resolve: resolveHeaders });
    const pieces = ["he", "y!"].map((text) => new TextEncoder().encode(text));
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (pieces.length === 1) await firstArrived;
        const piece = pieces.shift();
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    });
    const init = { method: "PUT", headers: { "x-user": "ana" }, body, duplex: "half" } as RequestInit;
    const answer = await through(new Request(`https://host.test/api/service${begun.putUrl}`, init));
    expect(answer.status).toBe(204);
    await client.completeUpload(begun.uploadId);
    expect(await download(client, begun.fileId)).toBe("hey!");
  });

  it("are not cut where something on the way had packed them", async () => {
    const fileId = await upload(page(), "hello");
    const { service } = backend;
    const unpacked = upstreamWith(service, async (asked) => {
      const answer = await service.forward(asked);
      if (!asked.path.endsWith("/content")) return answer;
      // As a fetch gives it that has unpacked the body: the length is still that of the packed one.
      return new Response(answer.body, { headers: { "content-encoding": "gzip", "content-length": "3" } });
    });
    const through = createSessionProxy(unpacked, { resolve: resolveHeaders });
    const answer = await through(request("GET", `workspaces/current/files/${fileId}/content`));
    expect([answer.headers.get("content-length"), await answer.text()]).toEqual([null, "hello"]);
  });

  it("may be larger than a body, up to the service's cap", async () => {
    proxy = backend.proxy({ ...options, maxBodyBytes: 2_000 });
    const text = "x".repeat(50_000);
    expect((await download(page(), await upload(page(), text))).length).toBe(50_000);
    await expect(page().beginUpload({ filename: "f", contentType: "a/b", sizeBytes: 1e12 })).rejects.toMatchObject({
      status: 413,
      code: "file_too_large",
      details: { limit: 52_428_800, size: 1e12 },
    });
  });

  it("are returned as bytes that no page can run", async () => {
    const fileId = await upload(page(), "alert(1)", "text/html");
    const { headers } = await proxy(request("GET", `workspaces/current/files/${fileId}/content`));
    expect(headers.get("content-type")).toBe("application/octet-stream");
    expect(headers.get("content-disposition")).toMatch(/^attachment/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("sandbox");
  });

  it("are no part of a proxy whose host turned them off", async () => {
    proxy = backend.proxy({ ...options, files: false });
    const body = { filename: "f", contentType: "a/b", sizeBytes: 1 };
    expect(await code(proxy(request("POST", "workspaces/current/files/uploads", body)))).toEqual([
      404,
      "route_not_allowed",
    ]);
    expect(await bodyOf(await proxy(request("GET", "config/client")))).toMatchObject({
      fileUploads: { enabled: false },
    });
  });

  it("are written by the host's own pages only, and by who the page was made for", async () => {
    const put = "workspaces/current/files/uploads/x/content";
    const cross = { headers: { "sec-fetch-site": "cross-site" } };
    expect(await code(proxy(request("PUT", put, "x", cross)))).toEqual([403, "mutation_denied"]);
    const other = { headers: { "x-service-identity": "0".repeat(64) } };
    expect(await code(proxy(request("PUT", put, "x", other)))).toEqual([409, "identity_changed"]);
    expect(await code(proxy(request("POST", "workspaces/current/sessions/x/events", message("hi"))))).toEqual([
      404,
      "session_not_found",
    ]);
  });
});

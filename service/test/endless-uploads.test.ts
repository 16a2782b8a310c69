/** Uploads that never end, over raw sockets through the service's own server. */
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listen, type Listening } from "../src/listen.js";
import { harness, text, type Harness } from "./harness.js";

let service: Harness;
let server: Listening;
const sockets: Socket[] = [];
beforeEach(async () => {
  service = await harness();
  server = await listen(service.app, { port: 0 });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
  await service.app.close();
});

const piece = Buffer.alloc(65_536, 120);
const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);

/** Sends pieces until the server closes the connection. Resolves with the status of the answer, 0 without one. */
function sendForEver(head: readonly string[], pieces: Buffer): Promise<number> {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  sockets.push(socket);
  let answer = "";
  const send = () => {
    while (!socket.destroyed && socket.write(pieces));
  };
  socket.setEncoding("latin1");
  socket.on("data", (data) => (answer += String(data)));
  socket.on("drain", send);
  socket.on("error", () => {});
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  send();
  return new Promise((ended) => {
    socket.once("close", () => ended(Number(answer.split(" ")[1] ?? 0)));
  });
}

async function begin(sizeBytes: number): Promise<string> {
  const announced = { filename: "a.txt", contentType: "text/plain", sizeBytes };
  const { status, body } = await service.call("POST", `${service.workspace}/files/uploads`, announced);
  expect(status).toBe(201);
  return text(body["putUrl"]);
}

const endless = "content-length: 1000000000000";
const chunked = "transfer-encoding: chunked";

describe("an upload that is sent for ever", () => {
  it.each([
    ["without a key", 401, "none", "x", endless],
    ["without a key, in chunks", 401, "none", "x", chunked],
    ["to no upload", 404, "key", "x", endless],
    ["to no upload, in chunks", 404, "key", "x", chunked],
    ["over its announced size", 422, "key", "begun", endless],
    ["over its announced size, in chunks", 422, "key", "begun", chunked],
    ["as a JSON body", 413, "key", "json", endless],
    ["as a JSON body, in chunks", 413, "key", "json", chunked],
    ["to no route", 404, "key", "nowhere", chunked],
  ])("%s is answered %i, its connection is closed and others are served", async (_how, status, key, where, length) => {
    const path = {
      x: `${service.workspace}/files/uploads/00000000-0000-4000-8000-000000000000/content`,
      begun: await begin(1_000_000),
      json: `${service.workspace}/files/uploads`,
      nowhere: "/v1/nowhere",
    }[where]!;
    const head = [
      `${where === "json" || where === "nowhere" ? "POST" : "PUT"} ${path} HTTP/1.1`,
      "host: a",
      ...(key === "none" ? [] : [`authorization: Bearer ${service.app.apiKey}`]),
      `content-type: ${where === "json" ? "application/json" : "application/octet-stream"}`,
      length,
    ];
    const ended = sendForEver(head, length === chunked ? chunk : piece);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await ended).toBe(status);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});

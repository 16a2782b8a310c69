import { AsyncLocalStorage } from "node:async_hooks";
import { createServer } from "node:http";
import express, { type Request as ExpressRequest } from "express";
import { expect, it } from "vitest";
import { createChatHandler } from "../../src/server/handler/create-chat-handler.js";
import { Service } from "../../src/server/handler/service.js";
import type { RequestEvent } from "../../src/server/gate/request-event.js";
import { toNodeHandler } from "../../src/server/node/to-node-handler.js";
import { header } from "../../src/wire/protocol/headers.js";
import { start } from "./support/start.js";
import { createWorld } from "./support/world.js";

/** The fields that `express-session` adds to Express' own request. */
type WithSession = ExpressRequest & { sessionID?: string };

it("lets `resolve` see Express' own request, as docs/guide.md shows, also when it is asked again", async () => {
  const world = await createWorld();
  const people = new Map([
    ["1", "ana"],
    ["2", "ben"],
  ]);
  const events: RequestEvent[] = [];
  const current = new AsyncLocalStorage<WithSession>();
  const chat = createChatHandler(new Service({ ...world.service, source: "host" }), {
    recheckMs: 1,
    onEvent: (event) => events.push(event),
    resolve() {
      const user = people.get(current.getStore()?.sessionID ?? "");
      return user === undefined ? new Response("Sign in first.", { status: 401 }) : { tenant: "acme", user };
    },
  });
  const handle = toNodeHandler(chat);
  const app = express();
  app.use((request: WithSession, _response, next) => {
    const cookie = request.get("cookie");
    if (cookie !== undefined) request.sessionID = cookie.replace("id=", "");
    next();
  });
  app.use("/api/chat", (request, response) => current.run(request, () => handle(request, response)));
  const host = await start(createServer(app));
  const follow = (cookie: string) =>
    fetch(`${host.chat}/stream?follow=1`, { headers: { cookie, [header.conversation]: "support" } });
  const endedFor = () => events.filter(({ type }) => type === "ended").map(({ person, code }) => [person, code]);

  expect((await follow("id=3")).status).toBe(401);
  const [ana, ben] = await Promise.all([follow("id=1"), follow("id=2")]);
  expect([ana.status, ben.status]).toEqual([200, 200]);
  people.delete("1");
  await ana.text();
  expect(endedFor()).toEqual([["ana", "access_ended"]]);
  people.delete("2");
  await ben.text();
  expect(endedFor()).toEqual([
    ["ana", "access_ended"],
    ["ben", "access_ended"],
  ]);
  await host.close();
  await world.close();
});

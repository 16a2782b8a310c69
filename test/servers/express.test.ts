import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import express from "express";
import { describe, expect, it } from "vitest";
import { toNodeHandler } from "../../src/server/node/to-node-handler.js";
import { createHandlers } from "./support/handlers.js";
import { describeHost } from "./support/host-suite.js";
import { describeSlowReader } from "./support/slow-reader-suite.js";
import { start } from "./support/start.js";
import { FrameReader, Visitor } from "./support/visitor.js";
import { createWorld, type World } from "./support/world.js";

const open = (world: World) => {
  const { chat, proxy } = createHandlers(world);
  const app = express();
  app.all("/api/chat{/*path}", toNodeHandler(chat));
  app.all("/api/service/*path", toNodeHandler(proxy));
  return start(createServer(app));
};
describeHost("Express", open);
describeSlowReader("Express", open);

const inRouter = (world: World) => {
  const { chat, proxy } = createHandlers(world);
  const router = express.Router();
  router.use("/api/chat", toNodeHandler(chat));
  router.use("/api/service", toNodeHandler(proxy));
  const app = express();
  app.use("/products/:product", router);
  return start(createServer(app), "/products/7");
};
describeHost("Express, in a router under a path of its own", inRouter);

const behindParsers = (world: World) => {
  const { chat, proxy } = createHandlers(world);
  const app = express();
  app.use(express.json({ limit: "2mb" }), express.urlencoded());
  app.use("/api/chat", toNodeHandler(chat));
  app.use("/api/service", toNodeHandler(proxy));
  return start(createServer(app));
};
describeHost("Express, behind its body parsers", behindParsers, { parses: true });

describe("Express with a parser of its own kind", () => {
  it("reports that the body was consumed, and for which request", async () => {
    const world = await createWorld();
    const errors: unknown[] = [];
    const app = express();
    app.use((request, _response, next) => void request.resume().once("end", next));
    app.use("/api/chat", toNodeHandler(createHandlers(world).chat, { onError: (error) => errors.push(error) }));
    const host = await start(createServer(app));
    const ana = new Visitor(host.chat, "gone");
    const answer = await ana.send("hi");
    expect([answer.status, await answer.json()]).toMatchObject([500, { error: { code: "body_already_read" } }]);
    expect(errors).toEqual([expect.objectContaining({ code: "body_already_read" })]);
    // Requests without a body are unaffected.
    expect((await ana.ask("")).status).toBe(200);
    await host.close();
    await world.close();
  });

  it("takes a packed body that its parser has unpacked", async () => {
    const world = await createWorld();
    const app = express();
    app.use(express.json());
    app.use("/api/chat", toNodeHandler(createHandlers(world).chat));
    const host = await start(createServer(app));
    const answer = await fetch(host.chat, {
      method: "POST",
      headers: {
        "x-user": "ana",
        "x-service-conversation": "packed",
        "content-type": "application/json",
        "content-encoding": "gzip",
      },
      body: gzipSync(JSON.stringify({ message: "/say packed" })),
    });
    const frames = await new FrameReader(answer).until((data) => data.type === "done");
    expect(frames.at(-1)).toMatchObject({ reply: { text: "packed" } });
    await host.close();
    await world.close();
  });
});

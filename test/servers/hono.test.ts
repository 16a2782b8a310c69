import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import type { Server } from "node:http";
import { createHandlers } from "./support/handlers.js";
import { describeHost } from "./support/host-suite.js";
import { describeSlowReader } from "./support/slow-reader-suite.js";
import { start } from "./support/start.js";
import type { World } from "./support/world.js";

const open = (world: World) => {
  const { chat, proxy } = createHandlers(world);
  const app = new Hono();
  app.all("/api/chat/*", (context) => chat(context.req.raw));
  app.all("/api/service/*", (context) => proxy(context.req.raw));
  return start(createAdaptorServer({ fetch: app.fetch }) as Server);
};
describeHost("Hono", open);
describeSlowReader("Hono", open);

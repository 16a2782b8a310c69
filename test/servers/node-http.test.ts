import { createServer } from "node:http";
import { toNodeHandler } from "../../src/server/node/to-node-handler.js";
import { createHandlers } from "./support/handlers.js";
import { describeHost } from "./support/host-suite.js";
import { describeSlowReader } from "./support/slow-reader-suite.js";
import { start } from "./support/start.js";
import type { World } from "./support/world.js";

const open = (world: World) => {
  const { chat, proxy } = createHandlers(world);
  const isProxied = (request: Request) => new URL(request.url).pathname.startsWith("/api/service/");
  return start(createServer(toNodeHandler((request) => (isProxied(request) ? proxy(request) : chat(request)))));
};
describeHost("node:http", open);
describeSlowReader("node:http", open);

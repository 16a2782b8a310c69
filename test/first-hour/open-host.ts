/** A newcomer's backend on a real port, over the embedded service on another one. */
import { createServer, type RequestListener } from "node:http";
import { Service, type ServiceOptions } from "../../src/server/handler/service.js";
import { start } from "../servers/support/start.js";
import { createWorld, type World } from "../servers/support/world.js";

export interface NewcomersService {
  readonly world: World;
  /** The service as `chat.ts` of the README makes it, with what the newcomer got wrong. */
  readonly service: (mistake?: Partial<ServiceOptions>) => Service;
  /** An address where nothing listens any more. */
  readonly deadUrl: string;
  /** An address where a web page is. */
  readonly pageUrl: string;
  readonly close: () => Promise<void>;
}

export const resolve = () => ({ tenant: "acme", user: "ana" });

export const html = "<!doctype html><title>Shop</title><div id=root></div>";

export async function openService(): Promise<NewcomersService> {
  const world = await createWorld();
  const dead = await listen((_request, response) => void response.end());
  await dead.close();
  const page = await listen((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(html);
  });
  return {
    world,
    service: (mistake = {}) => new Service({ ...world.service, source: "shop", ...mistake }),
    deadUrl: dead.url,
    pageUrl: page.url,
    async close() {
      await page.close();
      await world.close();
    },
  };
}

export interface Listening {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function listen(listener: RequestListener): Promise<Listening> {
  const host = await start(createServer(listener));
  return { url: new URL(host.chat).origin, close: () => host.close() };
}

/** Text in which only what differs between two runs is replaced. */
export function steady(text: string): string {
  return text
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "ID")
    .replaceAll(/(127\.0\.0\.1|localhost):\d+/g, "$1:PORT")
    .replaceAll(/ at \S+\/test\/first-hour\/([\w.-]+\.tsx?):\d+:\d+/g, " at $1:LINE");
}

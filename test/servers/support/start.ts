import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { RunningHost } from "./host-suite.js";

/** Listens on a free port, with the mounts where the README puts them. */
export async function start(server: Server, mount = ""): Promise<RunningHost> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    chat: `${url}${mount}/api/chat`,
    proxy: `${url}${mount}/api/service`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

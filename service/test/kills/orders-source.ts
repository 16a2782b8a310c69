/** A product's API that describes itself, on a port, for installations. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ordersDocument } from "../integrations/orders-api.js";

export async function openOrdersSource(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(ordersDocument));
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/openapi.json`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { lookup } from "node:dns";
import { describe, expect, it, onTestFinished } from "vitest";
import { openLine, type LineOptions } from "../../src/mcp/line.js";
import { McpFault } from "../../src/mcp/mcp-fault.js";
import type { McpServer } from "../../src/mcp/mcp-server.js";
import { isPublicAddress } from "../../src/mcp/public-address.js";

const server = (url: string): McpServer => ({
  id: "orders",
  name: "orders",
  url,
  allowedTools: null,
  timeoutMs: 30_000,
  requireApproval: false,
  headers: { Authorization: "Bearer token" },
  credentialVersion: 1,
});

/** A name server that knows one answer. */
const leadsTo = (...addresses: string[]) =>
  ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    )) as typeof lookup;

async function post(url: string, options: Partial<LineOptions> = {}): Promise<string> {
  const line = openLine(server(url), { privateNetworks: false, ...options });
  try {
    const answer = await line.fetch(url, { method: "POST", body: "{}", headers: { accept: "application/json" } });
    return await answer.text();
  } catch (error) {
    return error instanceof McpFault ? error.code : `${(error as NodeJS.ErrnoException).code}`;
  } finally {
    line.close();
  }
}

/** A server on this machine that says what came. */
async function listening(): Promise<number> {
  const http = createServer((request, response) => response.end(`${request.method} ${request.headers.authorization}`));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void http.close());
  return (http.address() as AddressInfo).port;
}

describe("the wire to a server", () => {
  it("carries the server's headers, to this machine too", async () => {
    expect(await post(`http://127.0.0.1:${await listening()}/mcp`)).toBe("POST Bearer token");
  });

  it.each([
    "https://10.0.0.7/mcp",
    "https://192.168.1.1/mcp",
    "https://169.254.169.254/latest/meta-data",
    "https://[fd00::1]/mcp",
    "https://[::ffff:10.0.0.7]/mcp",
    "https://0x0a000007/mcp",
  ])("does not lead to %s", async (url) => {
    expect(await post(url)).toBe("mcp_address_refused");
  });

  it.each([["10.0.0.7"], ["127.0.0.1"], ["::1"], ["8.8.8.8", "10.0.0.7"]])(
    "does not lead to where a name stands for %s",
    async (...addresses) => {
      expect(await post("https://mcp.example.com/", { lookup: leadsTo(...addresses) })).toBe("mcp_address_refused");
    },
  );

  it("leads into a private network when the service was told so", async () => {
    const port = await listening();
    const lookup = leadsTo("127.0.0.1");
    expect(await post(`http://mcp.internal:${port}/`, { lookup })).toBe("mcp_address_refused");
    // Loopback stands for a private network here: it is the one that is there.
    expect(await post(`http://[::ffff:127.0.0.1]:${port}/`)).toBe("mcp_address_refused");
    expect(await post(`http://[::ffff:127.0.0.1]:${port}/`, { privateNetworks: true })).toBe("POST Bearer token");
  });
});

it("an address is public or it is not", () => {
  const open = ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111"];
  const shut = [
    "172.31.0.1",
    "100.64.0.1",
    "0.0.0.0",
    "::",
    "fe80::1",
    "64:ff9b::a00:7",
    "::ffff:192.168.0.1",
    "no address",
  ];
  expect(open.filter(isPublicAddress)).toEqual(open);
  expect(shut.filter(isPublicAddress)).toEqual([]);
});

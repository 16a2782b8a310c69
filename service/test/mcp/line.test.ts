import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { lookup as lookUp } from "node:dns";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/clock.js";
import { callServer } from "../../src/mcp/call-server.js";
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

/** A name server with one answer. */
const leadsTo = (...addresses: string[]) =>
  ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    )) as typeof lookUp;

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

/** A server on this machine that echoes the request. */
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
    "https://012.0.0.7/mcp",
    "https://167772167/mcp",
    "https://10.7/mcp",
    "https://10.0.0.7./mcp",
    "https://[64:ff9b:1::a00:7]/mcp",
    "https://[fec0::1]/mcp",
    "https://[::10.0.0.7]/mcp",
    "https://[2001:0:a00:7::1]/mcp",
    "https://[2002:a00:7::1]/mcp",
    "https://[fe80::1]/mcp",
    "https://[ff02::1]/mcp",
  ])("does not dial %s", async (url) => {
    expect(await post(url)).toBe("mcp_address_refused");
  });

  it.each([["10.0.0.7"], ["127.0.0.1"], ["::1"], ["8.8.8.8", "10.0.0.7"], ["fe80::1%eth0"], ["::ffff:10.0.0.7"]])(
    "does not dial a name that resolves to %s",
    async (...addresses) => {
      for (const name of ["mcp.example.com", "mcp.example.com.", "localhost.", "127.0.0.1.nip.example"]) {
        expect(await post(`https://${name}/`, { lookup: leadsTo(...addresses) })).toBe("mcp_address_refused");
      }
    },
  );

  it.each([
    ["fd00::2"],
    ["10.0.0.7"],
    ["8.8.8.8"],
    ["127.0.0.1", "10.0.0.7"],
    ["::ffff:127.0.0.1"],
    ["0.0.0.0"],
    ["::"],
  ])("dials only this machine for a localhost name that resolves to %s", async (...addresses) => {
    const lookup = leadsTo(...addresses);
    for (const url of ["https://localhost/", "http://a.localhost:8080/", "http://A.b.LocalHost/"]) {
      expect(await post(url, { lookup })).toBe("mcp_address_refused");
    }
  });

  it("dials this machine for a localhost name that resolves to it", async () => {
    const lookup = leadsTo("127.0.0.1");
    expect(await post(`http://shop.localhost:${await listening()}/`, { lookup })).toBe("POST Bearer token");
  });

  it("judges the address that is dialled, not one of an earlier look-up", async () => {
    const port = await listening();
    let asked = 0;
    const lookup = ((name, options, done) => {
      asked += 1;
      leadsTo(asked === 1 ? "127.0.0.1" : "10.0.0.7")(name, options as object, done as never);
    }) as typeof lookUp;
    expect(await post(`http://a.localhost:${port}/`, { lookup })).toBe("POST Bearer token");
    expect(await post(`http://a.localhost:${port}/`, { lookup })).toBe("mcp_address_refused");
    expect(asked).toBe(2);
  });

  it.each([301, 302, 303, 307, 308])("carries nothing to another origin that a %i points at", async (status) => {
    const asked: string[] = [];
    const serve = async (answer: (response: ServerResponse) => void): Promise<string> => {
      const http = createServer((request, response) => {
        asked.push(`${request.headers.host} ${request.headers.authorization}`);
        answer(response);
      });
      await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => void http.close());
      return `127.0.0.1:${(http.address() as AddressInfo).port}`;
    };
    const other = await serve((response) => response.end("{}"));
    const first = await serve((response) => response.writeHead(status, { location: `http://${other}/` }).end());
    const call = callServer(
      server(`http://${first}/mcp`),
      { privateNetworks: true, clock: systemClock },
      new AbortController().signal,
      ({ client }) => client.listTools(),
    );
    await expect(call).rejects.toMatchObject({ code: "mcp_transport_unavailable" });
    expect(asked).toEqual([`${first} Bearer token`]);
  });

  it("allows a private network when the service is configured to", async () => {
    const port = await listening();
    const lookup = leadsTo("127.0.0.1");
    expect(await post(`http://mcp.internal:${port}/`, { lookup })).toBe("mcp_address_refused");
    // Loopback represents a private network here, as it always exists.
    expect(await post(`http://[::ffff:127.0.0.1]:${port}/`)).toBe("mcp_address_refused");
    expect(await post(`http://[::ffff:127.0.0.1]:${port}/`, { privateNetworks: true })).toBe("POST Bearer token");
  });
});

describe("an address", () => {
  it("is public inside of the networks that are, up to their edges", () => {
    const open = [
      "8.8.8.8",
      "1.1.1.1",
      "9.255.255.255",
      "11.0.0.0",
      "100.63.255.255",
      "100.128.0.1",
      "126.255.255.255",

      "128.0.0.0",
      "169.253.255.255",
      "172.15.255.255",
      "172.32.0.1",
      "192.167.255.255",
      "198.17.0.1",
      "198.20.0.0",
      "223.255.255.255",
      "2606:4700::1111",
      "2000::1",
      "2001:200::1",
      "2003::1",
      "2a00:1450::1",
      "3ffe::1",
    ];
    expect(open.filter(isPublicAddress)).toEqual(open);
  });

  it("is not public in any special network, whatever form an IPv4 address takes inside of it", () => {
    const shut4 = [
      "0.0.0.0",
      "0.255.255.255",
      "10.0.0.7",
      "100.64.0.1",
      "100.127.255.255",
      "127.0.0.1",
      "127.255.255.255",
      "169.254.169.254",
      "172.16.0.0",
      "172.31.255.255",
      "192.0.0.8",
      "192.0.2.1",
      "192.88.99.1",
      "192.168.0.1",
      "198.18.0.1",
      "198.19.255.255",
      "198.51.100.1",
      "203.0.113.1",
      "224.0.0.1",
      "239.1.1.1",
      "255.255.255.255",
    ];
    const forms = ["::ffff:%", "::%", "64:ff9b::%", "64:ff9b:1::%", "::ffff:0:%"];
    const shut6 = [
      "::",
      "::1",
      "100::1",
      "2001::1",
      "2001:0:4136:e378::1",
      "2001:db8::1",
      "2001:20::1",
      "2002:808:808::1",
      "3fff::1",
      "4000::1",
      "5f00::1",
      "fc00::1",
      "fdff::1",
      "fe80::1",
      "fe80::1%eth0",
      "febf::1",
      "fec0::1",
      "feff::1",
      "ff02::1",
    ];
    const shut = [
      ...shut4,
      ...shut6,
      ...[...shut4, "8.8.8.8"].flatMap((address) => forms.map((form) => form.replace("%", address))),
      "no address",
      "",
      "127.1",
      "0x7f000001",
    ];
    expect(shut.filter(isPublicAddress)).toEqual([]);
  });
});

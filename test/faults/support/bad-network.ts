import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { drawFaults, type Direction, type Fault, type FaultKind } from "./drawn-faults.js";

/** Possible faults: of one connection, an immediate refusal, or all connections for a while. */
export type NetworkFault = FaultKind | "refuse" | "offline";

/**
 * A network between a browser and a host: real sockets on both sides that forward bytes. Until it is healed, each
 * connection has its drawn faults.
 *
 * One rule concerns HTTP: an orderly close never falls into the head of a response, but after it. Over plain HTTP a
 * browser accepts a truncated head as complete; over TLS, where products run, it does not. A reset falls anywhere.
 */
export interface BadNetwork {
  /** The browser's address in place of the host's. */
  readonly url: string;
  /** How often each fault struck. */
  readonly struck: ReadonlyMap<NetworkFault, number>;
  readonly connections: () => number;
  /** Cuts every connection and refuses new ones for as long. */
  offline(ms: number): Promise<void>;
  /** From now on all bytes pass at once. Connections that hang are reset. */
  heal(): Promise<void>;
  close(): Promise<void>;
}

/** Both sides of one connection. */
interface Line {
  readonly client: Socket;
  readonly server: Socket;
  /** It passes nothing on any more, and neither side has heard of that. */
  isDead: boolean;
  /** The browser has the beginning of an answer's head and not its end. */
  isInHead: boolean;
}

export async function badNetwork(host: URL, random: () => number): Promise<BadNetwork> {
  const struck = new Map<NetworkFault, number>();
  const lines = new Set<Line>();
  const healed = new AbortController();
  let connections = 0;
  const count = (kind: NetworkFault) => struck.set(kind, (struck.get(kind) ?? 0) + 1);

  function take(client: Socket): void {
    connections += 1;
    const drawn = healed.signal.aborted ? [] : drawFaults(random);
    client.setNoDelay(true);
    client.on("error", () => {});
    if (drawn === "refuse") {
      count("refuse");
      client.resetAndDestroy();
      return;
    }
    const server = connect({ port: Number(host.port), host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
    server.on("error", () => {});
    const line: Line = { client, server, isDead: false, isInHead: false };
    lines.add(line);
    void Promise.all([carry(line, "up", drawn), carry(line, "down", drawn)]).finally(() => {
      drop(line, false);
      lines.delete(line);
    });
  }

  /** Passes bytes on in one direction until that side ends or the connection breaks. */
  async function carry(line: Line, direction: Direction, drawn: readonly Fault[]): Promise<void> {
    const [from, to] = direction === "up" ? [line.client, line.server] : [line.server, line.client];
    const faults = drawn.filter((fault) => fault.direction === direction).toSorted((a, b) => a.at - b.at);
    let passed = 0;
    try {
      for await (const bytes of from.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
        const head = direction === "down" ? headLength(bytes) : 0;
        for (let at = 0; at < bytes.length;) {
          const next = healed.signal.aborted ? undefined : faults[0];
          const place = next && placeIn(at, Math.max(0, next.at - passed), next, head);
          const size = Math.min(bytes.length - at, place ?? bytes.length);
          pass(line, to, bytes.subarray(at, at + size));
          at += size;
          passed += size;
          if (head > 0) line.isInHead = at > 0 && at < head;
          if (!next || place !== size) continue;
          faults.shift();
          count(next.kind);
          await strike(next, line, to);
        }
      }
      if (!line.isDead) to.end();
    } catch {
      drop(line, false);
    }
  }

  async function strike(fault: Fault, line: Line, to: Socket): Promise<void> {
    switch (fault.kind) {
      case "stall":
        return wait(fault.ms);
      case "close":
        return drop(line, false);
      case "reset":
        return drop(line, true);
      case "half-close":
        return void to.end();
      case "hang":
        line.isDead = true;
        await wait(fault.ms);
        return drop(line, true);
    }
  }

  /** The drawn time, or until the network is healed. */
  function wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        healed.signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      healed.signal.addEventListener("abort", end);
      if (healed.signal.aborted) end();
    });
  }

  const server = createServer({ allowHalfOpen: true }, take);
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  let comesBack = Promise.resolve();

  return {
    url: `http://127.0.0.1:${port}`,
    struck,
    connections: () => connections,
    offline(ms) {
      count("offline");
      comesBack = comesBack.then(async () => {
        server.close();
        for (const line of lines) drop(line, true);
        await wait(ms);
        await listen(server, port);
      });
      return comesBack;
    },
    async heal() {
      healed.abort();
      await comesBack;
      for (const line of lines) if (line.isDead) drop(line, true);
    },
    async close() {
      healed.abort();
      await comesBack;
      server.close();
      for (const line of lines) drop(line, true);
    },
  };
}

function pass({ isDead }: Line, to: Socket, bytes: Uint8Array): void {
  if (bytes.length > 0 && !isDead && to.writable) to.write(bytes);
}

/** How many bytes on from `start` a fault strikes that was drawn for `distance` bytes on. */
function placeIn(start: number, distance: number, { kind }: Fault, head: number): number {
  const at = start + distance;
  const tearsHead = at > 0 && at < head && (kind === "close" || kind === "half-close");
  return tearsHead ? head - start : distance;
}

/** Length of the head of a response that begins with these bytes; 0 without one. A host writes a head in one piece. */
function headLength(bytes: Uint8Array): number {
  const text = new TextDecoder("latin1").decode(bytes);
  return text.startsWith("HTTP/1.1 ") ? text.indexOf("\r\n\r\n") + 4 : 0;
}

function drop({ client, server, isInHead }: Line, isReset: boolean): void {
  if ((isReset || isInHead) && !client.destroyed) client.resetAndDestroy();
  client.destroy();
  server.destroy();
}

async function listen(server: Server, port: number): Promise<void> {
  const ready = once(server, "listening");
  server.listen(port, "127.0.0.1");
  await ready;
}

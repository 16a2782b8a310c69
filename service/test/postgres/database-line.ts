import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A line to a server that can be cut or fall silent, as networks and servers do. */
export interface DatabaseLine {
  /** The server's address by way of the line. */
  readonly url: string;
  /** Breaks every connection and lets none through. */
  cut(): void;
  /** Keeps every connection, accepts new ones, and drops all that is sent. */
  silence(): void;
  /** Connections that lost something while it was silent break. */
  mend(): void;
  close(): Promise<void>;
}

export async function openLine(serverUrl: string): Promise<DatabaseLine> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const damaged = new Set<Socket>();
  let isCut = false;
  let isSilent = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on("data", (bytes) => {
        if (isSilent) return void damaged.add(socket);
        if (!other.write(bytes)) {
          socket.pause();
          other.once("drain", () => socket.resume());
        }
      });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(serverUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.resetAndDestroy();
    },
    silence() {
      isSilent = true;
    },
    mend() {
      isCut = false;
      isSilent = false;
      for (const socket of damaged) socket.destroy();
      damaged.clear();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

import { Socket } from "node:net";

/** How long connections may take to close in order (ms). */
const closeMs = 5_000;

/** The sockets of one process's connections to a database, so that closing does not wait for a silent network. */
export interface Sockets {
  /** A new socket, for `pg` to connect. */
  readonly open: () => Socket;
  /** Resolves when `closing` does, or when the sockets were destroyed because it took too long. */
  destroyAfter(closing: Promise<void>): Promise<void>;
}

export function createSockets(): Sockets {
  const sockets = new Set<Socket>();
  return {
    open() {
      const socket = new Socket();
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      return socket;
    },
    async destroyAfter(closing) {
      // Also for connections that the pool no longer waits for: a silent server never confirms their end.
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, closeMs);
      timer.unref();
      await closing;
      if (sockets.size === 0) clearTimeout(timer);
    },
  };
}

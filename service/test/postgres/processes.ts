import type { SessionEvent } from "@service/sdk/protocol";
import type { ServiceAppOptions, Store } from "../../src/app.js";
import { openPostgresStore } from "../../src/store/sql-postgres.js";
import { harness, text, type Harness } from "../harness.js";
import { manualClock } from "../manual-clock.js";
import { soon } from "./watched.js";

export const credentials = {
  organizationId: "0a6f0c0e-3a52-4f62-9a4e-0d3f2b1c4d5e",
  apiKey: "svk_0123456789abcdef0123456789abcdef",
};

/** A service as a process of its own would have it: its own connections, its own clock, nothing shared but the database. */
export interface Process extends Harness {
  readonly store: Store;
  /** Creates a session and gives its path; does not wait for its turn. */
  begin(message: string, fields?: object): Promise<string>;
  /** Resolves with the log once it contains the wanted event. */
  logged(session: string, isThere: (log: readonly SessionEvent[]) => boolean): Promise<SessionEvent[]>;
  close(): Promise<void>;
}

export async function startProcess(
  databaseUrl: string,
  { wrap = (store) => store, clock = manualClock(), hints, ...options }: ProcessOptions = {},
): Promise<Process> {
  const faults: unknown[] = [];
  const onError = (error: unknown) => void faults.push(error);
  const { store, fileStore } = await openPostgresStore(databaseUrl, { clock, onError, hints });
  const service = await harness({ store: wrap(store), fileStore, credentials, clock, onError, ...options });
  let closing: Promise<void> | undefined;

  async function logged(session: string, isThere: (log: readonly SessionEvent[]) => boolean): Promise<SessionEvent[]> {
    for (;;) {
      let endWatch = (): void => undefined;
      const next = new Promise<void>((resolve) => {
        endWatch = store.watchSession(idOf(session), () => resolve());
      });
      const log = await service.log(session);
      if (isThere(log)) {
        endWatch();
        return log;
      }
      await soon(`more of the log than ${JSON.stringify(log.map((event) => event.type))}`, next);
      endWatch();
    }
  }

  async function close(): Promise<void> {
    await service.app.close();
    await store.close();
  }

  return {
    ...service,
    clock,
    faults,
    store,
    logged,
    async begin(message, fields = {}) {
      const made = await service.call("POST", `${service.workspace}/sessions`, { initialMessage: message, ...fields });
      if (made.status !== 202) throw new Error(JSON.stringify(made.body));
      return `${service.workspace}/sessions/${text(made.body["id"])}`;
    },
    close: () => (closing ??= close()),
  };
}

type ProcessOptions = Partial<Omit<ServiceAppOptions, "clock" | "onError">> & {
  readonly clock?: Harness["clock"];
  /** Carries hints to the other processes. @default NOTIFY */
  readonly hints?: NonNullable<Parameters<typeof openPostgresStore>[1]>["hints"];
  /** A hand between service and store. */
  readonly wrap?: (store: Store) => Store;
};

export const idOf = (path: string) => path.split("/").at(-1) ?? "";
export const ofType = (log: readonly SessionEvent[], type: string) => log.filter((event) => event.type === type);
export const has = (type: string) => (log: readonly SessionEvent[]) => ofType(log, type).length > 0;

/** Advances time for all of them, by a step for each answer of the database, until the promise settles. */
export async function passTime<T>(processes: readonly Process[], awaited: Promise<T>, stepMs = 1_000): Promise<T> {
  const came = awaited.then(() => "come" as const);
  const step = async () => {
    for (const { clock, store } of processes) {
      await store.nextDue();
      await clock.advance(stepMs);
    }
    return "a step" as const;
  };
  while ((await Promise.race([came, step()])) !== "come");
  return awaited;
}

/** A gate that a test opens. */
export function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Reads a followed stream up to the wanted event. */
export async function follow(process: Process, session: string, key = process.app.apiKey) {
  const request = new Request(`http://service${session}/events/stream?after=0`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const answer = await process.app.fetch(request);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let read = "";
  return {
    async until(words: string): Promise<string> {
      while (!read.includes(words)) {
        const { done, value } = await soon(`${words} after ${read}`, reader.read());
        if (done) throw new Error(`The stream ended without "${words}": ${read}`);
        read += value;
      }
      return read;
    },
    /** Reads to the end of the stream. */
    async ended(): Promise<void> {
      while (!(await soon("the end of the stream", reader.read())).done);
    },
    end: () => reader.cancel(),
  };
}

/** PGlite in a worker thread, as a connection that queries are sent to. */
import { Worker } from "node:worker_threads";
import { ServiceError } from "@service/sdk/protocol";

/** Where queries run, one after the other: PGlite in this thread or in another one. */
export interface PgliteConnection {
  query(text: string, parameters?: unknown[]): Promise<PgliteResult>;
  close(): Promise<void>;
}

/** One in a thread of its own. */
export interface PgliteThread extends PgliteConnection {
  /** Copies the folder to one that is not there yet, between two statements. */
  copyTo(folder: string): Promise<void>;
}

interface PgliteResult {
  readonly command?: string | undefined;
  readonly rowCount?: number | null | undefined;
  readonly affectedRows?: number | undefined;
  readonly rows: readonly unknown[];
}

interface PlainError {
  readonly name?: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  readonly severity?: string;
}

type Answer =
  | { readonly isOpen: boolean; readonly error?: PlainError }
  | { readonly id: number; readonly result: PgliteResult | null }
  | { readonly id: number; readonly error: PlainError };

interface Waiting {
  resolve(result: PgliteResult): void;
  reject(error: Error): void;
}

/**
 * Starts the thread and opens the folder in it.
 *
 * @param onCrash called once when the thread ends, or the database breaks off, without being closed. From then on every
 *   query rejects with `store_crashed`.
 */
export async function openPgliteThread(
  dataDir: string,
  onCrash: (error: ServiceError) => void = () => undefined,
): Promise<PgliteThread> {
  const worker = new Worker(new URL("./pglite-worker.js", import.meta.url), { workerData: { dataDir } });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let isClosed = false;
  let crash: ServiceError | undefined;
  let opened: { resolve(): void; reject(error: Error): void } | undefined;

  const fail = (cause: unknown): void => {
    if (crash !== undefined || isClosed) return;
    crash = storeCrashed(cause);
    opened?.reject(crash);
    for (const call of waiting.values()) call.reject(crash);
    waiting.clear();
    void worker.terminate();
    // A folder that could not even be opened is its caller's to report.
    if (opened === undefined) onCrash(crash);
  };

  worker.on("error", fail);
  worker.on("messageerror", fail);
  worker.on("exit", (code) => fail(new Error(`The database's thread ended with code ${code}.`)));
  worker.on("message", (answer: Answer) => {
    if ("isOpen" in answer) return answer.isOpen ? opened?.resolve() : opened?.reject(errorOf(answer.error));
    const call = waiting.get(answer.id);
    waiting.delete(answer.id);
    // A process with nothing else to do may end; nothing is under way.
    if (waiting.size === 0) worker.unref();
    if (!("error" in answer)) return call?.resolve(answer.result ?? { rows: [] });
    const error = errorOf(answer.error);
    if (hasStopped(answer.error)) fail(error);
    call?.reject(crash ?? error);
  });

  function ask(asked: object): Promise<PgliteResult> {
    return new Promise((resolve, reject) => {
      if (crash !== undefined) return reject(crash);
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ id: lastId, ...asked });
    });
  }

  const connection: PgliteThread = {
    query: (text, parameters = []) => ask({ text, parameters }),
    async copyTo(folder) {
      await ask({ copyTo: folder });
    },
    async close() {
      try {
        if (crash === undefined) await ask({ text: null });
      } finally {
        isClosed = true;
        await worker.terminate();
      }
    },
  };

  try {
    await new Promise<void>((resolve, reject) => {
      opened = { resolve, reject };
    });
    opened = undefined;
    worker.unref();
    return connection;
  } catch (error) {
    isClosed = true;
    await worker.terminate();
    throw error;
  }
}

/** PostgreSQL gives each of its errors a code, and marks those that it does not survive. */
function hasStopped({ code, severity }: PlainError): boolean {
  return code === undefined || severity === "FATAL" || severity === "PANIC";
}

function errorOf(plain: PlainError | undefined): Error {
  return Object.assign(new Error(plain?.message ?? "The database gave no reason."), plain);
}

function storeCrashed(cause: unknown): ServiceError {
  return new ServiceError(
    "The database in the data folder has stopped. Restart the service: committed data is kept. If it stops again, run `service-embedded verify`.",
    { code: "store_crashed", cause },
  );
}

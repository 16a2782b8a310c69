/**
 * A whole service in a process of its own, to be killed: `node kill-child <options as JSON>`. Its parent sends `advance` and
 * `arm`, and its clock moves only then. Once armed it counts the statements that write, and kills itself at one of them.
 */
import { Worker } from "node:worker_threads";
import { Client } from "pg";
import { createEmbeddedService } from "../../src/index.js";
import { manualClock } from "../manual-clock.js";
import type { ChildOptions, FromChild, Kill, ToChild } from "./service-process.js";

const options = JSON.parse(process.argv[2] ?? "") as ChildOptions;
let writes = 0;
let armed: Kill | null = null;
/** Connections with a transaction that wrote. */
const dirty = new WeakSet<object>();

function dieAt(write: number, moment: Kill["moment"]): void {
  if (write !== armed?.at || moment !== armed.moment) return;
  process.kill(process.pid, "SIGKILL");
  // The signal ends the process here; the error is for the compiler.
  throw new Error("still alive");
}

/**
 * Numbers each statement that writes, and each commit of a transaction that wrote.
 *
 * @returns null for any other statement. Call the result when the database has executed the statement: another one may begin before.
 */
function numbered(connection: object, text: unknown): (() => void) | null {
  if (armed === null || typeof text !== "string") return null;
  const isWrite = /^\s*(?:insert|update|delete|with\b[^]*\b(?:insert into|update|delete from))\b/i.test(text);
  const isCommit = /^\s*commit\b/i.test(text) && dirty.has(connection);
  if (isWrite) dirty.add(connection);
  if (/^\s*(?:commit|rollback|begin)\b/i.test(text)) dirty.delete(connection);
  if (!isWrite && !isCommit) return null;
  writes += 1;
  const own = writes;
  dieAt(own, "before");
  return () => dieAt(own, "after");
}

type Query = (this: object, ...given: unknown[]) => unknown;

/** A connection to a PostgreSQL server. */
function watchClient(prototype: { query: unknown }): void {
  const query = prototype.query as Query;
  const counted: Query = function (...given) {
    const executed = numbered(this, given[0]);
    const asked = query.apply(this, given);
    if (executed === null || !(asked instanceof Promise)) return asked;
    return asked.then((result: unknown) => {
      executed();
      return result;
    });
  };
  prototype.query = counted;
}

interface Asked {
  readonly id: number;
  readonly text: string | null;
}

/** PGlite's thread: a message for each statement, and one back. */
function watchThread(prototype: { postMessage: unknown }): void {
  const post = prototype.postMessage as (this: Worker, message: Asked) => void;
  function counted(this: Worker, message: Asked): void {
    const executed = numbered(this, message.text);
    const onAnswer = (answer: object) => {
      if (!("id" in answer) || answer.id !== message.id) return;
      this.off("message", onAnswer);
      executed?.();
    };
    if (executed !== null) this.prependListener("message", onAnswer);
    post.call(this, message);
  }
  prototype.postMessage = counted;
}
watchThread(Worker.prototype);
watchClient(Client.prototype);

const clock = manualClock(options.begin);
const { store, credentials, secretsKey } = options;
const service = await createEmbeddedService({
  store,
  credentials,
  secretsKey,
  clock,
  mcp: { privateNetworks: true },
  onError: (error) => tell({ fault: String(error) }),
});
const { url } = await service.listen({ port: 0 });

function tell(message: FromChild): void {
  process.send?.(message);
}

process.on("message", (message: ToChild) => void obey(message));
// The parent, which would end this process, is gone.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

async function obey(message: ToChild): Promise<void> {
  const counted = writes;
  if (message === "close") await service.close();
  else if ("advance" in message) await clock.advance(message.advance);
  else {
    armed = message.arm;
    writes = 0;
  }
  tell({ done: true, writes: counted, now: clock.now() });
}

tell({ url });

/**
 * A whole service in a process of its own, to be killed: `node kill-child <options as JSON>`. Its parent sends `advance` and
 * `arm`, and its clock moves only then. Once armed it counts the statements that write, and kills itself at one of them.
 */
import { PGlite } from "@electric-sql/pglite";
import { Client } from "pg";
import { createEmbeddedService } from "../../src/index.js";
import { manualClock } from "../manual-clock.js";
import type { ChildOptions, FromChild, Kill, ToChild } from "./service-process.js";

const options = JSON.parse(process.argv[2] ?? "") as ChildOptions;
let writes = 0;
let armed: Kill | null = null;

function dieAt(moment: Kill["moment"]): void {
  if (writes !== armed?.at || moment !== armed.moment) return;
  process.kill(process.pid, "SIGKILL");
  // The signal ends the process here; the error is for the compiler.
  throw new Error("still alive");
}

type Query = (this: object, ...given: unknown[]) => unknown;

/** Counts each statement that writes, and each commit of a transaction that wrote. */
function watchWrites(prototype: { query: unknown }): void {
  const query = prototype.query as Query;
  const dirty = new WeakSet<object>();
  const counted: Query = function (...given) {
    const [text] = given;
    if (armed === null || typeof text !== "string") return query.apply(this, given);
    const isWrite = /^\s*(?:insert|update|delete|with\b[^]*\b(?:insert into|update|delete from))\b/i.test(text);
    const isCommit = /^\s*commit\b/i.test(text) && dirty.has(this);
    if (isWrite) dirty.add(this);
    if (/^\s*(?:commit|rollback|begin)\b/i.test(text)) dirty.delete(this);
    if (!isWrite && !isCommit) return query.apply(this, given);
    writes += 1;
    dieAt("before");
    const asked = query.apply(this, given);
    return asked instanceof Promise && writes === armed.at
      ? asked.then((result: unknown) => {
          dieAt("after");
          return result;
        })
      : asked;
  };
  prototype.query = counted;
}
watchWrites(PGlite.prototype);
watchWrites(Client.prototype);

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

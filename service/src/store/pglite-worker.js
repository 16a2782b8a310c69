/* oxlint-disable unicorn/require-post-message-target-origin -- a thread's port, not a window */
/**
 * Runs PGlite in a thread of its own, so that a long transaction blocks no HTTP request. Plain JavaScript: Node starts
 * this file as it is, from the sources and from the package alike.
 *
 * Receives `{ id, text, parameters }`, `{ id, copyTo }` to copy the folder, or `{ id, text: null }` to close; answers `{ id, result }` or `{ id, error }`. The
 * first message is `{ isOpen: true }` or `{ isOpen: false, error }`.
 */
import { cpSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";

/** What a structured clone would drop of a database's error. */
const fields = ["code", "constraint", "detail", "hint", "severity", "table", "column", "routine", "where"];

function plain(error) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  const known = fields.filter((field) => typeof error[field] === "string").map((field) => [field, error[field]]);
  return { name, message, stack, ...Object.fromEntries(known) };
}

let pglite;
try {
  pglite = await PGlite.create({ dataDir: workerData.dataDir });
  parentPort.postMessage({ isOpen: true });
} catch (error) {
  parentPort.postMessage({ isOpen: false, error: plain(error) });
}

/** The database writes nothing meanwhile, as it runs in this thread: the copy is that of a process which was killed now. */
async function copy(target) {
  await pglite.query("checkpoint");
  cpSync(workerData.dataDir, target, { recursive: true, errorOnExist: true, force: false });
}

async function answer({ id, text, parameters, copyTo }) {
  try {
    if (copyTo !== undefined) {
      await copy(copyTo);
      return { id, result: null };
    }
    if (text === null) {
      // `close` hides that the database could not write what it holds.
      await pglite.query("checkpoint");
      await pglite.close();
      return { id, result: null };
    }
    const { command, rowCount, affectedRows, rows } = await pglite.query(text, parameters);
    return { id, result: { command, rowCount: rowCount ?? affectedRows ?? 0, rows } };
  } catch (error) {
    return { id, error: plain(error) };
  }
}

parentPort.on("message", async (message) => parentPort.postMessage(await answer(message)));

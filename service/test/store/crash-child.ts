/**
 * Runs the turn on a data folder and kills itself at write n: `node crash-child <folder> <workspace> <n>
 * before|after`. Prints each accepted write at once, and at the end the number of writes.
 */
import { writeSync } from "node:fs";
import type { Store } from "../../src/app.js";
import { callerOf, openService } from "./crash-turn.js";

const [dataDir = "", workspaceId = "", at = "0", moment = "before"] = process.argv.slice(2);
let writes = 0;
let isArmed = false;

/** A pipe that is written in one call has arrived, also when the process dies in the next. */
const say = (line: string) => writeSync(1, `${line}\n`);

function die(): never {
  process.kill(process.pid, "SIGKILL");
  // The signal ends the process here; the error is for the compiler.
  throw new Error("still alive");
}

/** Gives the write its number: another one may begin before it ends. */
function before(): number {
  if (!isArmed) return 0;
  writes += 1;
  if (writes === Number(at) && moment === "before") die();
  return writes;
}

function after(write: number): void {
  if (write === Number(at) && moment === "after") die();
}

async function write<T>(act: () => Promise<T>): Promise<T> {
  const own = before();
  const result = await act();
  after(own);
  return result;
}

/** Counts only calls that change something, so that the same n is the same write in each run. */
function deadly(store: Store): Store {
  let isHeld = false;
  return {
    ...store,
    createApiKey: (record, room) => write(() => store.createApiKey(record, room)),
    updateApiKey: (organization, key, patch) => write(() => store.updateApiKey(organization, key, patch)),
    ensureWorkspace: (record) => write(() => store.ensureWorkspace(record)),
    createSession: (record, change) => write(() => store.createSession(record, change)),
    appendEvents: (session, lease, drafts) => write(() => store.appendEvents(session, lease, drafts)),
    renewLease: (lease, expiresAt) => write(() => store.renewLease(lease, expiresAt)),
    async changeSession(sessionId, options, decide) {
      let own = 0;
      const changed = await store.changeSession(sessionId, options, (state) => {
        const decided = decide(state);
        if (decided.change === null) return decided;
        // Inside the open transaction: what it has read is locked, nothing is written yet.
        own = before();
        if (decided.change.endLease === true) isHeld = false;
        return decided;
      });
      after(own);
      return changed;
    },
    async claimSession(claim) {
      const [session] = await store.listSessions({ workspaceId, limit: 1 });
      if (session?.runnable !== true || isHeld) return store.claimSession(claim);
      return write(async () => {
        const answer = await store.claimSession(claim);
        isHeld = answer.claimed !== null;
        return answer;
      });
    },
    async releaseLease(lease) {
      if (!isHeld) return store.releaseLease(lease);
      isHeld = false;
      return write(() => store.releaseLease(lease));
    },
  };
}

const service = await openService(dataDir, deadly);
const caller = callerOf(service, workspaceId);
isArmed = true;
const { sessionId } = await caller.send();
say("accepted message");
await caller.runToEnd(sessionId, () => say("accepted decision"));
say(`writes ${writes}`);
await service.close();

import type { SessionEvent } from "@service/sdk/protocol";
import { createServiceApp, type ServiceApp, type Store } from "../../src/app.js";
import { openDataFolder } from "../../src/data-folder.js";
import { openPgliteStore } from "../../src/store/sql-pglite.js";

/** One turn with text, a goal, a tool and an approval. */
export const prompt = [
  "/say First I look around.",
  "/goal Deploy it today.",
  '/tool search {"query":"weather"}',
  '/approve deploy {"to":"production"}',
  "/say It is done.",
].join("\n");

/** Ids of the writes, repeated when their outcome is unknown. */
export const messageId = "message-1";
export const decisionId = "decision-1";

export interface OpenFolder {
  readonly store: Store;
  readonly app: ServiceApp;
  close(): Promise<void>;
}

/** The durable service on a data folder, with a hand between app and store. */
export async function openService(
  dataDir: string,
  wrap: (store: Store) => Store = (store) => store,
): Promise<OpenFolder> {
  const folder = await openDataFolder(dataDir);
  const store = await openPgliteStore(folder.databasePath);
  const credentials = await folder.developmentFor(await store.listOrganizationIds());
  const app = await createServiceApp({ store: wrap(store), credentials, onError: console.error });
  return {
    store,
    app,
    async close() {
      await app.close();
      await store.close();
      await folder.close();
    },
  };
}

/** Talks to the service as a host's backend does. */
export function callerOf({ app, store }: OpenFolder, workspaceId: string) {
  const sessions = `/v1/workspaces/${workspaceId}/sessions`;

  async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const response = await app.fetch(
      new Request(`http://service.test${path}`, {
        method,
        headers: { authorization: `Bearer ${app.apiKey}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, body: await response.json() };
  }

  return {
    call,
    /** Opens the session with the message; again the same one when it is there. */
    send: () =>
      call("POST", sessions, { initialMessage: prompt, idempotencyKey: "crash", clientEventId: messageId }).then(
        ({ status, body }) => ({ status, sessionId: (body as { id: string }).id }),
      ),
    approve: (sessionId: string, approvalId: string) =>
      call("POST", `${sessions}/${sessionId}/events`, {
        type: "user.approvalDecision",
        clientEventId: decisionId,
        payload: { approvalId, decision: "approve" },
      }),
    async log(sessionId: string): Promise<SessionEvent[]> {
      return (await call("GET", `${sessions}/${sessionId}/events?after=0&limit=2000`)).body as SessionEvent[];
    },
    /** Answers approvals until no turn is open; calls `onAccepted` for each accepted answer. */
    async runToEnd(sessionId: string, onAccepted: () => void = () => {}): Promise<void> {
      await until(store, sessionId, async () => {
        const session = await store.getSession(sessionId);
        const [approval] = session?.approvals ?? [];
        if (session?.status === "requires_action" && approval?.id !== undefined) {
          if ((await this.approve(sessionId, approval.id)).status === 202) onAccepted();
        }
        return (await store.listTurns(sessionId, { order: "newest", limit: 99 })).every(
          (turn) => turn.finishedAt !== null,
        );
      });
    },
  };
}

/** Asks again each time something was written to the session's log. */
async function until(store: Store, sessionId: string, isDone: () => Promise<boolean>): Promise<void> {
  for (;;) {
    let endWatch = () => {};
    const written = new Promise<void>((resolve) => {
      endWatch = store.watchSession(sessionId, () => resolve());
    });
    if (await isDone()) return endWatch();
    await written;
    endWatch();
  }
}

import { randomUUID } from "node:crypto";
import type {
  ApiKeyRecord,
  DraftRecord,
  RequestRecord,
  SessionRecord,
  WorkspaceRecord,
} from "../../../src/store/records.js";
import { emptyDraft } from "../../../src/sessions/composer-draft.js";
import type { Change, Claim, Lease, NextDue, Store } from "../../../src/store/store.js";
import { sessionRecord } from "../sql-records.js";

/** Shared by the parts of the contract: the store of the running test, and its writers. */
export interface Contract {
  readonly store: Store;
  /** Creates a session that no worker would claim, unless the fields override it. */
  readonly session: (change?: Change, fields?: Partial<SessionRecord>) => Promise<SessionRecord>;
  readonly claim: (second: number, until?: number) => Promise<Claim["claimed"]>;
  readonly write: (sessionId: string, change: Change, lease?: Lease) => ReturnType<Store["changeSession"]>;
  /** Sequences of the whole log. */
  readonly sequences: (sessionId: string) => Promise<number[]>;
}

/** For a record that always fits. */
export const anyNumber = () => {};

/** Of a store without work. */
export const nothingDue: NextDue = {
  session: null,
  task: null,
  run: null,
  turn: null,
  leased: null,
  isLimitReached: false,
};

export function contractOf(current: () => Store): Contract {
  return {
    get store() {
      return current();
    },
    async session(change = {}, fields = {}) {
      const record = sessionRecord({ runnable: false, ...fields });
      await current().createSession(record, change);
      return record;
    },
    claim: async (second, until = second + 30) =>
      (await current().claimSession({ owner: "w", now: time(second), expiresAt: time(until) })).claimed,
    write: (sessionId, change, lease) =>
      current().changeSession(sessionId, { lease }, () => ({ change, result: null })),
    async sequences(sessionId) {
      return (await current().readEvents(sessionId, { limit: 1_000 })).events.map((event) => event.sequence);
    },
  };
}

export const time = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`;

export function keyRecord(fields: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  return {
    id: randomUUID(),
    organizationId: "o",
    name: "key",
    description: null,
    hash: randomUUID(),
    prefix: "svk_0123456789",
    access: "full",
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    createdAt: time(0),
    updatedAt: time(0),
    ...fields,
  };
}

export function workspaceRecord(fields: Partial<WorkspaceRecord> = {}): WorkspaceRecord {
  return {
    id: randomUUID(),
    organizationId: "o",
    kind: "shared",
    name: "acme",
    slug: null,
    externalSource: "app",
    externalId: "acme",
    agentInstructions: null,
    createdAt: time(0),
    updatedAt: time(0),
    ...fields,
  };
}

export function requestRecord(sessionId: string, fields: Partial<RequestRecord> = {}): RequestRecord {
  return {
    id: randomUUID(),
    sessionId,
    turnId: "t",
    toolCallId: null,
    status: "pending",
    questions: [],
    allowSkip: false,
    response: null,
    respondedBy: null,
    respondedAt: null,
    expiresAt: null,
    createdAt: time(0),
    updatedAt: time(0),
    ...fields,
  };
}

export function draftRecord(sessionId: string, fields: Partial<DraftRecord> = {}): DraftRecord {
  return { ...emptyDraft(sessionId, "ana", time(0)), revision: 1, text: "half a thought", ...fields };
}

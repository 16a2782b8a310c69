/** A person's message that the log does not show yet. */
import type { ConnectionState } from "../../foundation/connection.js";
import { readStoredList } from "../../foundation/read-stored-list.js";
import type { Lost } from "../../foundation/reach.js";

/** Extras of a message, with the service's names. */
export interface MessageExtras {
  /** Files: `{ kind: "file", fileId, … }`. */
  readonly resources?: readonly unknown[] | undefined;
  readonly annotations?: readonly unknown[] | undefined;
  /** The model of its turn. @default the session's own */
  readonly model?: string | undefined;
  /** @default the session's own */
  readonly reasoningEffort?: string | undefined;
  /** @default the session's own */
  readonly latencyMode?: string | undefined;
}

/** Immutable; a change makes a new entry. */
export interface OutboxEntry extends MessageExtras {
  readonly clientEventId: string;
  readonly text: string;
  readonly delivery: "send" | "steer";
  /** `accepted`: the service has it, and the log shows it or soon will. */
  readonly state: "sending" | "accepted" | "failed" | "unknown";
  readonly turnId: string | null;
  /** ISO time. */
  readonly createdAt: string;
  /** Time of the next automatic retry (ms since 1970); undefined when none is scheduled. */
  readonly nextAttemptAt?: number | undefined;
  /** Error of the last attempt, as a message for the person. */
  readonly error?: string | undefined;
  /** The waiting turn that it is put before once it is accepted. @default none: it is the last one */
  readonly beforeTurnId?: string | undefined;
  /** Whether the service refuses the message as it is, so that sending it again cannot help. */
  readonly isRefused?: boolean | undefined;
}

/** Reads stored messages. Nothing for a text that is not ours. */
export const readEntries = (stored: string | null): readonly OutboxEntry[] => readStoredList(stored, isEntry);

function isEntry(value: unknown): value is OutboxEntry {
  const entry = value as Partial<OutboxEntry> | null;
  const isState = ["sending", "accepted", "failed", "unknown"].includes(entry?.state ?? "");
  const hasList = entry?.resources === undefined || Array.isArray(entry.resources);
  return isState && hasList && typeof entry?.clientEventId === "string" && typeof entry.text === "string";
}

/** Whether a message is on its way, or accepted and not shown by the log yet. */
export function isLeaving(entries: readonly OutboxEntry[]): boolean {
  return entries.some(({ state }) => state === "sending" || state === "accepted");
}

/** A message that is on its way for longer (ms) is probably not delivered if the page is closed. */
const usualDelivery = 2_000;

/** Time from which closing the page would lose one of these messages (ms since 1970); Infinity for nothing to lose. */
export function unsafeFrom(entries: readonly OutboxEntry[]): number {
  return Math.min(Infinity, ...entries.map(unsafeFromOf));
}

function unsafeFromOf({ state, nextAttemptAt, createdAt }: OutboxEntry): number {
  if (state === "accepted") return Infinity;
  const sentAt = Date.parse(createdAt);
  const isFirstTry = state === "sending" && nextAttemptAt === undefined && !Number.isNaN(sentAt);
  return isFirstTry ? sentAt + usualDelivery : 0;
}

/** Whether a message waits for the next attempt, its own or that of a message before it. */
export function isHeldBack(entries: readonly OutboxEntry[], clientEventId: string): boolean {
  const place = entries.findIndex((entry) => entry.clientEventId === clientEventId);
  if (entries[place]?.state !== "sending") return false;
  return entries.slice(0, place + 1).some(({ nextAttemptAt }) => nextAttemptAt !== undefined);
}

interface ShownReach {
  readonly connection: ConnectionState;
  readonly isUnreachable: boolean;
  readonly nextAttemptAt: number | null;
}

/** State for display while the server is unreachable, from the connection and the messages in flight. */
export function showReach(
  facts: { readonly lost: Lost } & Omit<ShownReach, "isUnreachable">,
  entries: readonly OutboxEntry[],
): ShownReach {
  const { lost, nextAttemptAt } = facts;
  const leaving = entries.filter(({ state }) => state === "sending");
  const isConnecting = facts.connection === "connecting" || facts.connection === "reconnecting";
  const isUnreachable = lost !== null && (isConnecting || leaving.length > 0);
  if (!isUnreachable) return { connection: facts.connection, isUnreachable, nextAttemptAt };
  const connection = lost === "network" ? "offline" : facts.connection;
  const times = leaving.flatMap((entry) => entry.nextAttemptAt ?? []);
  return { connection, isUnreachable, nextAttemptAt: nextAttemptAt ?? (times.length > 0 ? Math.min(...times) : null) };
}

import type { Actor } from "@service/sdk/protocol";
import type { SessionRecord, TurnRecord } from "../store/records.js";
import { limitExceeded } from "./api-failure.js";
import { isRecord } from "./is-record.js";

/**
 * Messages from one session's agent to another session, and their limit.
 *
 * Every message of an agent carries its distance in steps from a person's message, and so does the first message of a
 * session that an agent starts. With each step a turn may send half as many: 8, 4, 2, 1, none. Agents that answer each
 * other therefore stop without a person. One message of a person causes at most 8 + 8·4 + 8·4·2 + 8·4·2·1 = 168 others,
 * besides those of sessions started on the way.
 */

/** How many messages a turn that a person caused may send to other sessions. */
const mostFromPerson = 8;
const maxNameLength = 80;

/** `fromSession` of a `user.message` that another session sent. */
interface Relay {
  readonly sessionId: string;
  /** How many agents' messages lie between it and a person's, itself counted. */
  readonly steps: number;
}

/** The steps between a turn's cause and a person. */
function stepsOf({ extra }: Pick<TurnRecord, "extra">): number {
  // Records of an older version have none.
  const relay = (extra as TurnRecord["extra"] | undefined)?.["fromSession"];
  const steps = isRecord(relay) ? relay["steps"] : 0;
  return typeof steps === "number" ? steps : 0;
}

/** Metadata of a message that this turn sends to another session. */
export function relayFrom(turn: Pick<TurnRecord, "sessionId" | "extra">): { readonly fromSession: Relay } {
  return { fromSession: { sessionId: turn.sessionId, steps: stepsOf(turn) + 1 } };
}

/**
 * @param sent how many messages the turn has sent before.
 * @throws {ServiceApiError} 429 when it may send no more.
 */
export function assertMaySend(turn: Pick<TurnRecord, "extra">, sent: number): void {
  const most = mostFromPerson >> stepsOf(turn);
  if (sent < most) return;
  throw limitExceeded(
    most === 0
      ? "This turn was caused by agents that write to each other. No more is sent until a person writes."
      : `This turn has sent ${most} messages to other sessions, the most it may. Send the others in a later turn.`,
  );
}

/** The displayed author of such a message: the session, by its name. */
export function actorOf({ id, title, initialMessage }: SessionRecord): Actor {
  const name = (title ?? initialMessage).replaceAll(/\s+/g, " ").trim();
  const short = Array.from(name).slice(0, maxNameLength).join("");
  return { source: "session", id, ...(short !== "" && { name: short }) };
}

/** Context for the model of the receiving session. */
export const relayContext = (sessionId: string) =>
  `This message was sent by the agent of another session (${sessionId}), not by a person.`;

/**
 * Detects automatic retries of OpenAI's client after a lost response. The client sends its number of attempts, but no key
 * unless configured to. The key of each message of such a client therefore contains a digest of person and body. A later
 * attempt reuses the key of the newest message if that message has the same person and body, and is not older than the
 * earlier attempts may have taken. An older message was answered, so an equal text is a new message.
 */
import { toHex } from "../../foundation/hex.js";
import type { OpenConversation } from "./open-conversation.js";
import { replayBack } from "./replay.js";

const triesHeader = "x-stainless-retry-count";

/** The client aborts an attempt after 10 minutes and then waits for seconds; the rest is for clocks that disagree (ms). */
const longestTry = 12 * 60_000;

/** The client retries twice by default; further attempts do not extend the age. */
const mostTries = 5;

/** The key to send a message under; undefined for other clients. */
export async function keyOfTry(
  open: OpenConversation,
  request: Request,
  body: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const tries = request.headers.get(triesHeader);
  if (tries === null) return undefined;
  const said = await new Blob([JSON.stringify(open.actor?.id ?? null), body]).arrayBuffer();
  const digest = toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", said))).slice(0, 32);
  const start = `body-${digest}-`;
  const longest = Math.min(Number(tries), mostTries) * longestTry;
  const newest = longest > 0 ? await newestKey(open, longest, signal) : undefined;
  return newest?.startsWith(start) ? newest : start + open.newId();
}

/** The key of the newest message, if the message is not older than this (ms). */
async function newestKey(open: OpenConversation, longest: number, signal: AbortSignal): Promise<string | undefined> {
  const before = (open.session?.lastSequence ?? 0) + 1;
  for await (const page of replayBack(open, before, { types: ["user.message"], limit: 1, signal })) {
    const newest = page.at(-1);
    if (!newest || open.clock.now() - Date.parse(newest.occurredAt) > longest) return undefined;
    return newest.clientEventId ?? undefined;
  }
  return undefined;
}

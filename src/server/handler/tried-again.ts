/**
 * Recognises what OpenAI's client sends again by itself after it lost an answer. It says how often it has tried, and
 * sends no key unless it is told to. So the digest of person and body goes into the key of each message of such a client, and
 * a later try takes the key of the newest message when that is of the same person and body, and not older than the tries
 * before may have taken: an older one was answered, and the same words mean a new one.
 */
import { toHex } from "../../foundation/hex.js";
import type { OpenConversation } from "./open-conversation.js";
import { replayBack } from "./replay.js";

const triesHeader = "x-stainless-retry-count";

/** The client gives a try up after 10 minutes and then waits for seconds; the rest is for clocks that disagree (ms). */
const longestTry = 12 * 60_000;

/** The client tries again twice unless it is told otherwise; more than that many make no message older. */
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

/** The key of the newest message, when that is not older than so many milliseconds. */
async function newestKey(open: OpenConversation, longest: number, signal: AbortSignal): Promise<string | undefined> {
  const before = (open.session?.lastSequence ?? 0) + 1;
  for await (const page of replayBack(open, before, { types: ["user.message"], limit: 1, signal })) {
    const newest = page.at(-1);
    if (!newest || open.clock.now() - Date.parse(newest.occurredAt) > longest) return undefined;
    return newest.clientEventId ?? undefined;
  }
  return undefined;
}

/**
 * Recognises what OpenAI's client sends again by itself after it lost an answer. It says how often it has tried, and
 * sends no key unless it is told to. So the digest of person and body goes into the key of each message of such a client, and
 * a later try takes the key of the newest message when that is of the same person and body.
 */
import { toHex } from "../../foundation/hex.js";
import type { OpenConversation } from "./open-conversation.js";
import { replayBack } from "./replay.js";

const triesHeader = "x-stainless-retry-count";

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
  const newest = Number(tries) > 0 ? await newestKey(open, signal) : undefined;
  return newest?.startsWith(start) ? newest : start + open.newId();
}

async function newestKey(open: OpenConversation, signal: AbortSignal): Promise<string | undefined> {
  const before = (open.session?.lastSequence ?? 0) + 1;
  for await (const page of replayBack(open, before, { types: ["user.message"], limit: 1, signal })) {
    return page.at(-1)?.clientEventId ?? undefined;
  }
  return undefined;
}

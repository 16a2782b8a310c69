/**
 * Which session a conversation is: the same everywhere and forever, so that nothing need be stored to find it again
 * (`protocol.md` §7.4). Two users that give one conversation id reach two sessions.
 */
import { toUuid } from "../../foundation/hex.js";

export interface ConversationName {
  readonly workspaceId: string;
  readonly source: string;
  readonly user?: string | undefined;
  readonly conversation: string;
}

const namespace = "7c1e6d3a-5b2f-4e8a-9d4c-0f3b6a8e2c17";

/** The session id of a conversation: a UUID v5 of its name. */
export function conversationSessionId({ workspaceId, source, user, conversation }: ConversationName): Promise<string> {
  const name = user === undefined ? [workspaceId, conversation] : [workspaceId, source, user, conversation];
  return uuidV5(JSON.stringify(name), namespace);
}

/** The UUID v5 (RFC 9562: SHA-1 of namespace and name) of `name` in UTF-8. */
export async function uuidV5(name: string, namespaceId: string): Promise<string> {
  const space = Uint8Array.from(namespaceId.replaceAll("-", "").match(/../g) ?? [], (hex) => Number.parseInt(hex, 16));
  const text = new TextEncoder().encode(name);
  const input = new Uint8Array(space.length + text.length);
  input.set(space);
  input.set(text, space.length);
  return toUuid(new Uint8Array(await crypto.subtle.digest("SHA-1", input)).subarray(0, 16), 5);
}

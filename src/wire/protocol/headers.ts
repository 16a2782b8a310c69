/** The conversation a chat request means, from custom clients. */
export const conversationHeader = "x-service-conversation";
/** The turn of a chat response. */
export const turnIdHeader = "x-service-turn-id";

/** The names of the headers that the chat handler, the proxy and the service speak. */
export const header = {
  conversation: conversationHeader,
  /** Which of the four formats a chat request wants, and which the answer has. */
  chatFormat: "x-service-chat-format",
  turnId: turnIdHeader,
  /** A digest of the resolved identity; see `identityDigest`. */
  identity: "x-service-identity",
  /** JSON `{tenant, workspaceId, person}` as resolved; only while a door is in development. */
  resolved: "x-service-resolved",
  /** JSON `{source, id, name?}`: the verified person behind a write made with an organization key. */
  actor: "x-service-actor",
  correlationId: "x-service-correlation-id",
} as const;

/** Prefix of the headers that describe a replay page (`protocol.md` §4.2). */
export const pageHeaderPrefix = "x-service-page-";

/** Encodes JSON for a header: header values have no character above U+00FF, but a person's name may. */
export function headerJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

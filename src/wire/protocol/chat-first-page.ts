import type { ChatHistory } from "./chat-bodies.js";

/**
 * The newest page of a conversation, read on the backend for the first draw of a page. It may be written as JSON. Only
 * its person's page uses it: the same tenant and user are given to the provider.
 */
export interface ChatFirstPage {
  /** The workspace's id where no tenant was named: put your own tenant in its place. */
  readonly tenant: string;
  /** Null for a conversation without a person, whose page reads it itself. */
  readonly user: string | null;
  readonly conversation: string;
  /** The value of `x-service-identity` for this person: the page's first request already has it. */
  readonly identity: string;
  /** When it was read, an ISO time. A page that is drawn without it has no room for the line of an earlier day. */
  readonly readAt?: string | undefined;
  readonly history: ChatHistory;
}

/** Opens the conversation of a request, by its name or by the earlier answer that it continues. */
import { ChatError } from "../../wire/protocol/chat-error.js";
import { header } from "../../wire/protocol/headers.js";
import { inWorkspace } from "../gate/in-workspace.js";
import type { CallOptions } from "../../api/service-client.js";
import {
  actorOf,
  openConversation,
  openSession,
  type ConversationHost,
  type OpenConversation,
} from "./open-conversation.js";
import { conversationOptions, type ChatResolution, type NamedConversation } from "./resolution.js";

export interface NamedByClient extends NamedConversation {
  /** The session of an earlier answer. */
  readonly follows?: string | undefined;
}

/**
 * The host's name wins over the header's, the header's over the request's own. An earlier answer alone is enough for a
 * user's own session; with a name, it must be of that conversation.
 *
 * @throws {ChatError} what `conversationOptions` and `openConversation` throw, (409) `conversation_mismatch`, (400)
 *   `previous_response_not_found`.
 */
export async function openRequest(
  host: ConversationHost,
  resolution: ChatResolution,
  request: Request,
  named: NamedByClient,
  call: CallOptions,
): Promise<OpenConversation> {
  const { follows } = named;
  const isNamed = resolution.conversation ?? request.headers.get(header.conversation) ?? named.conversation;
  if (follows !== undefined && !isNamed && resolution.user !== undefined) {
    return openFollowed(host, resolution, resolution.user, follows);
  }
  const open = await openConversation(host, conversationOptions(resolution, request, named), call);
  if (follows === undefined || follows === open.ref.sessionId) return open;
  throw new ChatError(
    "The answer in previous_response_id belongs to another conversation. Name that conversation, or omit previous_response_id.",
    { code: "conversation_mismatch", status: 409 },
  );
}

async function openFollowed(
  host: ConversationHost,
  resolution: ChatResolution,
  user: string,
  sessionId: string,
): Promise<OpenConversation> {
  try {
    const open = await inWorkspace(host, resolution, (workspaceId) =>
      openSession(host, { workspaceId, sessionId, user }),
    );
    return { ...open, actor: actorOf(host.source, resolution) };
  } catch (error) {
    // Another person's answer is refused like a missing one.
    const isNone =
      error instanceof ChatError && ["session_missing", "conversation_not_authorized"].includes(error.code);
    if (!isNone) throw error;
    throw new ChatError("There is no such earlier answer. Omit previous_response_id to start a new conversation.", {
      code: "previous_response_not_found",
      status: 400,
    });
  }
}

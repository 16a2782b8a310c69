/** Validates the result of the host's `resolve`: person and conversation. */
import { DoorRefusal } from "../gate/refusal.js";
import { ChatError } from "../../wire/protocol/chat-error.js";
import { isConversationId } from "../../wire/protocol/conversation-id.js";
import { header } from "../../wire/protocol/headers.js";
import { isRecord } from "../../wire/protocol/read-fields.js";
import type { ChatActor, ChatOptions, ChatPolicy, WorkspaceTarget } from "./chat-options.js";

/** The verified person and the conversation of a request. */
export type ChatResolution = WorkspaceTarget &
  ChatPolicy & {
    /** The user that conversations belong to. Without one the host must name the `conversation`. */
    readonly user?: string | undefined;
    /** The person at the keyboard. @default the `user` */
    readonly actor?: ChatActor | undefined;
    /** Overrides the conversation that the request names. */
    readonly conversation?: string | undefined;
  };

/** @throws {ChatError} (500) with code `resolve_invalid`; the answer names the field, never its value. */
export function checkResolution(value: unknown): ChatResolution {
  if (!isRecord(value)) throw invalid("it returned no object. Return {tenant, user} or a Response.");
  const { tenant, workspaceId, user, conversation, actor, ...policy } = value;
  for (const [name, field] of Object.entries({ tenant, workspaceId, user, conversation })) {
    if (isAbsent(field)) continue;
    if (typeof field !== "string" || field.trim() === "") throw invalid(`its ${name} is empty or no string.`);
  }
  if (isAbsent(tenant) === isAbsent(workspaceId)) throw invalid("it must return a tenant, or else a workspaceId.");
  if (typeof conversation === "string" && !isConversationId(conversation)) {
    throw invalid("its conversation is not 1 to 256 visible ASCII characters without spaces.");
  }
  if (!isAbsent(actor) && !(isRecord(actor) && typeof actor["id"] === "string" && actor["id"] !== "")) {
    throw invalid("its actor has no id.");
  }
  if (!isAbsent(policy["create"]) && !isRecord(policy["create"])) throw invalid("its create is no object.");
  const given = Object.entries({ tenant, workspaceId, user, conversation, actor }).filter(
    ([, field]) => !isAbsent(field),
  );
  return { ...policy, ...Object.fromEntries(given) } as unknown as ChatResolution;
}

/** The conversation that a request itself names. */
export interface NamedConversation {
  /** The format's own field, or the path's segment. */
  readonly conversation?: string | undefined;
  /** The name of that field, for a refusal. */
  readonly conversationField?: string | undefined;
}

/**
 * Options for opening the conversation: the host's id, else the header's, else the format's own field.
 *
 * @throws {DoorRefusal} (400) with code `conversation_required` when `resolve` names no person.
 * @throws {ChatError} (400) with code `conversation_required` or `conversation_invalid`.
 */
export function conversationOptions(
  resolution: ChatResolution,
  request: Request,
  named: NamedConversation,
): ChatOptions {
  const { conversation, user } = resolution;
  if (conversation === undefined && user === undefined) {
    const advice =
      "`resolve` returned neither a `user` nor a `conversation`, so no conversation can be opened. Return {tenant, user}.";
    throw new DoorRefusal(400, "Sign in first.", { code: "conversation_required", advice });
  }
  const id = conversation ?? request.headers.get(header.conversation) ?? named.conversation;
  if (id === undefined || id === "") {
    const field = named.conversationField === undefined ? "" : `"${named.conversationField}" of the body, or in `;
    throw required(`Name the conversation in ${field}the header ${header.conversation}.`);
  }
  return { ...resolution, conversation: id };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function invalid(fault: string): ChatError {
  return new ChatError(`The host's \`resolve\` hook is at fault: ${fault}`, { code: "resolve_invalid", status: 500 });
}

function required(message: string): ChatError {
  return new ChatError(message, { code: "conversation_required", status: 400 });
}

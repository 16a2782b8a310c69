/** Which messages a conversation takes, and how they go out while a turn runs: one rule for every door and the composer. */
import { ServiceError } from "../foundation/base-error.js";
import { isBlank } from "../foundation/blank-text.js";
import type { Door } from "./door.js";
import type { MessageExtras, SendMessageInput, WhenBusy } from "./view/session-view.js";

/** Extras of a message; a door may take only some. */
export const messageExtras = [
  "resources",
  "annotations",
  "model",
  "reasoningEffort",
  "latencyMode",
] as const satisfies (keyof MessageExtras)[];

/** The first extra of a message that a door would drop. */
export function droppedExtra(message: MessageExtras, { extras }: Door["can"]): keyof MessageExtras | undefined {
  return messageExtras.find((name) => message[name] !== undefined && !extras.includes(name));
}

interface SendMoment {
  /** @default "queue" */
  readonly whenBusy?: WhenBusy | undefined;
  /** Whether a turn runs, waits for a decision or is about to start. */
  readonly isRunning: boolean;
}

/**
 * The delivery of a message; null when it is refused because a turn runs. A message with its own `delivery` is
 * accepted.
 */
export function deliveryAt({ whenBusy, isRunning }: SendMoment, own?: "send" | "steer"): "send" | "steer" | null {
  if (own !== undefined) return own;
  if (!isRunning || whenBusy === undefined || whenBusy === "queue") return "send";
  return whenBusy === "steer" ? "steer" : null;
}

/**
 * The message as it is sent.
 *
 * @throws {ServiceError} `message_required` without visible text and files, `resources_invalid`, `chat_busy` with
 *   `whenBusy: "reject"`, `message_extras_unsupported` for an extra that this door would drop.
 */
export function sendable(
  message: string | SendMessageInput,
  moment: SendMoment,
  can: Door["can"],
): SendMessageInput & { readonly delivery: "send" | "steer" } {
  // A caller without types may give none.
  const given = (message as typeof message | null | undefined) ?? "";
  const send = typeof given === "string" ? { text: given } : given;
  if (send.resources !== undefined && !Array.isArray(send.resources)) {
    throw new ServiceError("`resources` is a list of files, also for a single one.", { code: "resources_invalid" });
  }
  if (isBlank(send.text) && !send.resources?.length) {
    throw new ServiceError("There is nothing to send: the message has no text.", { code: "message_required" });
  }
  const delivery = deliveryAt(moment, send.delivery);
  if (delivery === null) {
    throw new ServiceError("An answer is being written. Wait for it, stop it, or send with delivery: 'steer'.", {
      code: "chat_busy",
    });
  }
  const extra = droppedExtra(send, can);
  if (extra === undefined) return { ...send, delivery };
  throw new ServiceError(`${can.name} takes no \`${extra}\`. Send it through the session API, or leave it out.`, {
    code: "message_extras_unsupported",
  });
}

/** Errors of messages that were refused before anything kept them. */
const unkept = new WeakSet<Error>();

/** Marks the error of a message that no row will show: its text goes back to the field that it was written in. */
export function markUnkept(error: Error): Error {
  unkept.add(error);
  return error;
}

export function isUnkept(error: Error): boolean {
  return unkept.has(error);
}

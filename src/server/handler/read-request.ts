/** Parses and validates a chat request before anything is opened. */
import { parseCursor, type Cursor } from "../../wire/protocol/event-cursor.js";
import { assertJsonType, deepestBody, parseBody } from "../gate/parse-body.js";
import { isBlank } from "../../foundation/blank-text.js";
import type { ChatRespondBody, ChatSendBody, ChatStopBody } from "../../wire/protocol/chat-bodies.js";
import { ChatError } from "../../wire/protocol/chat-error.js";
import type { Answer } from "../../wire/protocol/decisions.js";
import { fileResourceOf, maxFilesPerMessage } from "../../wire/protocol/files.js";
import { isRecord } from "../../wire/protocol/read-fields.js";

/**
 * The body as JSON; undefined when it is empty, whatever its type.
 *
 * @throws {DoorRefusal} (415) `unsupported_media_type`.
 * @throws {ChatError} (400) with the given code when it is no JSON, or nests too deep.
 */
export function parseJsonBody(request: Request, body: Uint8Array | undefined, code: string): unknown {
  if (body === undefined || body.byteLength === 0) return undefined;
  assertJsonType(request);
  try {
    return parseBody(body);
  } catch {
    throw refuse(code, `The body is no JSON. Send a JSON object in UTF-8, of at most ${deepestBody} levels.`);
  }
}

/**
 * @throws {ChatError} (400) with code `message_required`, `delivery_invalid`, `idempotency_key_invalid` or
 *   `resources_invalid`.
 */
export function readSend(value: unknown): ChatSendBody {
  const body = isRecord(value) ? value : {};
  const message = typeof body["message"] === "string" ? body["message"].trim() : "";
  if (isBlank(message)) throw refuse("message_required", "A `message` with text is needed.");
  const clientEventId = readKey(body, "idempotency_key_invalid");
  const delivery = body["delivery"] ?? "send";
  if (delivery !== "send" && delivery !== "steer") {
    throw refuse("delivery_invalid", `delivery ${JSON.stringify(delivery)} is neither "send" nor "steer".`);
  }
  return { message, delivery, ...clientEventId, ...readResources(body["resources"] ?? []) };
}

/** The files of a message, by their ids alone: the service has their names. */
function readResources(value: unknown): Pick<ChatSendBody, "resources"> {
  const files = Array.isArray(value) ? value.map(fileResourceOf) : [null];
  const resources = files.flatMap((file) => (file ? { kind: file.kind, fileId: file.fileId } : []));
  if (resources.length < files.length || files.length > maxFilesPerMessage) {
    throw refuse(
      "resources_invalid",
      `\`resources\` is a list of at most ${maxFilesPerMessage} files, {kind: "file", fileId}.`,
    );
  }
  return resources.length === 0 ? {} : { resources };
}

/** @throws {ChatError} (400) with code `respond_input_invalid`. */
export function readRespond(value: unknown): ChatRespondBody {
  const body = isRecord(value) ? value : {};
  const { requestId, decision, answers, skip } = body;
  if (typeof requestId !== "string" || requestId === "") throw respondInvalid();
  const key = readKey(body, "respond_input_invalid");
  if (decision === "approve" || decision === "reject") {
    const reason = typeof body["message"] === "string" ? { message: body["message"] } : {};
    return { requestId, decision, ...reason, ...key };
  }
  if (decision !== undefined) throw respondInvalid();
  if (Array.isArray(answers)) return { requestId, answers: answers.flatMap(readAnswer), ...key };
  if (skip === true) return { requestId, skip, ...key };
  throw respondInvalid();
}

/** @throws {ChatError} (400) with code `stop_input_invalid`. */
export function readStop(value: unknown): ChatStopBody {
  const body = value ?? {};
  const turnId = isRecord(body) ? (body["turnId"] ?? undefined) : undefined;
  const isTurn = turnId === undefined || (typeof turnId === "string" && turnId !== "");
  if (!isRecord(body) || Object.hasOwn(body, "message") || !isTurn) {
    throw refuse(
      "stop_input_invalid",
      "A stop takes {} or {turnId}, and no message: send that to the chat's own route.",
    );
  }
  return turnId === undefined ? {} : { turnId };
}

/**
 * The cursor to resume from. A reconnecting `EventSource` keeps its address, so the header is the newer of the two.
 *
 * @throws {ChatError} (400) with code `cursor_invalid`.
 */
export function readCursor(request: Request): Cursor | undefined {
  const search = new URL(request.url).searchParams;
  const text = request.headers.get("last-event-id") || search.get("after");
  if (text === null || text === "") return undefined;
  if (parseCursor(text) !== null) return text;
  throw cursorInvalid();
}

/** @throws {ChatError} (400) with code `cursor_invalid`. */
export function readBefore(request: Request): number | undefined {
  const text = new URL(request.url).searchParams.get("before");
  if (text === null || text === "") return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw cursorInvalid();
}

function cursorInvalid(): ChatError {
  const words =
    "A cursor is a frame's id, or a sequence: a whole number from 0. Leave it out to begin with what runs now.";
  return refuse("cursor_invalid", words);
}

function readKey(body: Readonly<Record<string, unknown>>, code: string): { readonly clientEventId?: string } {
  const clientEventId = body["clientEventId"] ?? undefined;
  if (clientEventId === undefined) return {};
  if (typeof clientEventId === "string" && clientEventId !== "" && clientEventId.length <= 256)
    return { clientEventId };
  throw refuse(code, "A `clientEventId` is a string of 1 to 256 characters.");
}

/**
 * The key of a client without another place for it. OpenAI's sends one when configured with the header's name.
 *
 * @throws {ChatError} (400) with code `idempotency_key_invalid`.
 */
export function readIdempotencyKey(request: Request): string | undefined {
  const key = request.headers.get("idempotency-key")?.trim() ?? "";
  if (key.length <= 256) return key || undefined;
  throw refuse("idempotency_key_invalid", "An Idempotency-Key has at most 256 characters.");
}

/** Drops a malformed entry; the service reports missing ones. */
function readAnswer(value: unknown): Answer[] {
  if (!isRecord(value) || typeof value["questionId"] !== "string" || !Array.isArray(value["values"])) return [];
  const { questionId, values, other } = value;
  if (!values.every((entry) => typeof entry === "string")) return [];
  return [{ questionId, values, ...(typeof other === "string" && { other }) }];
}

function respondInvalid(): ChatError {
  const shapes = "{requestId, decision}, {requestId, answers} or {requestId, skip: true}";
  return refuse("respond_input_invalid", `An answer is ${shapes}.`);
}

function refuse(code: string, message: string): ChatError {
  return new ChatError(message, { code, status: 400 });
}

/**
 * Translates errors of the service for a browser: a code of this table, its sentence, and a few facts. The rest of
 * the response (message, unknown codes, other details) is untrusted and is passed only to the host's `onError`.
 */
import { defaultErrorCode } from "./api-error.js";
import { wentWrong } from "../../foundation/persons-words.js";
import { tookTooLong, tooManyRequests, unavailable, unreachable } from "./fault-words.js";
import { isRecord } from "./read-fields.js";

const changed = "This changed in the meantime. Check it and try again.";
const queueChanged = "The queue changed in the meantime. Try again.";
const notStarted = "This conversation couldn't be started.";

/** Code → words for people. */
export const serviceSentences: Readonly<Record<string, string>> = {
  validation_failed: "Something in this request isn't valid. Check it and try again.",
  request_failed: "This didn't work. Check it and try again.",
  payment_required: "This isn't included in the current plan.",
  not_found: "This doesn't exist or was removed.",
  method_not_allowed: "This isn't possible here.",
  unsupported_media_type: "This kind of content isn't supported.",
  rate_limited: tooManyRequests,
  too_many_streams: "Too many conversations are open at once. Close one, or wait a little.",
  quota_exceeded: "This month's limit is reached. You can send again next month.",
  storage_quota_exceeded: "There's no room left for files. Remove some, or ask for more room.",
  limit_exceeded: "There's too much going on right now. Wait a moment, then try again.",
  streams_full: "There's too much going on right now. Wait a moment, then try again.",

  conflict: changed,
  log_reset: "This conversation was restored to an earlier state.",
  QUEUE_VERSION_CHANGED: queueChanged,
  QUEUE_ANCHOR_CHANGED: queueChanged,
  QUEUE_PROMPT_STARTED: "This message no longer waits.",
  PROMPT_CHANGED: "This message changed in the meantime. Check it and try again.",
  DRAFT_CHANGED: "The draft changed in another window.",
  DRAFT_NOT_EMPTY: "There's already a draft.",
  EDIT_SOURCE_CHANGED: "The message you're editing changed in the meantime.",
  CONTROL_CHANGED: "This conversation changed in the meantime. Check it and try again.",
  IDEMPOTENCY_KEY_REUSED: "This was sent before with other content. Send it as a new message.",
  GOAL_CHANGED: "The goal changed in the meantime. Check it and try again.",
  GOAL_COMPLETED: "The goal is already done.",
  GOAL_NOT_PAUSED: "The goal isn't paused.",

  INVALID_SESSION_CREATE_REQUEST: notStarted,
  SESSION_CREATE_REJECTED: notStarted,
  SESSION_CREATE_FORBIDDEN: notStarted,
  SESSION_CREATE_CONFLICT: "This conversation was already started. Reload the page.",

  message_too_large: "This message is too long. Shorten it or attach a file.",
  file_too_large: "This file is too large.",
  file_missing: "A file of this message has expired or was removed. Remove it or attach it again, then send.",
  files_disabled: "Files can't be attached here.",
  upload_expired: "The upload took too long. Attach the file again.",
  already_completed: "This file was already uploaded.",
  not_uploaded: "The file didn't arrive. Attach it again.",

  session_damaged: "This conversation lost its last messages. It can be read, but not continued.",
  store_full: "Nothing more can be stored right now. We've been told about it.",

  integrations_disabled: "Integrations aren't available here.",
  integration_source_invalid: "This can't be added: its description isn't one we can read.",
  integration_source_unavailable: "We couldn't read this address. Check it and try again.",
  integration_source_too_large: "This can't be added: its description is too large.",
  integration_address_refused: "This address can't be used. Use a public address.",
  integration_unavailable: "We couldn't reach this address. Check it and try again.",
  integration_timeout: "This address took too long to answer. Try again.",
  integration_answer_too_large: "This can't be added: its description is too large.",
  integration_auth_needed: "This needs a key or a sign-in before it can be added.",
  INTEGRATION_CHANGED: "The source has changed. Check it again before you add it.",
  INTEGRATION_VERSION_CHANGED: changed,
  revision_changed: changed,
  delivery_conflict: "This event was sent before with different content.",
  source_disabled: "This source was removed.",
  secrets_key_missing: "Secrets can't be stored here yet. Ask an administrator to set this up.",
  secrets_unavailable: "Secrets can't be read right now. We've been told about it.",
  signature_invalid: "The signature isn't valid.",
  code_unknown: "This code is unknown or has expired. Check it, or start again on the computer.",
  enrollments_disabled: "Computers can't be connected here.",
  command_over: "This has ended already.",
  output_gap: wentWrong,
  not_started: wentWrong,

  internal_error: wentWrong,
  response_malformed: wentWrong,
  event_malformed: wentWrong,
  history_malformed: wentWrong,
  stream_gap: wentWrong,
  stream_timeout: wentWrong,
  stream_silent: wentWrong,
  frame_too_large: wentWrong,
  headers_failed: wentWrong,
  request_timeout: tookTooLong,
  network_error: unreachable,
  upstream_unavailable: unreachable,
  store_unavailable: unreachable,
  store_too_new: unreachable,
  base_url_missing: unreachable,

  service_refused: "This isn't available right now. We've been told about it.",
  chat_not_supported: unavailable,
  version_mismatch: unavailable,
  organization_workspace_required: unavailable,
};

/** Whether a browser may receive the code. */
export function isServiceErrorCode(code: string): boolean {
  return Object.hasOwn(serviceSentences, code);
}

/** The code for a browser: the service's code when it is in the table, else the one of the status. */
export function publicErrorCode(code: string, status: number): string {
  if (isServiceErrorCode(code)) return code;
  const byStatus = defaultErrorCode(status);
  return isServiceErrorCode(byStatus) ? byStatus : "service_refused";
}

/** The sentence of a code of the table. */
export function serviceErrorWords(code: string): string {
  return serviceSentences[code] ?? wentWrong;
}

const quotas: readonly unknown[] = ["messages", "tokens", "storedBytes"];

/** All facts of a person's own quota; without the figures for that of the workspace, which others have used too. */
function quotaDetails({ quota, scope, limit, used, resetsAt }: Readonly<Record<string, unknown>>) {
  const isTime = typeof resetsAt === "string" && /^[\dT:.Z-]{20,30}$/.test(resetsAt);
  const facts = { quota, scope: scope === "person" ? "person" : "workspace", resetsAt: isTime ? resetsAt : null };
  return scope === "person" ? { ...facts, ...numbers({ limit, used }, ["limit", "used"]) } : facts;
}

const counts = ["limit", "size", "lastSequence"];
const versions = ["queueVersion", "turnVersion", "draftRevision", "version", "objectiveRevision", "revision"];
const goalStatuses: readonly unknown[] = ["active", "paused", "completed"];

/**
 * The details that a browser may receive: `limit`, `size`, `lastSequence`; `field`, the name of the invalid field;
 * `current` with the current versions; and those of a quota (`QuotaRefusal`). Undefined when none is left.
 */
export function publicErrorDetails(details: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(details)) return undefined;
  if (quotas.includes(details["quota"])) return quotaDetails(details);
  const { field, current } = details;
  const now = isRecord(current) ? numbers(current, versions) : {};
  if (isRecord(current) && goalStatuses.includes(current["status"])) now["status"] = current["status"];
  const told = {
    ...numbers(details, counts),
    ...(typeof field === "string" && /^[A-Za-z][A-Za-z0-9_.]{0,79}$/.test(field) && { field }),
    ...(isRecord(current) && { current: now }),
  };
  return Object.keys(told).length === 0 ? undefined : told;
}

function numbers(from: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => Number.isSafeInteger(from[name])).map((name) => [name, from[name]]));
}

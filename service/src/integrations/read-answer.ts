/** Turns an API's response into the outcome that the log records and the agent sees. */
import { refusedCall, type ToolOutcome } from "../tools/tool.js";
import { cutUtf8 } from "../sessions/bound-payload.js";
import { isRecord } from "../sessions/is-record.js";
import { isTooDeep } from "../sessions/json-depth.js";
import type { ToolCallPlan } from "./surface.js";
import { withoutSecrets, type Authentication } from "./credential.js";
import type { OutboundAnswer } from "./outbound.js";

/** Size of a reported response (bytes): the log keeps 64 KiB of one event. */
const most = { text: 32_768, failure: 2_000 } as const;

export function outcomeOfAnswer(
  answer: OutboundAnswer,
  authentication: Authentication,
  kind: ToolCallPlan["kind"],
): ToolOutcome {
  const { status } = answer;
  const content = withoutSecrets(authentication, contentOf(answer));
  const errors = kind === "graphql" && isRecord(content.data) ? content.data["errors"] : undefined;
  if (Array.isArray(errors) && errors.length > 0) {
    return refusedCall(`The API reported: ${cutUtf8(JSON.stringify(errors), most.failure)}`, "integration_call_failed");
  }
  if (status >= 200 && status < 300) return { output: { status, ...content } };
  if (status >= 300 && status < 400) {
    return refusedCall(
      `The API answered with a redirect (${status}), which is not followed.`,
      "integration_redirected",
    );
  }
  const words = "data" in content ? JSON.stringify(content.data) : (content.text ?? "");
  const said = words === "" ? "" : ` It said: ${cutUtf8(words, most.failure)}`;
  return refusedCall(`The API refused the call with status ${status}.${said}`, codeOf(status));
}

function codeOf(status: number): string {
  return status === 401 || status === 403 ? "integration_auth_needed" : "integration_call_failed";
}

interface Content {
  readonly data?: unknown;
  readonly text?: string;
  readonly truncated?: true;
  readonly contentType?: string;
  readonly sizeBytes?: number;
}

function contentOf({ contentType, bytes }: OutboundAnswer): Content {
  if (bytes.byteLength === 0) return {};
  const text = textOf(bytes);
  if (text === null) return { contentType, sizeBytes: bytes.byteLength };
  const data = jsonOf(text);
  // The log truncates a large value and adds a preview.
  if (data !== undefined) return { data };
  const cut = cutUtf8(text, most.text);
  return { text: cut, ...(cut.length < text.length && { truncated: true as const }), contentType };
}

/** Undefined for a text that is no JSON, and for JSON too deep to be written again. */
function jsonOf(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Null for bytes that are no text. */
function textOf(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

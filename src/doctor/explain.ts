/**
 * Says what an answer means that is not the expected one: who gave it (the host's framework, its `resolve`, the handler,
 * the service behind it, or something in front), and what to change. One rule a cause; the first that fits speaks.
 */
import { header } from "../protocol/headers.js";
import { isRecord } from "../protocol/read-fields.js";
import { fault, unknown, warning, type CheckName, type Finding } from "./finding.js";
import type { Answer, Unreached } from "./site.js";

export interface Asked {
  /** Which check the answer is for, where the cause is none of its own. */
  readonly check: CheckName;
  /** Method and address. */
  readonly what: string;
  /** Whether the request brought somebody's headers. */
  readonly signsIn: boolean;
  /** How the route is mounted. */
  readonly mount: string;
}

interface Facts extends Asked {
  readonly status: number;
  readonly code: string | null;
  /** The answer's own words, with its code. */
  readonly words: string;
  /** Whether the chat handler, or the session proxy, gave it. */
  readonly isOurs: boolean;
  /** Whether the host's `resolve` had named somebody before it was given. */
  readonly isIdentified: boolean;
  readonly location: string | null;
  readonly isHtml: boolean;
}

type Rule = (facts: Facts) => Finding | null;

/** The finding of an answer that is not what `asked.check` hoped for. */
export function explain(answer: Answer | Unreached, asked: Asked): Finding {
  if (answer.status === 0) {
    return fault(asked.check, `${asked.what} ${(answer as Unreached).problem}.`, reachAdvice);
  }
  const facts = factsOf(answer as Answer, asked);
  for (const rule of rules) {
    const found = rule(facts);
    if (found) return found;
  }
  return notExpected(facts);
}

/** The code of the handler's own error; null for anything else. */
export function codeOf({ json }: Pick<Answer, "json">): string | null {
  const error = isRecord(json) && isRecord(json["error"]) ? json["error"] : {};
  return typeof error["code"] === "string" ? error["code"] : null;
}

const reachAdvice = "Is the address right, and does the host answer from here?";

function factsOf(answer: Answer, asked: Asked): Facts {
  const { status, headers, json } = answer;
  const code = codeOf(answer);
  const error = isRecord(json) && isRecord(json["error"]) ? json["error"] : {};
  const message = typeof error["message"] === "string" ? error["message"] : "";
  return {
    ...asked,
    status,
    code,
    words: [code, message].filter((word) => word !== null && word !== "").join(": "),
    isOurs: headers.has(header.correlationId),
    isIdentified: headers.has(header.identity),
    location: headers.get("location"),
    isHtml: /\bhtml\b/i.test(headers.get("content-type") ?? ""),
  };
}

const rules: readonly Rule[] = [
  /** `resolve` named somebody, so it is not they who are refused, but the host by the service. */
  ({ status, isIdentified, what, words }) =>
    status === 401 && isIdentified
      ? fault(
          "key",
          `${what}: the service does not take the host's key (${words}).`,
          "Set the host's SERVICE_API_KEY to a full-access key of its organization, and see that it was not revoked.",
        )
      : null,
  ({ status, isIdentified, code, what, words }) =>
    status === 403 && isIdentified && !(code !== null && ownRefusals.includes(code))
      ? fault(
          "key",
          `${what}: the service forbids it to the host's key (${words}). A key that can only read can make no chat and send no message.`,
          "Give the host a full-access key of its organization (SERVICE_API_KEY).",
        )
      : null,
  ({ status, signsIn, what }) => {
    if (status !== 401) return null;
    return signsIn
      ? fault(
          "sign-in",
          `${what} answered 401: the headers given sign nobody in.`,
          "Copy them anew from a page where somebody is signed in. A cookie may be over, or be for another host.",
        )
      : unknown(
          "sign-in",
          `${what} answered 401: this host wants to know who asks.`,
          'Give what somebody who is signed in sends: --header "Cookie: …" or --header "Authorization: Bearer …".',
        );
  },
  ({ status, location, what }) =>
    status >= 300 && status < 400
      ? fault(
          "sign-in",
          `${what} is redirected to ${location ?? "somewhere"} (${status}).`,
          "The chat's routes must answer themselves: 401 to somebody who is not signed in, and no slash added to the path.",
        )
      : null,
  ({ status, isOurs, what, words }) =>
    status === 403 && !isOurs
      ? fault(
          "sign-in",
          `${what} was refused by the host, or by something before it (403${words && `, ${words}`}).`,
          "Where the host wants a proof with each write that it comes from its own page, give that header too (--header).",
        )
      : null,
  ({ code, what, words }) =>
    code === "version_mismatch" || code === "chat_not_supported"
      ? fault(
          "version",
          `${what}: ${words}`,
          "Keep @service/sdk on the host and the service at one major version, and let SERVICE_API_BASE_URL lead to a deployment with chat.",
        )
      : null,
  ({ code, what, words }) =>
    code !== null && serviceCodes.includes(code)
      ? fault(
          "service",
          `${what}: the host does not reach the service (${words})`,
          "See that SERVICE_API_BASE_URL is set on the host, and that the host may open connections to it.",
        )
      : null,
  ({ code, what, words }) =>
    code === "conversation_required"
      ? fault(
          "conversation",
          `${what}: ${words}`,
          `Let the header ${header.conversation} through to the handler, and let \`resolve\` give a user, or the conversation.`,
        )
      : null,
  ({ status, what, words }) =>
    status === 429
      ? unknown(
          "service",
          `${what} is over a limit (429${words && `, ${words}`}).`,
          "Wait a minute and run this again.",
        )
      : null,
  ({ check, isOurs, code, what }) =>
    isOurs && check === "send" && code === "message_required"
      ? unknown(
          "send",
          `${what} takes another format than the native one, whatever a request asks for (\`fixedFormat\`), so no message was sent.`,
          "Pages of this kit need a mount that speaks the native format. If this one has one, examine that.",
        )
      : null,
  ({ check, isOurs, code, what, words, mount }) =>
    isOurs && (code === "message_required" || code === "method_not_allowed")
      ? fault(
          check,
          `${what} reaches the handler, but not under its own path (${words}).`,
          `Pass the request's whole path on to the handler. ${mount}`,
        )
      : null,
  ({ check, isOurs, status, what, words }) =>
    isOurs && status >= 400
      ? fault(check, `${what}: the handler answers ${status} (${words}).`, "Its words say what is wrong on the host.")
      : null,
  ({ check, status, what, mount }) =>
    status === 404 || status === 405 || status === 501
      ? fault(check, `${what} is not mounted: the host answered ${status}.`, mount)
      : null,
  ({ check, status, what }) =>
    status >= 502 && status <= 504
      ? fault(
          check,
          `${what} was answered ${status} by something in front of the host.`,
          "See that the host runs, and where the proxy in front sends its requests.",
        )
      : null,
  ({ check, status, isHtml, what, mount }) =>
    isHtml
      ? fault(check, `${what} was answered by a page (${status}, HTML), and not by the chat handler.`, mount)
      : null,
];

/** Refusals of 403 that are not about the key. */
const ownRefusals = ["conversation_not_authorized", "organization_workspace_required"];

const serviceCodes = ["base_url_missing", "network_error", "request_timeout"];

function notExpected({ check, status, what, words, mount }: Facts): Finding {
  const said = `${what} answered ${status}${words && ` (${words})`}, which the chat handler does not.`;
  return status >= 500 || status < 400 ? fault(check, said, mount) : warning(check, said, mount);
}

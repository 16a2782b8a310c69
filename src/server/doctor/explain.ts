/**
 * Explains an unexpected answer: who gave it (the host's framework, its `resolve`, the handler,
 * the service behind it, or something in front), and what to change. One rule a cause; the first that fits speaks.
 *
 * budget: the rules are one ordered list, which reads worse in two files
 */
import { header } from "../../wire/protocol/headers.js";
import { isRecord } from "../../wire/protocol/read-fields.js";
import { fault, unknown, warning, type CheckName, type Finding } from "./finding.js";
import type { Answer, Unreached } from "./site.js";

export interface Asked {
  /** Which check the answer is for, where the cause is none of its own. */
  readonly check: CheckName;
  /** Method and address. */
  readonly what: string;
  readonly url: string;
  /** Whether the request had the headers of a signed-in person. */
  readonly signsIn: boolean;
  /** How the route is mounted. */
  readonly mount: string;
}

interface Facts extends Asked {
  readonly status: number;
  /** The endpoint that should have answered. */
  readonly who: "chat handler" | "session proxy";
  readonly code: string | null;
  /** The answer's own words, with its code. */
  readonly words: string;
  /** Whether the chat handler, or the session proxy, gave it. */
  readonly isOurs: boolean;
  /** Whether the host's `resolve` had returned a person before the failure. */
  readonly isIdentified: boolean;
  /** Target of a redirect. */
  readonly location: URL | null;
  readonly isHtml: boolean;
}

type Rule = (facts: Facts) => Finding | null;

/** The finding of an answer that is not what `asked.check` hoped for. */
export function explain(answer: Answer | Unreached, asked: Asked): Finding {
  if (answer.status === 0) {
    const { problem } = answer as Unreached;
    return fault(
      asked.check,
      `${asked.what} ${problem}.`,
      /CERT|SIGNED|SIGNATURE/.test(problem) ? certificateAdvice : reachAdvice,
    );
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

const certificateAdvice =
  "Its certificate is not trusted from here: it may be over, be for another name, or come without those between it and a known authority, which browsers fetch themselves.";

function factsOf(answer: Answer, asked: Asked): Facts {
  const { status, headers, json } = answer;
  const location = headers.get("location");
  const code = codeOf(answer);
  const error = isRecord(json) && isRecord(json["error"]) ? json["error"] : {};
  const message = typeof error["message"] === "string" ? error["message"] : "";
  return {
    ...asked,
    status,
    code,
    who: asked.check === "proxy" ? "session proxy" : "chat handler",
    words: shortened([code, message].filter((word) => word !== null && word !== "").join(": ")),
    isOurs: headers.has(header.correlationId),
    isIdentified: headers.has(header.identity),
    location: location !== null && URL.canParse(location, asked.url) ? new URL(location, asked.url) : null,
    isHtml: /\bhtml\b/i.test(headers.get("content-type") ?? ""),
  };
}

/** Truncates foreign text to the length that is worth reading. */
export const shortened = (text: string): string => (text.length > 400 ? `${text.slice(0, 400)}…` : text);

const rules: readonly Rule[] = [
  ({ check, code, what, words }) =>
    code === "user_required"
      ? fault(
          check,
          `${what}: ${words}`,
          "Let the proxy's `resolve` give each person's own `user`, as the chat's does.",
        )
      : null,
  ({ code, what, words }) =>
    code === "service_refused"
      ? fault(
          "key",
          `${what}: the service does not take the host's key for this (${words}). It is unknown, revoked, of another organization, or can only read.`,
          "Give the host a full-access key of its organization (SERVICE_API_KEY). What its `onError` or console is told names the cause.",
        )
      : null,
  ({ code, what }) =>
    code === "resolve_invalid"
      ? fault(
          "handler",
          `${what}: what the host's \`resolve\` returned cannot be used (resolve_invalid).`,
          "What the host's `onError` or console is told names the field.",
        )
      : null,
  /** `resolve` returned a person, so the service refused the host, not the person. */
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
  redirected,
  ({ status, isOurs, what, words }) =>
    status === 403 && !isOurs
      ? fault(
          "sign-in",
          `${what} was refused by the host, or by something before it (403${words && `, ${words}`}).`,
          "If the host requires a proof with each write that the request is from its own page, add that header too (--header): a token or `Origin`. If a firewall admits only browsers, allow this path there.",
        )
      : null,
  ({ code, what, words }) =>
    code === "version_mismatch" || code === "chat_not_supported"
      ? fault(
          "version",
          `${what}: the service ${code === "version_mismatch" ? "is not of the version that the host requires" : "has no chat"} (${words})`,
          "Let SERVICE_API_BASE_URL lead to a deployment with chat, and of the version that the host requires (`requireServer`).",
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
  ({ check, who, isOurs, status, what, words }) =>
    isOurs && status >= 400
      ? fault(check, `${what}: the ${who} answers ${status} (${words}).`, "Its message names the fault of the host.")
      : null,
  ({ check, status, what, mount }) =>
    status === 404 || status === 405 || status === 501
      ? fault(check, `${what} is not mounted: the host answered ${status}.`, mount)
      : null,
  ({ check, status, what }) =>
    // Statuses from 520 on are Cloudflare's.
    (status >= 502 && status <= 504) || (status >= 520 && status <= 530)
      ? fault(
          check,
          `${what} was answered ${status} by something in front of the host.`,
          "See that the host runs, and where the proxy in front sends its requests.",
        )
      : null,
  ({ check, who, status, what, words }) =>
    status >= 500
      ? fault(
          check,
          `${what} answered ${status}${words && ` (${words})`}, which the ${who} does not.`,
          "The host failed before it was asked, or it was not mounted as it should be: look at its log.",
        )
      : null,
  ({ check, who, status, isHtml, what, mount }) =>
    isHtml ? fault(check, `${what} was answered by a page (${status}, HTML), and not by the ${who}.`, mount) : null,
];

/** Refusals of 403 that are not about the key. */
const ownRefusals = ["conversation_not_authorized", "organization_workspace_required"];

const serviceCodes = ["base_url_missing", "network_error", "request_timeout"];

function redirected({ status, location, what, url }: Facts): Finding | null {
  if (status < 300 || status >= 400) return null;
  const asked = new URL(url);
  // The query after the path may contain a secret of the sign-in.
  const path = location && location.pathname;
  const to = location && (location.origin === asked.origin ? path : `${location.origin}${path}`);
  const said = `${what} is redirected to ${to ?? "somewhere"} (${status}).`;
  if (to !== path && path === asked.pathname) {
    return fault(
      "address",
      said,
      "Examine that address, and let pages use it: a message does not survive a redirection.",
    );
  }
  return fault(
    "sign-in",
    said,
    "The chat's routes must answer themselves: 401 to somebody who is not signed in, and no slash added to the path.",
  );
}

function notExpected({ check, who, status, what, words, mount }: Facts): Finding {
  const said = `${what} answered ${status}${words && ` (${words})`}, which the ${who} does not.`;
  return (status < 400 ? fault : warning)(check, said, mount);
}

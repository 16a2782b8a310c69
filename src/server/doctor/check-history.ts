/** Whether there is a chat handler at all, and whom it takes the caller for. Looking at a conversation writes nothing. */
import { parseChatHistory } from "../../wire/protocol/chat-bodies.js";
import { header } from "../../wire/protocol/headers.js";
import { route, type Examination } from "./examination.js";
import { explain } from "./explain.js";
import { fault, ok, unknown, warning, type Finding } from "./finding.js";
import type { Answer, Ask, Unreached } from "./site.js";

/** A conversation as one visitor reaches it. */
export interface Reached {
  readonly sessionId: string;
  /** Whether the conversation has any message. */
  readonly isCreated: boolean;
  /** The host's id of the conversation; ours, unless the host names it. */
  readonly conversation: string | null;
  /** Digest of the resolved identity; null when the handler sends none. */
  readonly identity: string | null;
  readonly headers: Headers;
}

/** Opens the conversation with the given headers. An obstacle becomes a finding. */
export async function reach(
  exam: Examination,
  as: Ask["as"] & string,
): Promise<
  | { readonly reached: Reached }
  | { readonly reached: null; readonly finding: Finding; readonly answer: Answer | Unreached }
> {
  const { ask, asked } = route(exam, "handler", { as });
  const answer = await exam.site.read(ask);
  if (answer.status !== 200) return { reached: null, finding: explain(answer, asked), answer };
  const { headers, json } = answer as Answer;
  try {
    const { sessionId, conversation, created: isCreated } = parseChatHistory(json);
    return { reached: { sessionId, isCreated, conversation, identity: headers.get(header.identity), headers } };
  } catch {
    const finding =
      json === undefined
        ? explain(answer, asked)
        : fault("handler", `${asked.what} answers JSON that is no chat's history.`, asked.mount);
    return { reached: null, finding, answer };
  }
}

/** @param again the repeated request; null when it had no response. */
export function historyFindings(
  exam: Examination,
  { conversation, headers }: Reached,
  again: Reached | null,
): readonly Finding[] {
  const { asked } = route(exam, "handler", {});
  const isOurs = conversation === exam.conversation;
  return [
    ok("handler", `A chat handler answers at ${exam.url}.`),
    ok("version", "The host's SDK and the service fit each other."),
    isOurs
      ? ok("conversation", "The conversation that a page names is the one it gets.")
      : warning(
          "conversation",
          `The host names the conversation ("${conversation}") itself and ignores the page's. So no message was sent: it would be in a real conversation.`,
          "If that is meant, let `resolve` name it for its own page alone, and examine the host with other headers.",
        ),
    cachingOf(asked.what, headers, again?.headers ?? new Headers()),
  ];
}

const cacheHeaders = ["x-cache", "x-cache-status", "cache-status", "cf-cache-status", "x-vercel-cache"];

function cachingOf(what: string, headers: Headers, again: Headers): Finding {
  const advice = "Cache nothing below the chat's mount: what one person sees would be shown to the next.";
  const isHit = cacheHeaders.some((name) => /hit\b/i.test(headers.get(name) ?? ""));
  // Some servers send `age: 0` with a fresh response.
  const isOld = Number(headers.get("age") ?? 0) > 0;
  // Each request and its answer have an id of their own.
  const id = headers.get(header.correlationId);
  const isSame = id !== null && id === again.get(header.correlationId);
  if (isHit || isOld || isSame) return fault("caching", `${what} was answered from a cache.`, advice);
  if (/\bno-store\b/i.test(headers.get("cache-control") ?? "")) return ok("caching", "Nothing on the way caches.");
  return warning("caching", `Something took \`cache-control: no-store\` from ${what}.`, advice);
}

/** Whether another site's page could read the chat with a visitor's own cookies. */
export async function checkOrigins(exam: Examination): Promise<Finding> {
  const origin = "https://another-site.example";
  const { ask, asked } = route(exam, "origins", { headers: { origin } });
  const answer = await exam.site.read(ask);
  if (answer.status === 0) {
    const { problem } = answer as Unreached;
    return unknown("origins", `Whether other sites can read it is not known: ${asked.what} ${problem}.`, "Try again.");
  }
  const { headers } = answer as Answer;
  const isOpen =
    headers.get("access-control-allow-origin") === origin && headers.get("access-control-allow-credentials") === "true";
  return isOpen
    ? fault(
        "origins",
        `${asked.what} lets pages of any site read it with the visitor's cookies: it repeats their origin and allows credentials.`,
        "Allow only your own origins, by name.",
      )
    : ok("origins", "Pages of other sites cannot read it with a visitor's cookies.");
}

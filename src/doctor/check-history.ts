/** Whether there is a chat handler at all, and whom it takes the caller for. Looking at a conversation writes nothing. */
import { parseChatHistory } from "../protocol/chat-bodies.js";
import { header } from "../protocol/headers.js";
import type { Examination } from "./examination.js";
import { route } from "./examination.js";
import { explain } from "./explain.js";
import { fault, ok, warning, type Finding } from "./finding.js";
import type { Answer, Ask, Unreached } from "./site.js";

/** A conversation as one visitor reaches it. */
export interface Reached {
  readonly sessionId: string;
  /** What the host calls the conversation; ours, unless it names it itself. */
  readonly conversation: string | null;
  /** The digest of who the host says is asking; null where no handler says. */
  readonly identity: string | null;
  readonly headers: Headers;
}

/** Opens the conversation as somebody. What is in the way of that is a finding. */
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
    const { sessionId, conversation } = parseChatHistory(json);
    return { reached: { sessionId, conversation, identity: headers.get(header.identity), headers } };
  } catch {
    const finding =
      json === undefined
        ? explain(answer, asked)
        : fault("handler", `${asked.what} answers JSON that is no chat's history.`, asked.mount);
    return { reached: null, finding, answer };
  }
}

export function historyFindings(exam: Examination, { conversation, headers }: Reached): Finding[] {
  const { asked } = route(exam, "handler", {});
  const isOurs = conversation === exam.conversation;
  return [
    ok("handler", `A chat handler answers at ${exam.url}.`),
    ok("version", "The host's SDK and the service fit each other."),
    isOurs
      ? ok("conversation", "The conversation that a page names is the one it gets.")
      : warning(
          "conversation",
          `The host itself names the conversation ("${conversation}"), whatever a page asks for. So no message was sent: it would be in a real one.`,
          "If that is meant, let `resolve` name it for its own page alone, and examine the host with other headers.",
        ),
    cachingOf(asked.what, headers),
  ];
}

function cachingOf(what: string, headers: Headers): Finding {
  const advice = "Cache nothing below the chat's mount: what one person sees would be shown to the next.";
  const isHit = ["x-cache", "cf-cache-status", "x-vercel-cache"].some((name) =>
    /\bhit\b/i.test(headers.get(name) ?? ""),
  );
  // Some say of what they have just fetched that it is 0 s old.
  if (isHit || Number(headers.get("age") ?? 0) > 0)
    return fault("caching", `${what} was answered from a cache.`, advice);
  if (/\bno-store\b/i.test(headers.get("cache-control") ?? "")) return ok("caching", "Nothing on the way caches.");
  return warning("caching", `Something took \`cache-control: no-store\` from ${what}.`, advice);
}

/** Whether another site's page could read the chat with a visitor's own cookies. */
export async function checkOrigins(exam: Examination): Promise<Finding> {
  const origin = "https://another-site.example";
  const { ask, asked } = route(exam, "origins", { headers: { origin } });
  const answer = await exam.site.read(ask);
  const headers = answer.status === 0 ? new Headers() : (answer as Answer).headers;
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

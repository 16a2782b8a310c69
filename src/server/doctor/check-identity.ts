/** Whether each door answers `GET …/identity`, which a page asks before it shows anything private again. */
import { isRecord } from "../../wire/protocol/read-fields.js";
import { route, type Examination } from "./examination.js";
import { explain, type Asked } from "./explain.js";
import { fault, ok, warning, type Finding } from "./finding.js";
import type { Answer, Ask } from "./site.js";

/** @param expected the identity of the person's other answers; null when the chat names none. */
export async function checkIdentity(exam: Examination, expected: string | null): Promise<Finding> {
  const { ask, asked } = route(exam, "identity", { path: "/identity" });
  return identityFinding(exam, ask, asked, expected);
}

/** The same for the session proxy, which must resolve the same person as the chat. */
export async function checkProxyIdentity(
  exam: Examination,
  proxy: string,
  asked: Asked,
  expected: string | null,
): Promise<Finding> {
  const url = `${proxy}/identity`;
  return identityFinding(exam, { url }, { ...asked, url, what: `GET ${url}` }, expected);
}

async function identityFinding(exam: Examination, ask: Ask, asked: Asked, expected: string | null): Promise<Finding> {
  const { check, what } = asked;
  const answer = await exam.site.read(ask);
  const { json, headers } = answer as Answer;
  const identity = answer.status === 200 && isRecord(json) ? json["identity"] : undefined;
  if (typeof identity !== "string") return withoutRoute(explain(answer, asked), check);
  if (expected !== null && identity !== expected) {
    return fault(
      check,
      `${what} answers as somebody else than the chat does to the same headers, so a page signs the person out.`,
      "`resolve` must give one person the same `tenant`, `user` and `actor` at every route of both doors.",
    );
  }
  // An answer without the header is the caching check's to find.
  const cached = headers.get("cache-control") ?? "";
  if (/\bpublic\b|\b(?:s-)?max-?age=0*[1-9]/i.test(cached)) {
    return fault(
      check,
      `${what} may be kept by a cache: its \`cache-control\` is "${cached}".`,
      "Let no intermediary change the handler's `private, no-store`: one person would get another's answer.",
    );
  }
  return ok(check, "A page can ask who is signed in.");
}

/** The kit asks another way then, at the price of a whole read. */
function withoutRoute(found: Finding, check: Finding["check"]): Finding {
  if (found.check !== check || found.outcome !== "fault") return found;
  return warning(
    check,
    found.message,
    `${found.advice} A page that returns from the back/forward cache asks this route who is signed in; without it, it reads more than it needs.`,
  );
}

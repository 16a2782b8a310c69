/**
 * Examines a deployed chat from outside, as a page would use it. Checks in order: is there a handler, who gets
 * access, is every route mounted, does a reply arrive piece by piece, does a silent stream stay open. A fault in an
 * early check ends the examination, as later results would be unreliable.
 */
import { checkAddress, mountOf } from "./address.js";
import { checkIdentity } from "./check-identity.js";
import { checkOrigins, historyFindings, reach } from "./check-history.js";
import { checkPeople, checkSignIn, knowsAgain } from "./check-people.js";
import { checkProxy } from "./check-proxy.js";
import { checkRespond, checkResume, checkStop } from "./check-routes.js";
import { checkSilence } from "./check-silence.js";
import { openStream } from "./check-stream.js";
import { checkTurn } from "./check-turn.js";
import type { Examination } from "./examination.js";
import { unknown, type Finding } from "./finding.js";
import { withDefaults, type VerifyOptions } from "./settings.js";
import { createSite } from "./site.js";

/** Result of `verifyChatEndpoint`. */
export interface Report {
  /** Where the chat is mounted, as it was examined. */
  readonly url: string;
  /** The conversation that was used; it did not exist before. */
  readonly conversation: string;
  /** Whether a message was taken there, or may have been, so that it exists now. */
  readonly sent: boolean;
  readonly findings: readonly Finding[];
}

/**
 * Examines a deployed chat handler and reports faults, their places, and the changes to make. It resolves for a
 * broken host too.
 *
 * Unless `readOnly` is set it sends one message, in a new conversation named `doctor-<uuid>`, which stays there. The
 * other requests read, or ask for something that changes nothing. It takes `waitMs` (90 s) and some seconds.
 *
 * @throws {ServiceError} `url_invalid` when `url` or `proxy` is no http(s) address, or contains a name or a password.
 * @throws the signal's reason when `signal` aborts.
 * @example
 * const { findings } = await verifyChatEndpoint("https://your-product.example/api/chat", { headers });
 * const faults = findings.filter(({ outcome }) => outcome === "fault");
 */
export async function verifyChatEndpoint(url: string, options: VerifyOptions = {}): Promise<Report> {
  const mount = mountOf(url);
  const settings = withDefaults(options);
  const conversation = `doctor-${settings.newId()}`;
  const site = createSite(settings, conversation);
  const exam = { settings, site, url: mount, conversation };
  const findings: Finding[] = [];
  let sent = false;
  for await (const finding of examine(exam, () => (sent = true))) {
    settings.signal.throwIfAborted();
    findings.push(finding);
    options.onFinding?.(finding);
  }
  return { url: exam.url, conversation, sent, findings };
}

async function* examine(exam: Examination, onSend: () => void): AsyncGenerator<Finding, void, void> {
  const { settings } = exam;
  const first = await reach(exam, "first");
  if (first.reached || first.finding.check !== "address") yield checkAddress(exam.url);
  if (!first.reached) {
    yield first.finding;
    return;
  }
  const { reached } = first;
  const again = (await reach(exam, "first")).reached;
  yield* historyFindings(exam, reached, again);
  const stranger = again && knowsAgain(exam, reached, again);
  if (stranger) {
    yield stranger;
    return;
  }
  yield await checkSignIn(exam, reached);
  yield await checkPeople(exam, reached);
  yield await checkOrigins(exam);
  yield await checkRespond(exam);
  yield await checkStop(exam);
  yield await checkResume(exam);
  yield await checkIdentity(exam, reached.identity);
  const { findings, listening } = await openStream(exam);
  try {
    yield* findings;
    let session: string | null = null;
    if (settings.readOnly) yield notSent;
    else if (reached.conversation === exam.conversation) {
      const turn = await checkTurn(exam, listening);
      if (turn.isTaken) {
        onSend();
        session = reached.sessionId;
      }
      yield* turn.findings;
    }
    if (settings.proxy !== null)
      yield* await checkProxy(exam, settings.proxy, { sessionId: session, identity: reached.identity });
    if (listening) yield* await checkSilence(exam, listening, reached);
  } finally {
    listening?.leave();
  }
}

const notSent = unknown(
  "send",
  "No message was sent, so whether the key may write and whether answers come piece by piece is not known.",
  "Leave --read-only out.",
);

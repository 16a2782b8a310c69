/**
 * Checks that the host recognises a person, and separates people: signed out from signed in, and two signed-in
 * people.
 */
import { reach, type Reached } from "./check-history.js";
import type { Examination } from "./examination.js";
import { fault, ok, unknown, warning, type Finding } from "./finding.js";

/** A finding when the same headers resolve to another person each time; later checks would then be unreliable. */
export function knowsAgain({ url, settings }: Examination, first: Reached, again: Reached): Finding | null {
  if (isOneAndSame(first, again)) return null;
  const [cookie] = first.headers.getSetCookie();
  if (settings.signsIn && cookie === undefined) {
    return fault(
      "sign-in",
      `${url} takes two requests with the same headers for two people's.`,
      "`resolve` must give one person the same `tenant` and `user` each time. Streams end where it does not.",
    );
  }
  const name = cookie === undefined ? "" : `${cookie.split("=", 1)[0] ?? ""}=`;
  return unknown(
    "sign-in",
    `${url} takes whoever comes for somebody new each time.`,
    `Give what a page of one visitor's sends: --header "Cookie: ${name}…".`,
  );
}

/** Whether they are one person's, in one conversation. */
export function isOneAndSame(one: Reached, other: Reached): boolean {
  return one.sessionId === other.sessionId && one.identity === other.identity;
}

/** Asks once without anybody's headers. */
export async function checkSignIn(exam: Examination, first: Reached): Promise<Finding> {
  if (!exam.settings.signsIn) {
    return warning(
      "sign-in",
      `${exam.url} was read without any sign-in.`,
      "If only people who are signed in may chat, `resolve` must answer 401 to everybody else.",
    );
  }
  const nobody = await reach(exam, "nobody");
  if (nobody.reached) {
    return isShared(nobody.reached, first)
      ? fault(
          "sign-in",
          `${exam.url} takes somebody who is not signed in for the person whose headers were given.`,
          "Let `resolve` look at the cookie or the token of each request, and answer 401 without one.",
        )
      : ok("sign-in", "The headers given sign somebody in; somebody without them has conversations of their own.");
  }
  const { finding, answer } = nobody;
  const { status } = answer;
  if (status === 0 || status === 429) {
    return unknown("sign-in", `Without the headers given: ${finding.message}`, finding.advice ?? "");
  }
  if (status >= 500) {
    return warning(
      "sign-in",
      `${exam.url} answers ${status} to somebody who is not signed in, so pages try again and again.`,
      "Let `resolve` return a Response with 401 there, and throw nothing.",
    );
  }
  return status < 400
    ? warning(
        "sign-in",
        `${exam.url} answers somebody who is not signed in with ${status} and not with 401, from which pages do not learn it.`,
        "Let `resolve` return a Response with 401, and lead nobody to a sign-in page from the chat's routes.",
      )
    : ok("sign-in", "The headers given sign somebody in; nobody gets in without them.");
}

/** Two people who name one conversation must reach two sessions. */
export async function checkPeople(exam: Examination, first: Reached): Promise<Finding> {
  if (exam.settings.otherHeaders === null) {
    return unknown(
      "people",
      "Whether two people are kept apart is not known.",
      'Give what somebody else who is signed in sends, too: --other-header "Cookie: …".',
    );
  }
  const other = await reach(exam, "other");
  if (!other.reached) return { ...other.finding, message: `As the other person: ${other.finding.message}` };
  if (!isShared(other.reached, first)) return ok("people", "Two people who name one conversation have one each.");
  const same = `Two people share one conversation: both sets of headers reach session ${first.sessionId}`;
  if (isOnePerson(other.reached, first)) {
    return fault(
      "people",
      `${same}, as the host takes both for one person.`,
      "If they are two people's, `resolve` must give each their own `user`, from the cookie or the token of the request.",
    );
  }
  const isNamed = first.conversation !== exam.conversation;
  return (isNamed ? warning : fault)(
    "people",
    `${same}, although the host knows that they are two.`,
    "Let `resolve` give the `user`. Leave it out only for a conversation that people are meant to share, and name that there.",
  );
}

function isShared(one: Reached, other: Reached): boolean {
  return one.sessionId === other.sessionId || isOnePerson(one, other);
}

function isOnePerson(one: Reached, other: Reached): boolean {
  return one.identity !== null && one.identity === other.identity;
}

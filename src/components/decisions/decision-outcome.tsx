import type { ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useOptionalIdentity } from "../../hooks/use-identity.js";
import { useErrorText, useStrings } from "../../hooks/use-strings.js";
import type { Messages } from "../../strings/messages.js";
import { Icon, type IconName } from "../icons.js";
import type { DecisionState } from "./decision-types.js";

/** The state of a decision in words; nothing while it is pending. */
export function DecisionOutcome({ state }: { readonly state: DecisionState }): ReactNode {
  const { decisions } = useStrings();
  const errorText = useErrorText();
  const me = useOptionalIdentity()?.user;
  const said = sayState(state, decisions, me, errorText);
  if (!said) return null;
  return (
    <p className="sv-decision-outcome" data-state={state.name}>
      <Icon name={said.icon} />
      <span className="sv-part" dir="auto">
        {said.text}
      </span>
    </p>
  );
}

interface Said {
  readonly icon: IconName;
  readonly text: string;
}

function sayState(
  state: DecisionState,
  words: Messages["decisions"],
  me: string | undefined,
  errorText: (error: Error) => string,
): Said | null {
  switch (state.name) {
    case "pending":
      return null;
    case "submitting":
      return { icon: "spinner", text: words.submitting };
    case "accepted":
      return { icon: pictures[outcomeOf(state.response)], text: sayAccepted(state.response, words) };
    case "settled":
      return { icon: pictures[state.outcome], text: saySettled(state, words, me) };
    case "expired":
      return { icon: "clock", text: words.expired };
    case "superseded":
      return { icon: "clock", text: words.superseded };
    case "failed":
      return { icon: "alert", text: words.failed(errorText(state.error)) };
    case "unknown":
      return { icon: "alert", text: words.unknown };
  }
}

const pictures = {
  approve: "check",
  reject: "close",
  answered: "check",
  skipped: "close",
  expired: "clock",
  cancelled: "clock",
} as const satisfies Record<Extract<DecisionState, { readonly name: "settled" }>["outcome"], IconName>;

type Given = Extract<DecisionState, { readonly name: "accepted" }>["response"];

function outcomeOf(given: Given): keyof typeof pictures {
  return given.kind === "approval" ? given.decision : given.submission.outcome;
}

/** The answer from here, which the service accepted. */
export function sayAccepted(given: Given, words: Messages["decisions"]): string {
  if (given.kind === "approval") return given.decision === "approve" ? words.acceptedApprove : words.acceptedReject;
  return given.submission.outcome === "skipped" ? words.acceptedSkip : words.acceptedAnswer;
}

/** By whom, or where: in another window if nobody else is named, as it may have been the reader. */
export function saySettled(
  { outcome, by, here }: Extract<DecisionState, { readonly name: "settled" }>,
  words: Messages["decisions"],
  me: string | undefined,
): string {
  const isMe = by !== undefined && by.id === me;
  const other = here || isMe || !by?.name ? null : visibleText(by.name);
  const who = !here && isMe ? words.you : other;
  const isElsewhere = !here && other === null;
  switch (outcome) {
    case "approve":
      return words.settledApprove(who, isElsewhere);
    case "reject":
      return words.settledReject(who, isElsewhere);
    case "answered":
      return words.settledAnswered(who, isElsewhere);
    case "skipped":
      return words.settledSkipped(who, isElsewhere);
    case "expired":
      return words.expired;
    case "cancelled":
      return words.settledCancelled;
  }
}

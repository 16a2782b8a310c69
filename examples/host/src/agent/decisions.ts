import type { SessionEvent } from "@service/sdk/protocol";

export interface Decision {
  readonly isApproved: boolean;
  readonly reason?: string;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});

/** The person's decision on an approval, from the turn's events; null while it is open. */
export function decisionOf(past: readonly SessionEvent[], approvalId: string): Decision | null {
  const found = past
    .filter(({ type }) => type === "user.approvalDecision")
    .map(({ payload }) => fieldsOf(payload))
    .find((payload) => payload["approvalId"] === approvalId);
  if (found === undefined) return null;
  const { decision, message } = found;
  return {
    isApproved: decision === "approve",
    ...(typeof message === "string" && message !== "" && { reason: message }),
  };
}

/** The person's answer to a single question: the id of an option, or their own words. Null while it is open. */
export function answerOf(past: readonly SessionEvent[], requestId: string): string | null {
  const found = past
    .filter(({ type }) => type === "user.humanInputResponse")
    .map(({ payload }) => fieldsOf(payload))
    .find((payload) => payload["requestId"] === requestId);
  if (found === undefined) return null;
  const { answers } = fieldsOf(found["response"]);
  const { values, other } = fieldsOf(Array.isArray(answers) ? answers[0] : undefined);
  const chosen: unknown = Array.isArray(values) ? values[0] : undefined;
  return [other, chosen].find((one): one is string => typeof one === "string" && one !== "") ?? "";
}

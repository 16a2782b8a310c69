import type { ChatPolicy } from "@service/sdk/chat";

type AgentPolicy = Required<Pick<ChatPolicy, "agentAccess" | "memory">>;

const independent: AgentPolicy = { agentAccess: "session", memory: "session" };

/**
 * Access and memory of a conversation's agent, by the first word of its id. A person chooses among these by opening a
 * conversation, and none of them reaches beyond the tenant; this file defines them.
 */
const policies: ReadonlyMap<string, AgentPolicy> = new Map([
  ["personal", { agentAccess: "session", memory: "user" }],
  ["together", { agentAccess: "user", memory: "user" }],
  ["everybody", { agentAccess: "workspace", memory: "workspace" }],
]);

/** The policy that a conversation begins with: `together_1` is one of those together, and what has no such word is independent. */
export function policyOf(conversation: string | null): AgentPolicy {
  const word = /^([a-z]+)_/.exec(conversation ?? "")?.[1] ?? "";
  return policies.get(word) ?? independent;
}

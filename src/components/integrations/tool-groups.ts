import type { IntegrationPreview } from "../../wire/protocol/integrations.js";

export type ListedTool = IntegrationPreview["tools"][number];

export type ToolGroup = "canRead" | "canWrite" | "asksBeforeWrite" | "alwaysAsks";

/** By what a call needs: nothing, or a person's approval. */
export function groupOf({ safety, approvalMode }: Pick<ListedTool, "safety" | "approvalMode">): ToolGroup {
  if (safety === "destructive") return "alwaysAsks";
  if (approvalMode === "ask") return "asksBeforeWrite";
  return safety === "read" ? "canRead" : "canWrite";
}

const order: readonly ToolGroup[] = ["canRead", "canWrite", "asksBeforeWrite", "alwaysAsks"];

/** The tools that may be added: without a way to give a key, only those that need none. */
export function addable({ auth, tools, keepsCredentials }: IntegrationPreview): readonly ListedTool[] {
  const canGiveKey = keepsCredentials && auth.schemes.length > 0;
  return canGiveKey ? tools : tools.filter(({ needsCredential = auth.required }) => !needsCredential);
}

/** The groups that have tools, from the harmless to the dangerous. */
export function toolGroups(
  tools: readonly ListedTool[],
): readonly { readonly group: ToolGroup; readonly tools: readonly ListedTool[] }[] {
  return order
    .map((group) => ({ group, tools: tools.filter((tool) => groupOf(tool) === group) }))
    .filter((entry) => entry.tools.length > 0);
}

/** How many run without asking, after asking, and always after asking. */
export function countTools(tools: readonly ListedTool[]): readonly [number, number, number] {
  const count = (...groups: readonly ToolGroup[]) => tools.filter((tool) => groups.includes(groupOf(tool))).length;
  return [count("canRead", "canWrite"), count("asksBeforeWrite"), count("alwaysAsks")];
}

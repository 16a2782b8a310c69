import type { ComponentType } from "react";
import type { TimelineItem, ToolCallItem } from "../../timeline/items.js";
import { resultsOf, type ToolResult } from "../tool-call/results.js";
import { leafOf } from "../tool-call/tool-name.js";
import { isComponent } from "./is-component.js";
import type { TimelineComponents, ToolPart, ToolRendererProps } from "./timeline-context.js";

/** How the calls of a tool are drawn, and where: what a host chose, or the defaults. */

type Choice = Exclude<ToolPart, ComponentType<ToolRendererProps>>;

function choiceFor(name: string, { tools = {} }: TimelineComponents): Choice | undefined {
  const key = [name, leafOf(name)].find((each) => Object.hasOwn(tools, each));
  const part = key === undefined ? undefined : tools[key];
  if (!part) return undefined;
  return isComponent<ToolRendererProps>(part) ? { component: part } : part;
}

/** The host's renderer for the tool; undefined where the standard one draws it. */
export function rendererFor(name: string, components: TimelineComponents): Choice["component"] {
  return choiceFor(name, components)?.component ?? components.ToolCall;
}

function placementOf(name: string, components: TimelineComponents): "inline" | "step" | "results" {
  const choice = choiceFor(name, components);
  return choice?.placement ?? (choice?.component ? "inline" : "results");
}

/** Words of the agent stay: a decision may have followed from them. */
function placeOf(item: TimelineItem, components: TimelineComponents): "inline" | "step" | "results" {
  if (item.kind === "agent-message") return "inline";
  const isOwnRow = components.rows?.["tool-call"] !== undefined;
  return item.kind === "tool-call" && !isOwnRow ? placementOf(item.name, components) : "step";
}

/** A part of the agent's work: steps that fold together, or a row or results that stay in the answer. */
export type WorkPiece =
  | { readonly kind: "steps"; readonly items: readonly TimelineItem[] }
  | { readonly kind: "inline"; readonly item: TimelineItem }
  | { readonly kind: "results"; readonly item: ToolCallItem; readonly results: readonly ToolResult[] };

/** Cuts the rows of a turn, in their order, into what folds and what stays. */
export function piecesOf(items: readonly TimelineItem[], components: TimelineComponents): readonly WorkPiece[] {
  const pieces: WorkPiece[] = [];
  let steps: TimelineItem[] | undefined;
  for (const item of items) {
    const placement = placeOf(item, components);
    if (placement === "inline") {
      pieces.push({ kind: "inline", item });
      steps = undefined;
      continue;
    }
    if (steps) steps.push(item);
    else pieces.push({ kind: "steps", items: (steps = [item]) });
    const results = placement === "results" ? resultsOf(item as ToolCallItem) : [];
    if (results.length === 0) continue;
    pieces.push({ kind: "results", item: item as ToolCallItem, results });
    steps = undefined;
  }
  return pieces;
}

/** The rows that fold. */
export function stepsIn(pieces: readonly WorkPiece[]): readonly TimelineItem[] {
  return pieces.flatMap((piece) => (piece.kind === "steps" ? piece.items : []));
}

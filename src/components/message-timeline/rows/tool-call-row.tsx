import { createElement, type ComponentType, type ReactNode } from "react";
import { ToolCall } from "../../tool-call/tool-call.js";
import { RowBoundary } from "../row-boundary.js";
import {
  useTimelineContext,
  type RowProps,
  type TimelineComponents,
  type ToolRendererProps,
} from "../timeline-context.js";
import { useFold } from "../use-fold.js";

/** Draws a call with the host's renderer for the tool, or with the kit's own, also where the host's throws. */
export function ToolCallRow({ item }: RowProps<"tool-call">): ReactNode {
  const renderer = rendererFor(item.name, useTimelineContext().components);
  const call = { name: item.name, state: item.status, arguments: item.arguments, output: item.output, item };
  if (!renderer) return <PlainCall {...call} />;
  return (
    <RowBoundary resetKey={item} fallback={<PlainCall {...call} />}>
      {createElement(renderer, call)}
    </RowBoundary>
  );
}

function PlainCall({ item, ...call }: ToolRendererProps): ReactNode {
  const [open, setOpen] = useFold([item.id], false);
  return <ToolCall {...call} open={open} onOpenChange={setOpen} />;
}

function rendererFor(name: string, components: TimelineComponents): ComponentType<ToolRendererProps> | undefined {
  const { tools = {}, ToolCall: fallback } = components;
  for (const key of [name, name.split("__").at(-1) ?? name]) {
    if (Object.hasOwn(tools, key)) return tools[key];
  }
  return fallback;
}

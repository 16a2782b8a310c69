import { createElement, type ReactNode } from "react";
import { ToolCall } from "../../tool-call/tool-call.js";
import { Contained } from "../../contained.js";
import { useTimelineContext, type RowProps, type ToolRendererProps } from "../timeline-context.js";
import { rendererFor } from "../tool-parts.js";
import { useCallState } from "../use-call-state.js";
import { useFold } from "../use-fold.js";

/** Draws a call with the host's renderer for the tool, or with the kit's own, also where the host's throws. */
export function ToolCallRow({ item }: RowProps<"tool-call">): ReactNode {
  const renderer = rendererFor(item.name, useTimelineContext().components);
  const state = useCallState(item);
  const call: ToolRendererProps = {
    name: item.name,
    state,
    input: item.arguments,
    arguments: item.arguments,
    output: item.output,
    denial: item.denial,
    isTruncated: item.truncation !== undefined && item.truncation !== null,
    item,
  };
  if (!renderer) return <PlainCall {...call} />;
  return (
    <div className="sv-own-tool" data-sv-item={item.id}>
      <Contained resetKey={item} fallback={<PlainCall {...call} />}>
        {createElement(renderer, call)}
      </Contained>
    </div>
  );
}

function PlainCall({ item, arguments: _former, ...call }: ToolRendererProps): ReactNode {
  const [open, setOpen] = useFold(item.id, false);
  // Where that is not known, the time is counted from when the call is shown as running.
  const startedAt = item.runsSince === null ? undefined : (item.runsSince ?? item.occurredAt);
  return <ToolCall {...call} startedAt={startedAt} data-sv-item={item.id} open={open} onOpenChange={setOpen} />;
}

import { createElement, memo, type ComponentType, type ReactNode } from "react";
import { useNewest } from "../../hooks/use-quiet.js";
import { useStrings } from "../../hooks/use-strings.js";
import type { TimelineItem } from "../../timeline/items.js";
import { Contained } from "../contained.js";
import { RowBoundary } from "./row-boundary.js";
import { rowTable } from "./row-table.js";
import { useTimelineContext, type RowTable } from "./timeline-context.js";

/** One row. It renders again only when its own item is another object, or has grown. */
export const Row = memo(function Row({ item: given }: { readonly item: TimelineItem }): ReactNode {
  const own = rowOf(useTimelineContext().components.rows, given);
  // The kit's own message takes its newest text itself, so that the row around it does not render.
  const item = useNewest(given, own !== undefined || given.kind !== "agent-message");
  const { rowFailed } = useStrings().timeline;
  const view = rowOf(rowTable, item);
  if (own === null) return null;
  const standard = view && (
    <RowBoundary resetKey={item} fallback={<p className="sv-row-failed">{rowFailed}</p>}>
      {createElement(view, { item })}
    </RowBoundary>
  );
  if (own === undefined) return standard;
  return (
    <Contained resetKey={item} fallback={standard}>
      <div className="sv-own-row" data-sv-item={item.id}>
        {createElement(own, { item })}
      </div>
    </Contained>
  );
});

type View = ComponentType<{ readonly item: TimelineItem }> | null | undefined;

/** A kind of tomorrow, from a newer fold, has no row and shows nothing, whatever it is called. */
function rowOf(table: Partial<RowTable> | undefined, { kind }: TimelineItem): View {
  return table && Object.hasOwn(table, kind) ? (table[kind] as View) : undefined;
}

import { memo, type ComponentType, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import type { TimelineItem } from "../../timeline/items.js";
import { RowBoundary } from "./row-boundary.js";
import { rowTable } from "./row-table.js";
import { useTimelineContext } from "./timeline-context.js";

/** One row. It draws again only when its own item is another object. */
export const Row = memo(function Row({ item }: { readonly item: TimelineItem }): ReactNode {
  const { rows } = useTimelineContext().components;
  const strings = useStrings().timeline;
  const own = rows && Object.hasOwn(rows, item.kind) ? rows[item.kind] : undefined;
  // A kind of tomorrow, from a newer fold, has no row and shows nothing.
  const View = (own === undefined ? rowTable[item.kind] : own) as
    | ComponentType<{ item: TimelineItem }>
    | null
    | undefined;
  if (!View) return null;
  return (
    <RowBoundary resetKey={item} fallback={<p className="sv-row-failed">{strings.rowFailed}</p>}>
      <View item={item} />
    </RowBoundary>
  );
});

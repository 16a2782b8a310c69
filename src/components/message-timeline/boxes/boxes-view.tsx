import { useMemo, useState, type ReactNode } from "react";
import { viewKey } from "../neighbours.js";
import type { TimelineGroups } from "../timeline-groups.js";
import { nextTo, ShelfView } from "./box-view.js";
import { cutBoxes, noBoxes, type Box, type BoxList } from "./cut-boxes.js";

/** The boxes of these groups, based on the previous ones. */
export function useBoxes({ settled, live }: TimelineGroups): BoxList {
  // Kept outside React's state: setting that while rendering would render the whole view twice for each delta.
  const [cut] = useState(() => {
    let last = noBoxes;
    return (groups: TimelineGroups) => (last = cutBoxes(last, groups.settled, groups.live));
  });
  return cut({ settled, live });
}

/** Groups that fill a view or two; the boxes that have them show their rows from the first. */
const firstGroups = 16;

/** All groups, in boxes. A group keeps its elements (its selection and focus) when it settles. */
export function Boxes({ list, startAt }: { readonly list: BoxList; readonly startAt: string | undefined }): ReactNode {
  const [first] = useState(() => firstBoxes(list, startAt));
  const shelves = list.shelves.cuts;
  // A box added at the end was added in view.
  const newest = list.boxes.cuts.at(-1)?.id ?? 0;
  const near = useMemo(() => new Set([...first, newest]), [first, newest]);
  const last = shelves.length - 1;
  return shelves.map((shelf, index) => (
    <ShelfView
      key={shelf.id}
      cut={shelf}
      previous={shelves[index - 1]?.members.at(-1)?.members.at(-1)}
      next={nextTo(shelf.members.at(-1), shelves[index + 1]?.members[0]?.members[0])}
      isLive={list.live.length > 0 && index === last}
      first={near}
    />
  ));
}

/** The boxes that fill the first view: those at the end, or around a group. */
function firstBoxes({ boxes: { cuts } }: BoxList, startAt: string | undefined): ReadonlySet<number> {
  const holds = (box: Box) => box.members.some((group) => viewKey(group) === startAt);
  const at = startAt === undefined ? -1 : cuts.findIndex(holds);
  if (at >= 0) return new Set(cuts.slice(Math.max(0, at - 1), at + 2).map(({ id }) => id));
  const near = new Set<number>();
  let count = 0;
  for (const { id, members } of cuts.toReversed()) {
    if (count >= firstGroups) break;
    near.add(id);
    count += members.length;
  }
  return near;
}

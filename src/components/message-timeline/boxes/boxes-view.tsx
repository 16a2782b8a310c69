import { createContext, memo, useContext, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { useBrowserLayoutEffect } from "../../../hooks/use-browser-layout-effect.js";
import type { TimelineGroup } from "../../../timeline/groups.js";
import { present } from "../../class-names.js";
import { GroupView } from "../group-view.js";
import { dayBefore, endingAfter, timeOf, viewKey } from "../neighbours.js";
import type { TimelineGroups } from "../timeline-groups.js";
import type { BoxEntry, BoxWindow } from "./box-window.js";
import { cutBoxes, noBoxes, weightOf, type Box, type BoxList, type Shelf } from "./cut-boxes.js";
import { plainTextOf } from "./plain-text.js";

/** Shared by the boxes of one timeline. The same object for the view's life. */
export interface BoxSurroundings {
  readonly window: BoxWindow;
  /** A box shows something else in the same place now. */
  readonly onSwap: () => void;
}

export const BoxContext = createContext<BoxSurroundings | null>(null);

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
    for (const group of members) count += weightOf(group);
  }
  return near;
}

interface CutProps<Cut> {
  readonly cut: Cut;
  /** The neighbouring groups. */
  readonly previous: TimelineGroup | undefined;
  readonly next: TimelineGroup | undefined;
  /** Keeps its rows wherever the reader is: something runs in it. */
  readonly isLive: boolean;
  /** The boxes that show their rows from the start. */
  readonly first: ReadonlySet<number>;
}

/** Some boxes: each for itself near the reader, one text far away. */
const ShelfView = memo(function ShelfView({ cut, previous, next, isLive, first }: CutProps<Shelf>): ReactNode {
  const { members } = cut;
  const [element, isText] = useFarText(
    members,
    members.some(({ id }) => first.has(id)),
    isLive,
  );
  const last = members.length - 1;
  return (
    <div ref={element} className="sv-shelf" translate={untranslated(isText)} data-text={present(isText)}>
      {isText
        ? plainTextOf(members).text
        : members.map((box, index) => (
            <BoxView
              key={box.id}
              cut={box}
              previous={members[index - 1]?.members.at(-1) ?? previous}
              next={nextTo(box, members[index + 1]?.members[0] ?? next)}
              isLive={isLive && index === last}
              first={first}
            />
          ))}
    </div>
  );
});

/** Read only after a turn that failed or was stopped; else a box would render again with the next one. */
function nextTo(box: Box | undefined, next: TimelineGroup | undefined): TimelineGroup | undefined {
  const end = box?.members.at(-1);
  return end?.kind === "turn" && end.outcome !== "complete" ? next : undefined;
}

/** Some groups: their rows near the reader, their text far away. It draws again only when one of its groups is another. */
const BoxView = memo(function BoxView({ cut, previous, next, isLive, first }: CutProps<Box>): ReactNode {
  const self = useMemo(() => [cut], [cut]);
  const [element, isText, isFar] = useFarText(self, first.has(cut.id), isLive);
  const { members } = cut;
  return (
    <div
      ref={element}
      className="sv-box"
      translate={untranslated(isText)}
      data-far={present(isFar)}
      data-text={present(isText)}
    >
      {isText
        ? plainTextOf(self).text
        : members.map((group, index) => {
            const before = members[index - 1] ?? previous;
            const key = viewKey(group);
            return (
              <div key={key} className="sv-group" data-group={key}>
                <GroupView
                  group={group}
                  day={dayBefore(before, group)}
                  since={before && timeOf(before)}
                  ending={endingAfter(before, group, members[index + 1] ?? next)}
                />
              </div>
            );
          })}
    </div>
  );
});

/** Places are found by their offset in the plain text, which a browser's translation would replace. */
const untranslated = (isText: boolean) => (isText ? "no" : undefined);

/** Whether the plain text replaces the rows, as the window decides. */
function useFarText(
  boxes: readonly Box[],
  startsNear: boolean,
  isLive: boolean,
): readonly [element: RefObject<HTMLDivElement | null>, isText: boolean, isFar: boolean] {
  const surroundings = useContext(BoxContext);
  const element = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(startsNear);
  const [entry] = useState<BoxEntry>(() => ({ element: null, boxes, isNear, isText: false, setNear }));
  const isText = !isNear && !isLive;
  useBrowserLayoutEffect(() => {
    const isSwap = entry.element !== null && entry.isText !== isText;
    Object.assign(entry, { element: element.current, boxes, isText });
    surroundings?.window.fit(entry);
    if (isSwap) surroundings?.onSwap();
  }, [surroundings, entry, boxes, isText]);
  useBrowserLayoutEffect(() => surroundings?.window.add(entry), [surroundings, entry]);
  return [element, isText, !isNear];
}

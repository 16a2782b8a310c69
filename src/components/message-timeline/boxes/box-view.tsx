import { createContext, memo, useContext, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { useBrowserLayoutEffect } from "../../../hooks/use-browser-layout-effect.js";
import type { TimelineGroup } from "../../../timeline/groups.js";
import { present } from "../../class-names.js";
import { GroupView } from "../group-view.js";
import { dayBefore, endingAfter, viewKey } from "../neighbours.js";
import type { BoxEntry, BoxWindow } from "./box-window.js";
import type { Box, Shelf } from "./cut-boxes.js";
import { plainTextOf } from "./plain-text.js";

/** Shared by the boxes of one timeline. The same object for the view's life. */
export interface BoxSurroundings {
  readonly window: BoxWindow;
  /** A box shows something else in the same place now. */
  readonly onSwap: () => void;
}

export const BoxContext = createContext<BoxSurroundings | null>(null);

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
export const ShelfView = memo(function ShelfView({ cut, previous, next, isLive, first }: CutProps<Shelf>): ReactNode {
  const { members } = cut;
  const [element, isText] = useFarText(
    members,
    members.some(({ id }) => first.has(id)),
    isLive,
  );
  const last = members.length - 1;
  return (
    <div ref={element} className="sv-shelf" data-text={present(isText)}>
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

/** Only after a turn that did not end well is it asked for; else a box would draw again with the one after it. */
export function nextTo(box: Box | undefined, next: TimelineGroup | undefined): TimelineGroup | undefined {
  const end = box?.members.at(-1);
  return end?.kind === "turn" && end.outcome !== "complete" ? next : undefined;
}

/** Some groups: their rows near the reader, their text far away. It draws again only when one of its groups is another. */
const BoxView = memo(function BoxView({ cut, previous, next, isLive, first }: CutProps<Box>): ReactNode {
  const self = useMemo(() => [cut], [cut]);
  const [element, isText, isFar] = useFarText(self, first.has(cut.id), isLive);
  const { members } = cut;
  return (
    <div ref={element} className="sv-box" data-far={present(isFar)} data-text={present(isText)}>
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
                  isFirst={before === undefined}
                  ending={endingAfter(before, group, members[index + 1] ?? next)}
                />
              </div>
            );
          })}
    </div>
  );
});

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
    Object.assign(entry, { element: element.current, boxes, isNear, isText });
    surroundings?.window.fit(entry);
    if (isSwap) surroundings?.onSwap();
  }, [surroundings, entry, boxes, isNear, isText]);
  useBrowserLayoutEffect(() => surroundings?.window.add(entry), [surroundings, entry]);
  return [element, isText, !isNear];
}

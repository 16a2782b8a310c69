import type { TimelineGroup } from "../../../timeline/groups.js";
import { viewKey } from "../neighbours.js";
import { shownLength } from "./shown-size.js";

/**
 * Divides a long list of groups into boxes, and the boxes into shelves, so that a browser and React have few siblings
 * to walk at any length. Pure, but with a memory: a group never leaves its box, nor a box its shelf, and one with the
 * same members is the same object. So a change at either end costs only that end, and no row is created again.
 */
export interface Cut<Member> {
  readonly id: number;
  readonly members: readonly Member[];
}

export type Box = Cut<TimelineGroup>;
export type Shelf = Cut<Box>;

interface CutList<Member> {
  readonly cuts: readonly Cut<Member>[];
  readonly nextId: number;
}

export interface BoxList {
  readonly settled: readonly TimelineGroup[];
  readonly live: readonly TimelineGroup[];
  readonly boxes: CutList<TimelineGroup>;
  readonly shelves: CutList<Box>;
}

/**
 * How many groups a box of history has, and how many boxes a shelf. Small enough to be drawn within a frame or two, big
 * enough to be few.
 */
export const boxSize = 24;
export const shelfSize = 8;

/** A group with more characters counts as several: a box of long answers has fewer. */
const charactersOfOne = 1_000;

/** As how many groups it counts. */
export const weightOf = (group: TimelineGroup): number => Math.max(1, shownLength(group) / charactersOfOne);

const nothing = { cuts: [], nextId: 0 };
export const noBoxes: BoxList = { settled: [], live: [], boxes: nothing, shelves: nothing };

export function cutBoxes(old: BoxList, settled: readonly TimelineGroup[], live: readonly TimelineGroup[]): BoxList {
  if (settled === old.settled && live === old.live) return old;
  const boxes = cutGroups(old, settled, live);
  return { settled, live, boxes, shelves: assign(old.shelves.cuts, boxes.cuts, old.shelves.nextId, ofBoxes) };
}

/** The key and the weight of a member, and the size of a full cut. */
interface Measure<Member> {
  readonly keyOf: (member: Member) => unknown;
  readonly weightOf: (member: Member) => number;
  readonly size: number;
}

const ofBoxes: Measure<Box> = { keyOf: ({ id }) => id, weightOf: () => 1, size: shelfSize };
const ofGroups: Measure<TimelineGroup> = { keyOf: viewKey, weightOf, size: boxSize };

function cutGroups(old: BoxList, settled: readonly TimelineGroup[], live: readonly TimelineGroup[]): BoxList["boxes"] {
  const kept = keptBoxes(old, settled);
  const from = kept.reduce((sum, box) => sum + box.members.length, 0);
  const rest = [...(from === 0 ? settled : settled.slice(from)), ...live];
  const { cuts, nextId } = assign(old.boxes.cuts.slice(kept.length), rest, old.boxes.nextId, ofGroups);
  return { cuts: [...kept, ...cuts], nextId };
}

/** The boxes at the head that cannot have changed. The last one may still grow, so it is never among them. */
function keptBoxes(old: BoxList, settled: readonly TimelineGroup[]): readonly Box[] {
  const sure = settled === old.settled ? settled.length : 0;
  let place = 0;
  let count = 0;
  for (const { members } of old.boxes.cuts.slice(0, -1)) {
    const start = place;
    const end = place + members.length;
    if (end > sure && !members.every((group, index) => group === settled[start + index])) break;
    place = end;
    count += 1;
  }
  return old.boxes.cuts.slice(0, count);
}

/** Gives each member its earlier cut. A new member between others joins the box before it; at an end it begins a box. */
function assign<Member>(
  old: readonly Cut<Member>[],
  members: readonly Member[],
  firstId: number,
  measure: Measure<Member>,
): CutList<Member> {
  const { keyOf } = measure;
  const home = new Map<unknown, number>();
  for (const [index, cut] of old.entries()) for (const member of cut.members) home.set(keyOf(member), index);
  const homes = members.map((member) => home.get(keyOf(member)) ?? -1);
  const start = Math.max(
    homes.findIndex((index) => index >= 0),
    0,
  );
  const known = homes.findLastIndex((index) => index >= 0) + 1;

  const filled: Member[][] = old.map(() => []);
  let current = 0;
  for (let place = start; place < known; place += 1) {
    current = Math.max(current, homes[place] ?? -1);
    filled[current]?.push(members[place] as Member);
  }
  const open = filled.at(-1);
  const after = Math.max(start, known);
  const room = open && open.length > 0 ? fitting(members.slice(after), measure, open) : 0;
  open?.push(...members.slice(after, after + room));

  let nextId = firstId;
  const fresh = (part: readonly Member[]) => ({ id: nextId++, members: part });
  const head = cut(members.slice(0, start), measure).map(fresh);
  const middle = old.flatMap((box, index) => {
    const now = filled[index] ?? [];
    return now.length === 0 ? [] : [isSame(box.members, now) ? box : { id: box.id, members: now }];
  });
  const tail = cut(members.slice(after + room), measure).map(fresh);
  return { cuts: [...head, ...middle, ...tail], nextId };
}

/** How many of the first ones a cut has room for beside those that it has. */
function fitting<Member>(more: readonly Member[], { weightOf, size }: Measure<Member>, has: readonly Member[]): number {
  if (more.length === 0) return 0;
  let left = size;
  for (const member of has) left -= weightOf(member);
  const over = more.findIndex((member) => (left -= weightOf(member)) < 0);
  return over < 0 ? more.length : over;
}

/** Full ones from the end on: those nearest to the newest line are whole, and the first may be short. */
function cut<Member>(members: readonly Member[], { weightOf, size }: Measure<Member>): Member[][] {
  const parts: Member[][] = [];
  let left = 0;
  for (const member of members.toReversed()) {
    const weight = weightOf(member);
    left -= weight;
    if (left < 0) {
      parts.unshift([]);
      // One that is too large for any cut has its own.
      left = size - weight;
    }
    parts[0]?.unshift(member);
  }
  return parts;
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((member, index) => member === b[index]);
}

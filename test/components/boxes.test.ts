import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boxSize, cutBoxes, noBoxes, type BoxList } from "../../src/components/message-timeline/boxes/cut-boxes.js";
import { plainTextOf } from "../../src/components/message-timeline/boxes/plain-text.js";
import { estimateHeight } from "../../src/components/message-timeline/boxes/shown-size.js";
import { countNew, newestKeys } from "../../src/components/message-timeline/scroll/new-items.js";
import { keepPlace, placeOf } from "../../src/components/message-timeline/scroll/places.js";
import type { SingleGroup, TimelineGroup } from "../../src/timeline/groups.js";
import type { ReasoningItem, UserMessageItem } from "../../src/timeline/items.js";

const group = (number: number, text = `message ${number}`): SingleGroup => ({
  kind: "item",
  item: { kind: "agent-message", id: `m${number}`, occurredAt: "", turnId: null, text, streaming: false },
});
const userItem: UserMessageItem = {
  kind: "user-message",
  id: "u",
  reconciliationKey: "u",
  occurredAt: "",
  turnId: null,
  text: "hello",
  resources: [],
};
const groups = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => group(from + index));
const homes = ({ boxes }: BoxList) =>
  new Map(boxes.cuts.flatMap((box) => box.members.map((each) => [(each as SingleGroup).item.id, box.id] as const)));
const inOrder = ({ boxes }: BoxList) => boxes.cuts.flatMap((box) => box.members);

describe("cutBoxes", () => {
  it("cuts history into full boxes from its end on", () => {
    const { boxes } = cutBoxes(noBoxes, groups(0, 2 * boxSize + 3), []);
    expect(boxes.cuts.map((box) => box.members.length)).toEqual([3, boxSize, boxSize]);
  });

  it("gives long messages boxes of few, and one that is longer than a box its own", () => {
    const settled = [
      ...groups(0, 8),
      ...[9_000, 9_000, 9_000, 90_000, 9].map((size, index) => group(8 + index, "x".repeat(size))),
    ];
    const { boxes } = cutBoxes(noBoxes, settled, []);
    expect(boxes.cuts.map((box) => box.members.map((each) => (each as SingleGroup).item.id))).toEqual([
      ["m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"],
      ["m9", "m10"],
      ["m11"],
      ["m12"],
    ]);
  });

  it("begins a box after a message that grew beyond its own", () => {
    const settled = groups(0, 5);
    const growing = cutBoxes(noBoxes, settled, [group(5, "a")]);
    const grown = cutBoxes(growing, settled, [group(5, "a".repeat(40_000)), group(6, "b")]);
    expect(homes(grown).get("m5")).toBe(homes(growing).get("m5"));
    expect(homes(grown).get("m6")).not.toBe(homes(grown).get("m5"));
    const next = cutBoxes(grown, settled, [group(5, "a".repeat(40_000)), group(6, "b"), group(7, "c")]);
    expect(homes(next).get("m7")).toBe(homes(next).get("m6"));
  });

  it("gives the same list back when nothing changed", () => {
    const settled = groups(0, 100);
    const live = [group(100)];
    const list = cutBoxes(noBoxes, settled, live);
    expect(cutBoxes(list, settled, live)).toBe(list);
  });

  it("changes only the box of the growing group", () => {
    const settled = groups(0, 100);
    const first = cutBoxes(noBoxes, settled, [group(100, "a")]);
    const next = cutBoxes(first, settled, [group(100, "ab")]);
    expect(next.boxes.cuts.map((box, index) => box === first.boxes.cuts[index])).toEqual([
      ...first.boxes.cuts.slice(1).map(() => true),
      false,
    ]);
    expect(next.boxes.cuts.map((box) => box.id)).toEqual(first.boxes.cuts.map((box) => box.id));
  });

  it("leaves a group in its box when it settles", () => {
    const settled = groups(0, 100);
    const live = [group(100), group(101)];
    const before = cutBoxes(noBoxes, settled, live);
    const after = cutBoxes(before, [...settled, ...live], [group(102)]);
    expect(homes(after).get("m101")).toBe(homes(before).get("m101"));
  });

  it("puts an older page into boxes of its own", () => {
    const settled = groups(100, 200);
    const before = cutBoxes(noBoxes, settled, []);
    const after = cutBoxes(before, [...groups(0, 100), ...settled], []);
    expect(after.boxes.cuts.slice(-before.boxes.cuts.length)).toEqual(before.boxes.cuts);
    expect(before.boxes.cuts.every((box) => after.boxes.cuts.includes(box))).toBe(true);
  });

  it("drops boxes at either end, and keeps the others unchanged", () => {
    const settled = groups(0, 300);
    const before = cutBoxes(noBoxes, settled, []);
    const after = cutBoxes(before, settled.slice(90, 250), []);
    const kept = after.boxes.cuts.filter((box) => before.boxes.cuts.includes(box));
    expect(inOrder(after)).toEqual(settled.slice(90, 250));
    expect(kept.length).toBeGreaterThanOrEqual(after.boxes.cuts.length - 2);
  });

  it("keeps the order and each group's box, and repeats no box's name, whatever happens to the ends", () => {
    const step = fc.record({
      head: fc.integer({ min: -70, max: 70 }),
      tail: fc.integer({ min: -70, max: 70 }),
      live: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let [from, to] = [1_000, 1_100];
        const known = new Map<number, TimelineGroup>();
        const take = (a: number, b: number) =>
          groups(a, b).map((fresh, index) => known.get(a + index) ?? (known.set(a + index, fresh), fresh));
        let list = cutBoxes(noBoxes, take(from, to), []);
        for (const { head, tail, live } of steps) {
          from = Math.min(from - head, to - 1);
          to = Math.max(to + tail, from + 1);
          const before = homes(list);
          list = cutBoxes(list, take(from, to), take(to, to + live));
          const all = take(from, to + live);
          expect(inOrder(list).every((each, index) => each === all[index])).toBe(true);
          expect([...homes(list)].filter(([id, home]) => before.has(id) && before.get(id) !== home)).toEqual([]);
          expect(new Set(list.boxes.cuts.map((box) => box.id)).size).toBe(list.boxes.cuts.length);
          expect(Math.max(...list.boxes.cuts.map((box) => box.members.length))).toBeLessThanOrEqual(boxSize);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("plainTextOf", () => {
  it("has the rows' text, without the marks between two words, and the start of each group", () => {
    const { text, starts } = plainTextOf([
      { id: 0, members: [group(1, "the **best** `fit`"), group(2, "")] },
      { id: 1, members: [group(3, "is here")] },
    ]);
    expect(text).toBe("the best fit\n\n\nis here");
    expect(starts).toEqual([
      { at: 0, key: "m1" },
      { at: text.indexOf("is here"), key: "m3" },
    ]);
  });

  it("has links and tables by their words", () => {
    const text = [
      "See [the valley](https://example.com/valley) and ![a map](map.png).",
      "| place | km |",
      "| - | -: |",
      "| [Mill](/mill) | 0.0 |",
      "> a | b [x] (y)",
    ].join("\n");
    expect(plainTextOf([{ id: 0, members: [group(1, text)] }]).text).toBe(
      "See the valley and a map.\nplace, km\nMill, 0.0\na | b [x] (y)",
    );
  });

  it("takes no longer a character for a text that is all marks", () => {
    for (const mark of ["[", "|", "[](", "| ", "!["]) {
      const text = mark.repeat(200_000);
      expect(plainTextOf([{ id: 0, members: [group(1, text)] }]).text.length).toBeLessThanOrEqual(2 * text.length);
    }
  });

  it("has the words that stay between folded steps, and leaves the steps out", () => {
    const turn: TimelineGroup = {
      kind: "turn",
      id: "turn-t",
      outcome: "failed",
      failureText: "The site was down.",
      startedAt: "",
      endedAt: "",
      groups: [
        { kind: "item", item: { ...group(1, "hidden").item, kind: "reasoning" } as ReasoningItem },
        group(2, "I will **try** it."),
      ],
    };
    expect(plainTextOf([{ id: 0, members: [turn] }]).text).toBe("I will try it.\n\n\nThe site was down.");
  });
});

describe("estimateHeight", () => {
  it("counts the words between the steps of a turn", () => {
    const turn = (words: string): TimelineGroup => ({
      kind: "turn",
      id: "turn-t",
      outcome: "complete",
      startedAt: "",
      endedAt: "",
      groups: [group(1, words)],
    });
    expect(estimateHeight([turn("word ".repeat(200))], 700)).toBeGreaterThan(estimateHeight([turn("word")], 700));
  });

  it("grows with the words and with a narrower view", () => {
    const long = [group(1, "word ".repeat(200))];
    expect(estimateHeight(long, 700)).toBeGreaterThan(estimateHeight([group(1)], 700));
    expect(estimateHeight(long, 350)).toBeGreaterThan(estimateHeight(long, 700) * 1.5);
  });
});

describe("countNew", () => {
  it("counts later messages, but not growth of earlier ones", () => {
    const settled = groups(0, 50);
    const seen = newestKeys({ settled, live: [group(50)] });
    expect(countNew(seen, { settled, live: [group(50, "grown")] }, "ana")).toBe(0);
    expect(countNew(seen, { settled: [...settled, group(50), group(51)], live: [group(52)] }, "ana")).toBe(2);
  });

  it("counts messages of others, but not the reader's own", () => {
    const by = (number: number, id?: string): SingleGroup => ({
      kind: "item",
      item: {
        ...userItem,
        id: `u${number}`,
        reconciliationKey: `u${number}`,
        actor: id ? { id, name: id } : undefined,
      },
    });
    const live = [by(51, "ana"), group(52), by(53, "ben"), by(54)];
    expect(countNew(newestKeys({ settled: groups(0, 50), live: [] }), { settled: groups(0, 50), live }, "ana")).toBe(2);
  });
});

describe("keepPlace", () => {
  it("remembers a place under its name until the reader is at the newest line again", () => {
    keepPlace("a", { group: "m1", offset: -4 });
    expect(placeOf("a")).toEqual({ group: "m1", offset: -4 });
    keepPlace("a", null);
    expect(placeOf("a")).toBeUndefined();
    expect(placeOf(undefined)).toBeUndefined();
  });

  it("forgets the oldest of more than fifty", () => {
    for (let name = 0; name <= 50; name += 1) keepPlace(`name ${name}`, { group: "m", offset: 0 });
    expect(placeOf("name 0")).toBeUndefined();
    expect(placeOf("name 50")).toBeDefined();
  });
});

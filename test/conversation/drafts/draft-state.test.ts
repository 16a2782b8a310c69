import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  beginSave,
  blankDraft,
  draftSaved,
  keepMine,
  needsSave,
  receiveDraft,
  saveFailed,
  setExtras,
  takeOther,
  typeDraft,
  type DraftState,
  type DraftVersion,
} from "../../../src/conversation/drafts/draft-state.js";

const at = (revision: number, text: string): DraftVersion => ({ revision, text });
const on = (base: DraftVersion, text = base.text): DraftState => ({ ...blankDraft, base, text });

describe("receiveDraft", () => {
  it.each<[string, DraftState, DraftVersion, Partial<DraftState>]>([
    ["is taken into an empty field", blankDraft, at(3, "theirs"), { text: "theirs", base: at(3, "theirs") }],
    ["takes the place of a text that was not touched", on(at(1, "old")), at(2, "new"), { text: "new" }],
    ["is no news when it is older", on(at(5, "now")), at(4, "before"), { text: "now", base: at(5, "now") }],
    ["is no conflict when it is the same text", on(at(1, "a"), "ab"), at(2, "ab"), { text: "ab", conflict: null }],
    [
      "leaves what was typed when only what is beside the text changed",
      on(at(1, "a"), "ab"),
      at(2, "a"),
      { text: "ab", base: at(2, "a"), conflict: null },
    ],
    ["leaves what was typed when the other was sent", on(at(1, "a"), "ab"), at(2, ""), { text: "ab", conflict: null }],
    ["empties a field whose text was sent elsewhere", on(at(1, "a")), at(2, ""), { text: "" }],
    [
      "waits for a choice when both were changed",
      on(at(1, "a"), "ab"),
      at(2, "ac"),
      { text: "ab", base: at(1, "a"), conflict: at(2, "ac") },
    ],
    [
      "waits for a choice when something was typed before it was known",
      typeDraft(blankDraft, "mine"),
      at(2, "theirs"),
      { text: "mine", conflict: at(2, "theirs") },
    ],
  ])("%s", (_what, state, theirs, expected) => {
    expect(receiveDraft(state, theirs)).toMatchObject(expected);
  });

  it("recognises its own save after an unknown outcome", () => {
    const lost = saveFailed(beginSave(on(at(1, "a"), "ab")), true);
    const sent = typeDraft(lost, "");
    expect(receiveDraft(sent, at(2, "ab"))).toMatchObject({ text: "", base: at(2, "ab"), conflict: null });
    expect(receiveDraft(sent, at(3, "ab"))).toMatchObject({ text: "ab" });
  });

  it("leaves a save under way to its own answer", () => {
    const saving = beginSave(on(at(1, "a"), "ab"));
    expect(receiveDraft(saving, at(2, "ac"))).toBe(saving);
  });
});

describe("extras of the text", () => {
  const plan = { resources: [{ kind: "file", fileId: "plan" }] };
  const map = { resources: [{ kind: "file", fileId: "map" }] };
  const beside = (version: DraftVersion, extras: object): DraftVersion => ({ ...version, extras });

  it("are adopted with the chosen text, and dropped with the rejected one", () => {
    expect(receiveDraft(blankDraft, beside(at(2, "Look"), plan))).toMatchObject({ text: "Look", extras: plan });
    const mine = setExtras(typeDraft(blankDraft, "mine"), map);
    const conflict = receiveDraft(mine, beside(at(2, "theirs"), plan));
    expect(conflict).toMatchObject({ text: "mine", extras: map });
    expect(keepMine(conflict)).toMatchObject({ text: "mine", extras: map });
    expect(takeOther(conflict)).toMatchObject({ text: "theirs", extras: plan });
  });

  it("follows the service while it is not touched here, and stays taken away where it was", () => {
    const state = receiveDraft(blankDraft, beside(at(2, "Look"), plan));
    expect(receiveDraft(typeDraft(state, "Look!"), beside(at(3, "Look"), map))).toMatchObject({ extras: map });
    const taken = setExtras(state, {});
    expect(receiveDraft(taken, beside(at(3, "Look"), plan)).extras).toEqual({});
  });

  it("is saved when it changed, and once, whatever the service makes of it", () => {
    const state = receiveDraft(blankDraft, beside(at(2, "Look"), plan));
    expect(needsSave(state)).toBe(false);
    const changed = setExtras(state, map);
    expect(needsSave(changed)).toBe(true);
    const told = { resources: [{ kind: "file", fileId: "map", filename: "map.png" }] };
    expect(needsSave(draftSaved(beginSave(changed), beside(at(3, "Look"), told)))).toBe(false);
  });
});

describe("a save", () => {
  it("is needed only when something differs, none is running and no choice is open", () => {
    const dirty = on(at(1, "a"), "ab");
    expect(needsSave(dirty)).toBe(true);
    expect(needsSave(on(at(1, "a")))).toBe(false);
    expect(needsSave(beginSave(dirty))).toBe(false);
    expect(needsSave(receiveDraft(dirty, at(2, "ac")))).toBe(false);
    expect(needsSave(typeDraft(blankDraft, "not asked yet"))).toBe(false);
  });
});

/** Two windows and the service between them; every typed word is unique. */
class TwoWindows {
  kept: DraftVersion = at(0, "");
  windows: [DraftState, DraftState] = [blankDraft, blankDraft];
  /** A save on its way: whether its answer will be heard is decided when it arrives. */
  onTheWay: [DraftVersion | null, DraftVersion | null] = [null, null];
  typed: string[] = [];
  sent = "";
  givenUp = "";

  step(who: 0 | 1, what: Step): void {
    const state = this.windows[who];
    const set = (next: DraftState) => (this.windows[who] = next);
    if (what === "type") {
      const word = `w${this.typed.length};`;
      this.typed.push(word);
      set(typeDraft(state, state.text + word));
    } else if (what === "send") {
      this.sent += state.text;
      set(typeDraft(state, ""));
    } else if (what === "look") set(receiveDraft(state, this.kept));
    else if (what === "save" && needsSave(state)) {
      this.onTheWay[who] = at(state.base?.revision ?? 0, state.text);
      set(beginSave(state));
    } else if (what === "arrive" || what === "lose") this.arrive(who, what === "arrive");
    else if (state.conflict && (what === "mine" || what === "other")) {
      this.givenUp += what === "mine" ? state.conflict.text : state.text;
      set(what === "mine" ? keepMine(state) : takeOther(state));
    }
  }

  /** The save reaches the service; its answer may be lost on the way back. */
  arrive(who: 0 | 1, isHeard: boolean): void {
    const save = this.onTheWay[who];
    if (!save) return;
    this.onTheWay[who] = null;
    const isTaken = save.revision === this.kept.revision;
    if (isTaken) this.kept = at(this.kept.revision + 1, save.text);
    const state = this.windows[who];
    if (isHeard && isTaken) this.windows[who] = draftSaved(state, this.kept);
    else if (isHeard) this.windows[who] = receiveDraft(saveFailed(state, false), this.kept);
    else this.windows[who] = saveFailed(state, true);
  }

  everywhere(): string {
    return [this.kept.text, ...this.windows.map(({ text }) => text), this.sent, this.givenUp].join("");
  }

  /** Typing has ended: both save and poll until nothing changes, always keeping their own. */
  settle(): void {
    for (let round = 0; round < 8; round += 1) {
      for (const who of [0, 1] as const) for (const what of calm) this.step(who, what);
    }
  }
}

const steps = ["type", "type", "send", "look", "save", "arrive", "lose", "mine", "other"] as const;
type Step = (typeof steps)[number];
const calm: readonly Step[] = ["arrive", "look", "mine", "save", "arrive"];
const moves = fc.array(fc.tuple(fc.constantFrom<0 | 1>(0, 1), fc.constantFrom(...steps)), { maxLength: 60 });

describe("two windows that edit at random", () => {
  it("lose no word that was not sent or given up by a choice", () => {
    fc.assert(
      fc.property(moves, (played) => {
        const both = new TwoWindows();
        for (const [who, what] of played) {
          both.step(who, what);
          const seen = both.everywhere();
          expect(both.typed.filter((word) => !seen.includes(word))).toEqual([]);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("have one text once typing has ended", () => {
    fc.assert(
      fc.property(moves, (played) => {
        const both = new TwoWindows();
        for (const [who, what] of played) both.step(who, what);
        both.settle();
        const [a, b] = both.windows;
        expect([a.text, b.text]).toEqual([both.kept.text, both.kept.text]);
      }),
      { numRuns: 1000 },
    );
  });
});

import { describe, expect, it } from "vitest";
import {
  initialFollow,
  reduceFollow,
  type Extent,
  type FollowState,
} from "../../src/components/message-timeline/follow-tip.js";

const extent = (scrollTop: number, scrollHeight = 1000): Extent => ({ scrollTop, scrollHeight, clientHeight: 400 });
const scroll = (state: FollowState, ...places: Extent[]) =>
  places.reduce((last, place) => reduceFollow(last, { type: "scrolled", extent: place }), state);

describe("reduceFollow", () => {
  it("follows from the start", () => {
    expect(initialFollow.following).toBe(true);
  });

  it("keeps following when the content grows under it", () => {
    expect(scroll(initialFollow, extent(600), extent(600, 1400)).following).toBe(true);
  });

  it("lets go when the reader moves up", () => {
    expect(scroll(initialFollow, extent(600), extent(500)).following).toBe(false);
  });

  it("stays let go while the reader moves about above the end", () => {
    expect(scroll(initialFollow, extent(600), extent(300), extent(400)).following).toBe(false);
  });

  it("takes hold again at the end", () => {
    expect(scroll(initialFollow, extent(600), extent(300), extent(560)).following).toBe(true);
  });

  it("takes hold again when the reader asks for the newest line", () => {
    const away = scroll(initialFollow, extent(600), extent(100));
    expect(reduceFollow(away, { type: "jumped" }).following).toBe(true);
  });

  it("keeps following when the content shrinks", () => {
    expect(scroll(initialFollow, extent(600), extent(200, 600)).following).toBe(true);
  });

  it("lets go when the reader moves up before the browser has told of our own move", () => {
    const stood = reduceFollow(initialFollow, { type: "stood", top: 600 });
    expect(scroll(stood, extent(400)).following).toBe(false);
  });

  it("gives the same state back when nothing changed", () => {
    const state = scroll(initialFollow, extent(600));
    expect(scroll(state, extent(600))).toBe(state);
  });
});

/**
 * The focus of a composer that left the page. The next composer with the same draft takes it on: a router replaces a
 * page, and with it the field in which the person is typing.
 */
import type { DraftKeeper } from "../conversation/drafts/draft-keeper.js";
import { systemClock, type Clock } from "../foundation/clock.js";
import type { ServiceContextValue } from "./service-context.js";

/** The caret, in characters from the end of the text: words may be put before it. */
export interface LeftCaret {
  readonly start: number;
  readonly end: number;
}

export interface LeftFocus {
  /**
   * Notes that a composer left with the focus.
   *
   * @param watch calls its argument when the person puts the focus elsewhere, until the returned function is called
   */
  readonly leave: (draft: DraftKeeper, caret: LeftCaret, watch: (drop: () => void) => () => void) => void;
  /** The caret for a composer with this draft, once. Null when there is none. */
  readonly take: (draft: DraftKeeper) => (LeftCaret & { readonly isSameCommit: boolean }) | null;
  /** The composer with the draft `from` leaves its focus to one with the draft `to`. */
  readonly passOn: (from: DraftKeeper, to: DraftKeeper) => void;
  readonly dispose: () => void;
}

/** The person of a later composer is elsewhere (ms). */
const longest = 10_000;

export function shareLeftFocus({ scope }: Pick<ServiceContextValue, "scope">): LeftFocus {
  return scope.share("left-focus", () => createLeftFocus(systemClock));
}

export function createLeftFocus(clock: Clock): LeftFocus {
  let left: { draft: DraftKeeper; caret: LeftCaret; at: number; isSameCommit: boolean; stop: () => void } | null = null;
  const heirs = new WeakMap<DraftKeeper, DraftKeeper>();
  const drop = () => {
    left?.stop();
    left = null;
  };
  return {
    leave(from, caret, watch) {
      drop();
      const draft = heirs.get(from) ?? from;
      heirs.delete(from);
      const noted = { draft, caret, at: clock.now(), isSameCommit: true, stop: watch(drop) };
      left = noted;
      queueMicrotask(() => (noted.isSameCommit = false));
    },
    take(draft) {
      if (left?.draft !== draft) return null;
      const { caret, at, isSameCommit } = left;
      drop();
      return clock.now() - at < longest ? { ...caret, isSameCommit } : null;
    },
    passOn: (from, to) => void heirs.set(from, to),
    dispose: drop,
  };
}

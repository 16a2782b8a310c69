/**
 * The scroll state of a timeline. Pure: events in, effects out.
 *
 * - `following`: at the newest line, whatever grows.
 * - `reading`: the place that the reader is looking at stays, whatever changes above, below or within.
 * - `at-turn`: the newest question is at the top and its answer grows below it.
 *
 * Growth never ends following, and only the reader resumes it: by scrolling to the end, by pressing the button, or by
 * sending a message.
 */
export interface ScrollState {
  readonly mode: "following" | "reading" | "at-turn";
  /** The last known position and end, to separate the reader's moves from the content's (CSS pixels). */
  readonly top: number;
  readonly end: number;
  /** Height of the view (CSS pixels), and when it last became lower (ms). */
  readonly height: number;
  readonly loweredAt: number;
  /** The last heights of the content, newest last. */
  readonly heights: readonly number[];
  /** Whether later rows are not loaded, so that the loaded end is not the newest line. */
  readonly hasNewer: boolean;
}

export interface Extent {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

export type ScrollEvent =
  /** The position has changed, by any cause. */
  | { readonly type: "scrolled"; readonly extent: Extent; readonly at: number }
  /** We moved to this position ourselves; the browser reports it late, and may merge it with the reader's next move. */
  | { readonly type: "stood"; readonly extent: Extent; readonly at: number }
  /** Something has another size. */
  | { readonly type: "resized" }
  /** The reader did something that only makes sense with the visible rows. */
  | { readonly type: "held-on" }
  /** The reader asked for the newest line. */
  | { readonly type: "asked-for-tip" }
  /** The host asked for a certain place. */
  | { readonly type: "asked-for-place" }
  /** A new turn is to be shown from its top. */
  | { readonly type: "turn-began" }
  | { readonly type: "window-changed"; readonly hasNewer: boolean };

/**
 * To the end at once, or animated · back to the marked place · mark the visible place · the newest question to the
 * top.
 */
export type ScrollEffect = "stand-at-tip" | "go-to-tip" | "keep-place" | "mark-place" | "stand-at-turn";

export type ScrollStep = readonly [state: ScrollState, effect: ScrollEffect | null];

/** Nearer to the end than this is at the end (CSS pixels). */
export const tipDistance = 48;

/** For so long (ms) after it became lower, a browser may put the view where it was in an earlier layout. */
const afterLowered = 1000;

/** Most heights of the content that are kept: those of some seconds of a fast answer. */
const keptHeights = 32;

export const initialScroll: ScrollState = {
  mode: "following",
  top: 0,
  end: 0,
  height: 0,
  loweredAt: -Infinity,
  heights: [],
  hasNewer: false,
};

const whenResized = { following: "stand-at-tip", reading: "keep-place", "at-turn": "stand-at-turn" } as const;

export function reduceScroll(state: ScrollState, event: ScrollEvent): ScrollStep {
  switch (event.type) {
    case "scrolled":
      return scrolled(state, event);
    case "stood":
      return [seen(state, event), null];
    case "resized":
      return [state, whenResized[state.mode]];
    case "held-on":
      return state.mode === "following" ? [to(state, "reading"), "mark-place"] : [state, null];
    case "asked-for-tip":
      return [to(state, "following"), "go-to-tip"];
    case "asked-for-place":
      return [to(state, "reading"), "keep-place"];
    case "turn-began":
      return state.mode === "reading" ? [state, null] : [to(state, "at-turn"), "stand-at-turn"];
    case "window-changed": {
      if (event.hasNewer === state.hasNewer) return [state, null];
      const next = { ...state, hasNewer: event.hasNewer };
      return event.hasNewer && state.mode !== "reading" ? [to(next, "reading"), "mark-place"] : [next, null];
    }
  }
}

function scrolled(state: ScrollState, event: Seen): ScrollStep {
  const next = seen(state, event);
  const moved = next.top - state.top;
  // The browser reports our own moves too, rounded to its own pixels.
  if (Math.abs(moved) < 1) return [next, null];
  const isOwn =
    isOfContent(moved, state.end - next.end) ||
    (state.mode === "following" && isOfEarlierLayout(moved, next, event.at));
  if (state.mode !== "reading" && isOwn) return [next, whenResized[state.mode]];
  if (state.top > next.end && next.end - next.top < 1) return [next, "keep-place"];
  if (moved > 0 && !next.hasNewer && next.end - next.top <= tipDistance) {
    return state.mode === "following" ? [next, null] : [to(next, "following"), null];
  }
  if (state.mode === "following" && moved > 0) return [next, null];
  return [to(next, "reading"), "mark-place"];
}

/** Whether the content moved the view up, because its end moved. */
function isOfContent(moved: number, shortened: number): boolean {
  if (moved >= 0) return false;
  // WebKit moves the view where blocks get another height than the guessed one, and reports that before their size.
  if (Math.abs(shortened) > tipDistance) return true;
  // Shortened content moved the end with it, and may have grown again by a line or two before the report.
  return shortened > 0 && -moved <= shortened + tipDistance;
}

/**
 * Whether the browser moved the view up, to the end of an earlier layout: WebKit may do so long after we moved it to the
 * new one. A reader who moves as far has used a wheel, a finger or a key, which end following before. The beginning of a
 * conversation is no such end, although it was one while all was in view.
 */
function isOfEarlierLayout(moved: number, { top, height, heights, loweredAt }: ScrollState, at: number): boolean {
  if (moved >= 0) return false;
  if (at - loweredAt < afterLowered && -moved <= height / 2) return true;
  if (top < 1) return false;
  return heights.slice(0, -1).some((earlier) => Math.abs(earlier - height - top) <= 1);
}

type Seen = Extract<ScrollEvent, { readonly at: number }>;

function seen(state: ScrollState, { extent, at }: Seen): ScrollState {
  const { scrollTop, scrollHeight, clientHeight: height } = extent;
  const end = Math.max(0, scrollHeight - height);
  // Safari reports out-of-range scroll positions while rubber-banding; the return is not a move of the reader.
  const top = Math.min(Math.max(0, scrollTop), end);
  if (top === state.top && end === state.end && height === state.height) return state;
  const loweredAt = height < state.height ? at : state.loweredAt;
  return { ...state, top, end, height, loweredAt, heights: withHeight(state.heights, scrollHeight) };
}

function withHeight(heights: readonly number[], height: number): readonly number[] {
  return heights.at(-1) === height ? heights : [...heights.slice(1 - keptHeights), height];
}

function to(state: ScrollState, mode: ScrollState["mode"]): ScrollState {
  return state.mode === mode ? state : { ...state, mode };
}

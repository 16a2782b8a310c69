/**
 * Whether the view follows the newest line. Pure: what happened goes in, where to stand comes out.
 *
 * Growth never lets go; only the reader does, by moving up. Coming back to the end, or asking for it, takes hold again.
 */
export interface FollowState {
  readonly following: boolean;
  /** The last place that was seen, to tell the reader's moves from the content's. */
  readonly top: number;
}

export interface Extent {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

export type FollowEvent =
  /** The place has changed, whoever changed it. */
  | { readonly type: "scrolled"; readonly extent: Extent }
  /** We moved to this place ourselves; the browser tells it late, and may tell it together with the reader's next move. */
  | { readonly type: "stood"; readonly top: number }
  /** The reader asked for the newest line. */
  | { readonly type: "jumped" };

/** Nearer to the end than this is at the end (CSS pixels). */
export const tipDistance = 48;

export const initialFollow: FollowState = { following: true, top: 0 };

export function reduceFollow(state: FollowState, event: FollowEvent): FollowState {
  if (event.type === "jumped") return state.following ? state : { ...state, following: true };
  if (event.type === "stood") return event.top === state.top ? state : { ...state, top: event.top };
  const { scrollTop } = event.extent;
  const movedUp = scrollTop < state.top;
  const following = atTip(event.extent) || (state.following && !movedUp);
  return following === state.following && scrollTop === state.top ? state : { following, top: scrollTop };
}

export function atTip({ scrollTop, scrollHeight, clientHeight }: Extent): boolean {
  return scrollHeight - clientHeight - scrollTop <= tipDistance;
}

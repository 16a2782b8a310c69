import { callHost } from "../../../foundation/call-host.js";
import { flushSync } from "react-dom";
import { useCallback, useContext, useRef, useState, type RefObject } from "react";
import { ServiceContext } from "../../../hooks/service-context.js";
import type { TimelineGroup } from "../../../timeline/groups.js";
import { viewKey } from "../neighbours.js";
import { useBrowserLayoutEffect } from "../../../hooks/use-browser-layout-effect.js";
import { useLatest } from "../../../hooks/use-latest.js";
import { windowOf } from "../../mount.js";
import { useHydration } from "../../use-hydration.js";
import type { BoxSurroundings } from "../boxes/boxes-view.js";
import { createBoxWindow, type BoxWindow } from "../boxes/box-window.js";
import type { TimelineGroups } from "../timeline-groups.js";
import { countNew, newestKeys } from "./new-items.js";
import { keepPlace, placeOf } from "./places.js";
import { createScrollKeeper, type ScrollShown } from "./scroll-keeper.js";

/** Options about the window on the log and the place in it. */
export interface ScrollOptions {
  /** Whether there is more before the first group. @default false */
  readonly hasOlder?: boolean | undefined;
  /** Whether an earlier page is on its way. @default false */
  readonly isLoadingOlder?: boolean | undefined;
  /** Loads an earlier page. Called automatically when the reader is near the first group. */
  readonly onLoadOlder?: (() => void) | undefined;
  /** Whether there is more after the last group, so that the end of these is not the newest line. @default false */
  readonly hasNewer?: boolean | undefined;
  /** Whether a later page is on its way. @default false */
  readonly isLoadingNewer?: boolean | undefined;
  /** Loads a later page. Called automatically when the reader is near the last group. */
  readonly onLoadNewer?: (() => void) | undefined;
  /** Loads the newest page, when the reader asks for the newest line and it is not among these groups. */
  readonly onJumpToLatest?: (() => void) | undefined;
  /** Where a new turn is shown: at the newest line, or with its question at the top of the view. @default "tip" */
  readonly newTurnAnchor?: "tip" | "top" | undefined;
  /** The id of a row to scroll to, as soon as it is loaded; another one scrolls again. @default the newest line */
  readonly showItem?: string | undefined;
  /** Name of the stored scroll position in this page, restored when a view with this name is mounted. @default none */
  readonly restoreKey?: string | undefined;
}

export interface Scroll {
  readonly view: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly room: RefObject<HTMLDivElement | null>;
  readonly boxes: BoxSurroundings;
  readonly isFollowing: boolean;
  /** Whether there is something to jump to. */
  readonly canJump: boolean;
  /** Messages of the agent and of others since the reader stopped following the newest line. */
  readonly newCount: number;
  /** @param takeFocus whether the view takes the focus of a disappearing element */
  readonly jumpToLatest: (takeFocus: boolean) => void;
  /** Scrolls to the first or the last loaded line, for the keys Home and End. */
  readonly scrollTo: (edge: "Home" | "End") => void;
  /** The group to begin with, when it is not the newest. */
  readonly startAt: string | undefined;
}

/** Binds the scroll keeper and the boxes of one timeline to React. */
export function useScroll(groups: TimelineGroups, options: ScrollOptions): Scroll {
  const reader = useContext(ServiceContext)?.scope.identity?.user;
  const view = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const latest = useLatest({ groups, options });
  const [shown, setShown] = useState<ScrollShown & { readonly seen: ReadonlySet<string> | null }>(atTip);
  const [{ window, keeper, boxes }] = useState(() => {
    const window = createBoxWindow();
    const keeper = createScrollKeeper({
      layoutOf: window.startsIn,
      hasRows: () => latest.current.groups.settled.length + latest.current.groups.live.length > 0,
      newestTurn: () => newestQuestion(latest.current.groups)?.key ?? null,
      onChange: ({ isFollowing, isAway }) =>
        setShown((old) => {
          if (old.isFollowing === isFollowing && old.isAway === isAway) return old;
          const seen = isFollowing ? null : (old.seen ?? newestKeys(latest.current.groups));
          return { isFollowing, isAway, seen };
        }),
      onNear: (end) => loadAt(end, latest.current.options),
    });
    return {
      window,
      keeper,
      boxes: { window, onSwap: () => keeper.tell({ type: "resized" }) },
    };
  });
  const [isTakenOver] = useState(useHydration());
  const [restored] = useState(() => placeOf(options.restoreKey));
  const { hasOlder, hasNewer = false, showItem, restoreKey, newTurnAnchor } = options;

  useBrowserLayoutEffect(() => {
    if (!view.current || !content.current || !room.current) return;
    const parts = { view: view.current, content: content.current, room: room.current };
    if (isTakenOver && view.current.dataset["attached"] === undefined) keeper.takeOver(parts);
    // Until then the sheet keeps a page from a server at its end. React has no such attribute, and leaves it there.
    view.current.dataset["attached"] = "";
    const stopWatching = window.watch(view.current, content.current.clientWidth);
    const detach = keeper.attach(parts);
    const stopLeading = leadToEnds(view.current, () => latest.current.groups, window.reveal);
    const stopPrinting = drawForPrint(windowOf(view.current), window);
    return () => {
      stopWatching();
      detach();
      stopLeading();
      stopPrinting();
    };
  }, [window, keeper, isTakenOver]);
  useBrowserLayoutEffect(() => {
    if (restored && hasGroup(latest.current.groups, restored.group)) keeper.show(restored.group, restored.offset);
    return () => {
      if (restoreKey !== undefined) keepPlace(restoreKey, keeper.place());
    };
  }, [keeper, restored, restoreKey]);

  useBrowserLayoutEffect(() => keeper.tell({ type: "window-changed", hasNewer }), [keeper, hasNewer]);
  const ends = [groups.settled[0] ?? groups.live[0], groups.settled.at(-1)].map(keyOf).join(" ");
  useBrowserLayoutEffect(() => keeper.look(), [keeper, hasOlder, hasNewer, ends]);

  const target = useTarget(groups, showItem);
  useBrowserLayoutEffect(() => {
    if (target === undefined) return;
    window.reveal(target);
    keeper.show(target);
  }, [window, keeper, target]);

  const question = newestQuestion(groups);
  const asked = useRef(question?.key);
  useBrowserLayoutEffect(() => {
    const isNew = question !== null && asked.current !== question.key;
    asked.current = question?.key;
    if (!isNew || !question.isLive) return;
    // A person who sends a message wants to see its answer.
    if (question.isOwn) keeper.tell({ type: "asked-for-tip" });
    if (newTurnAnchor === "top") keeper.tell({ type: "turn-began" });
    // oxlint-disable-next-line react/exhaustive-deps -- the same question rendered again is no other question
  }, [keeper, question?.key]);

  const jumpToLatest = useCallback(
    (takeFocus: boolean) => {
      const { onJumpToLatest, hasNewer } = latest.current.options;
      if (takeFocus) view.current?.focus({ preventScroll: true });
      if (hasNewer) onJumpToLatest?.();
      keeper.tell({ type: "asked-for-tip" });
    },
    [keeper, latest],
  );
  const scrollTo = useCallback(
    (edge: "Home" | "End") => {
      if (edge === "End" && !latest.current.options.hasNewer) return keeper.tell({ type: "asked-for-tip" });
      if (view.current) view.current.scrollTop = edge === "Home" ? 0 : view.current.scrollHeight;
    },
    [keeper, latest],
  );
  const { isFollowing, isAway, seen } = shown;
  const newCount = seen ? countNew(seen, groups, reader) : 0;
  const canJump = !isFollowing && (isAway || newCount > 0);
  const startAt = target ?? restored?.group;
  return { view, content, room, boxes, isFollowing, canJump, newCount, jumpToLatest, scrollTo, startAt };
}

const atTip = { isFollowing: true, isAway: false, seen: null };

function loadAt(end: "older" | "newer", options: ScrollOptions): void {
  if (end === "older" && options.hasOlder && !options.isLoadingOlder) callHost(options.onLoadOlder);
  if (end === "newer" && options.hasNewer && !options.isLoadingNewer) callHost(options.onLoadNewer);
}

/** Home and End go to rows that may be text by now: they are drawn before anybody looks for them. */
function leadToEnds(view: HTMLElement, groups: () => TimelineGroups, reveal: (group: string) => void): () => void {
  const lead = ({ key }: KeyboardEvent) => {
    if (key !== "Home" && key !== "End") return;
    const { settled, live } = groups();
    const group = key === "Home" ? (settled[0] ?? live[0]) : (live.at(-1) ?? settled.at(-1));
    if (!group) return;
    // The shelf, and then the box on it.
    for (let depth = 0; depth < 2; depth += 1) flushSync(() => reveal(viewKey(group)));
  };
  view.addEventListener("keydown", lead, true);
  return () => view.removeEventListener("keydown", lead, true);
}

/** A print shows rows, also where the reader is far away. */
function drawForPrint(page: Window, { revealAll, lookAgain }: BoxWindow): () => void {
  const drawAll = () => {
    // The shelves, and then the boxes on them.
    for (let depth = 0; depth < 2; depth += 1) flushSync(revealAll);
  };
  page.addEventListener("beforeprint", drawAll);
  page.addEventListener("afterprint", lookAgain);
  return () => {
    page.removeEventListener("beforeprint", drawAll);
    page.removeEventListener("afterprint", lookAgain);
  };
}

function keyOf(group: TimelineGroup | undefined): string {
  return group ? viewKey(group) : "";
}

function hasGroup({ settled, live }: TimelineGroups, key: string): boolean {
  return [settled, live].some((groups) => groups.some((group) => viewKey(group) === key));
}

/** The group that contains an item, once it is loaded. Searched again only while it is missing. */
function useTarget(groups: TimelineGroups, item: string | undefined): string | undefined {
  const [found, setFound] = useState<{ readonly item: string; readonly group: string } | null>(null);
  if (item === undefined) return undefined;
  if (found?.item === item) return found.group;
  const group = [...groups.settled, ...groups.live].find((each) => holds(each, item));
  if (!group) return undefined;
  const next = { item, group: viewKey(group) };
  setFound(next);
  return next.group;
}

function holds(group: TimelineGroup, item: string): boolean {
  if (group.kind === "item") return group.item.id === item;
  if (group.kind === "activity") return group.items.some(({ id }) => id === item);
  return group.groups.some((inner) => holds(inner, item));
}

function newestQuestion({ settled, live }: TimelineGroups): { key: string; isLive: boolean; isOwn: boolean } | null {
  for (const groups of [live, settled]) {
    const group = groups.findLast((each) => each.kind === "item" && each.item.kind === "user-message");
    if (group?.kind === "item" && group.item.kind === "user-message") {
      return { key: viewKey(group), isLive: groups === live, isOwn: group.item.delivery !== undefined };
    }
  }
  return null;
}

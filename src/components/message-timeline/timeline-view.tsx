import { forwardRef, useId, useMemo, useRef, type ReactNode } from "react";
import type { SessionView } from "../../hooks/session-view.js";
import { useStrings } from "../../hooks/use-strings.js";
import { groupTimeline } from "../../timeline/group-timeline.js";
import type { TimelineItem } from "../../timeline/items.js";
import { isOpen } from "../decisions/decision-types.js";
import { joinClasses, present } from "../class-names.js";
import { Root, type RootProps } from "../root.js";
import { EmptyState, LoadingState } from "../states/states.js";
import { BoxContext, Boxes, useBoxes } from "./boxes/boxes-view.js";
import { copySelection } from "./copy-selection.js";
import { JumpButton } from "./jump-button.js";
import { PageButton } from "./page-button.js";
import { useScroll, type ScrollOptions } from "./scroll/use-scroll.js";
import { Contained } from "../contained.js";
import type { TimelineGroups } from "./timeline-groups.js";
import type { TimelineActions, TimelineComponents } from "./timeline-context.js";
import { TimelineProvider } from "./timeline-provider.js";
import { withOpeningWords } from "./opening-words.js";
import { useRovingFocus } from "./use-roving-focus.js";
import { TimelineTail } from "./timeline-tail.js";

/** Props of `TimelineView`. */
export interface TimelineViewProps extends RootProps, TimelineActions, ScrollOptions {
  /** The result of a hook, its groups alone, or plain items. */
  readonly timeline: (TimelineGroups & Partial<Pick<SessionView, "pending">>) | readonly TimelineItem[];
  /** Whether a turn is running. While one of `pending` waits for a person or its answer is sent, nothing is shown as in progress. @default false */
  readonly isRunning?: boolean | undefined;
  /** Whether the first page is loading. @default false */
  readonly isLoading?: boolean | undefined;
  /** Whether messages that are being sent wait for a network connection, and show it. @default false */
  readonly isOffline?: boolean | undefined;
  /** Pending decisions, shown in the rows of their calls. Omit it if unknown. @default those of `timeline` */
  readonly pending?: SessionView["pending"] | undefined;
  /** Sends the message of the last, failed turn again, with its files. */
  readonly onAskAgain?: ((text: string, resources: readonly unknown[]) => void) | undefined;
  /** Custom parts, which replace those of the kit. @default the kit's */
  readonly components?: TimelineComponents | undefined;
  /** Class names for the parts. @default none */
  readonly classNames?: { readonly viewport?: string | undefined; readonly content?: string | undefined } | undefined;
}

/** Whether the turn waits: for a person, or for an answer that is on its way, which the card shows. */
const waits = (pending: TimelineViewProps["pending"] = []) =>
  pending.some(({ state }) => isOpen(state) || state.name === "submitting" || state.name === "accepted");

/** A timeline of messages, tool calls and decisions. It follows the newest message until the reader scrolls up. */
export const TimelineView = forwardRef<HTMLElement, TimelineViewProps>(function TimelineView(
  {
    timeline,
    isRunning = false,
    isLoading = false,
    isOffline = false,
    hasOlder,
    isLoadingOlder,
    onLoadOlder,
    hasNewer,
    isLoadingNewer,
    onLoadNewer,
    onJumpToLatest,
    newTurnAnchor,
    showItem,
    restoreKey,
    onRetry,
    onDiscard,
    onOpenSession,
    onMemoryClick,
    onReconnect,
    pending: given,
    onAskAgain,
    components,
    classNames,
    className,
    "aria-label": label,
    ...dom
  },
  ref,
) {
  const strings = useStrings().timeline;
  const groups = useGroups(timeline);
  const pending = pendingOf(timeline, given);
  const list = useBoxes(groups);
  const isActive = isRunning && !waits(pending);
  const isEmpty = list.boxes.cuts.length === 0;
  const { view, content, room, boxes, startAt, ...scroll } = useScroll(groups, {
    hasOlder,
    isLoadingOlder,
    onLoadOlder,
    hasNewer,
    isLoadingNewer,
    onLoadNewer,
    onJumpToLatest,
    newTurnAnchor,
    showItem,
    restoreKey,
  });
  const { isFollowing, newCount, jumpToLatest } = scroll;
  const keysId = useId();
  const end = useRef<HTMLSpanElement>(null);
  const roving = useRovingFocus(view, end, scroll.scrollTo);
  return (
    <TimelineProvider
      {...{ components, pending, groups, isOffline, onAskAgain, hasNewer }}
      actions={{ onRetry, onDiscard, onOpenSession, onMemoryClick, onReconnect }}
      isRunning={isActive}
    >
      <Root
        {...dom}
        ref={ref}
        className={joinClasses("sv-timeline", className)}
        data-running={present(isActive)}
        data-at-tip={present(isFollowing)}
      >
        <section
          ref={view}
          className={joinClasses("sv-timeline-viewport", classNames?.viewport)}
          tabIndex={0}
          aria-label={label ?? strings.label}
          aria-describedby={keysId}
          {...roving}
        >
          <div ref={content} className={joinClasses("sv-timeline-content", classNames?.content)} onCopy={copySelection}>
            {hasOlder && <PageButton end="older" isLoading={isLoadingOlder} onLoad={onLoadOlder} />}
            {isEmpty ? (
              <Nothing isLoading={isLoading} components={components} />
            ) : (
              <BoxContext.Provider value={boxes}>
                <Boxes list={list} startAt={startAt} />
              </BoxContext.Provider>
            )}
            {!isEmpty && !hasNewer && <TimelineTail {...groups} isRunning={isActive} onAskAgain={onAskAgain} />}
            {hasNewer && <PageButton end="newer" isLoading={isLoadingNewer} onLoad={onLoadNewer} />}
            <div ref={room} className="sv-timeline-room" />
          </div>
          {/* The Tab key continues from here, after all controls of the rows. */}
          <span className="sv-part" ref={end} tabIndex={-1} />
          <span className="sv-part" id={keysId} hidden>
            {strings.keys}
          </span>
        </section>
        {!isEmpty && scroll.canJump && <JumpButton newCount={newCount} onJump={jumpToLatest} />}
      </Root>
    </TimelineProvider>
  );
});

function useGroups(timeline: TimelineViewProps["timeline"]): TimelineGroups {
  return useMemo(() => {
    return withOpeningWords(isItems(timeline) ? { settled: groupTimeline(timeline), live: [] } : timeline);
  }, [timeline]);
}

function pendingOf(timeline: TimelineViewProps["timeline"], given: TimelineViewProps["pending"]) {
  return given ?? (isItems(timeline) ? undefined : timeline.pending);
}

function isItems(timeline: TimelineViewProps["timeline"]): timeline is readonly TimelineItem[] {
  return Array.isArray(timeline);
}

function Nothing(props: {
  readonly isLoading: boolean;
  readonly components: TimelineComponents | undefined;
}): ReactNode {
  const { EmptyState: Empty, LoadingState: Loading } = props.components ?? {};
  const Own = props.isLoading ? Loading : Empty;
  const standard = props.isLoading ? <LoadingState /> : <EmptyState />;
  if (!Own) return standard;
  return (
    <div className="sv-own-state">
      <Contained resetKey={Own} fallback={standard}>
        <Own />
      </Contained>
    </div>
  );
}

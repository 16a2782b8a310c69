import { forwardRef, useCallback, useMemo, useState, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { groupKey } from "../../timeline/groups.js";
import { groupTimeline } from "../../timeline/group-timeline.js";
import type { TimelineItem } from "../../timeline/items.js";
import { joinClasses, present } from "../class-names.js";
import { Icon } from "../icons.js";
import { Root, type RootProps } from "../root.js";
import { EmptyState, LoadingState } from "../states/states.js";
import { useShallowStable } from "../use-shallow-stable.js";
import { Groups } from "./groups-view.js";
import type { TimelineGroups } from "./timeline-groups.js";
import { TimelineContext, type FoldMemory, type TimelineComponents } from "./timeline-context.js";
import { TimelineTail } from "./timeline-tail.js";
import { useFollowTip } from "./use-follow-tip.js";

export interface TimelineViewProps extends RootProps {
  /** What is shown: the groups of a hook, or plain items. */
  readonly timeline: TimelineGroups | readonly TimelineItem[];
  /** Whether a turn runs, so that a pause is told from an end. @default false */
  readonly isRunning?: boolean | undefined;
  /** Whether the first page is still on its way. @default false */
  readonly isLoading?: boolean | undefined;
  /** Whether there is more before the first group. @default false */
  readonly hasOlder?: boolean | undefined;
  /** Whether an earlier page is on its way. @default false */
  readonly isLoadingOlder?: boolean | undefined;
  /** Loads an earlier page. */
  readonly onLoadOlder?: (() => void) | undefined;
  /** Sends a message again that did not arrive, by its key. */
  readonly onRetry?: ((clientEventId: string) => void) | undefined;
  /** Forgets a message that did not arrive, by its key. */
  readonly onDiscard?: ((clientEventId: string) => void) | undefined;
  /** Asks again what the last, failed turn was asked. */
  readonly onAskAgain?: ((text: string) => void) | undefined;
  /** Parts that the host draws itself. */
  readonly components?: TimelineComponents | undefined;
  /** Class names for the parts. */
  readonly classNames?: { readonly viewport?: string; readonly content?: string } | undefined;
}

/** A timeline of messages, tools and decisions, following the newest line until the reader moves up. */
export const TimelineView = forwardRef<HTMLElement, TimelineViewProps>(function TimelineView(
  {
    timeline,
    isRunning = false,
    isLoading = false,
    hasOlder = false,
    isLoadingOlder = false,
    onLoadOlder,
    onRetry,
    onDiscard,
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
  const { settled, live } = useGroups(timeline);
  const first = settled[0] ?? live[0];
  const { viewport, content, following, onScroll, jumpToLatest } = useFollowTip(first && groupKey(first));
  const [folds] = useState<FoldMemory>(() => new Map());
  const stable = useShallowStable(components ?? noComponents);
  const context = useMemo(
    () => ({ components: stable, folds, onRetry, onDiscard }),
    [stable, folds, onRetry, onDiscard],
  );
  return (
    <TimelineContext.Provider value={context}>
      <Root
        {...dom}
        ref={ref}
        className={joinClasses("sv-timeline", className)}
        data-running={present(isRunning)}
        data-at-tip={present(following)}
      >
        <section
          ref={viewport}
          className={joinClasses("sv-timeline-viewport", classNames?.viewport)}
          onScroll={onScroll}
          tabIndex={0}
          aria-label={label ?? strings.label}
        >
          <div ref={content} className={joinClasses("sv-timeline-content", classNames?.content)}>
            {hasOlder && <OlderButton isLoading={isLoadingOlder} onLoad={onLoadOlder} />}
            {first ? (
              <>
                <Groups settled={settled} live={live} />
                <TimelineTail settled={settled} live={live} isRunning={isRunning} onAskAgain={onAskAgain} />
              </>
            ) : (
              <Nothing isLoading={isLoading} components={stable} />
            )}
          </div>
        </section>
        {!following && (
          <button type="button" className="sv-jump" onClick={jumpToLatest}>
            <Icon name="down" />
            {strings.jumpToLatest}
          </button>
        )}
      </Root>
    </TimelineContext.Provider>
  );
});

const noComponents: TimelineComponents = {};

function useGroups(timeline: TimelineViewProps["timeline"]): TimelineGroups {
  return useMemo(() => (isItems(timeline) ? { settled: groupTimeline(timeline), live: [] } : timeline), [timeline]);
}

function isItems(timeline: TimelineViewProps["timeline"]): timeline is readonly TimelineItem[] {
  return Array.isArray(timeline);
}

function Nothing(props: { readonly isLoading: boolean; readonly components: TimelineComponents }): ReactNode {
  const { EmptyState: Empty = EmptyState, LoadingState: Loading = LoadingState } = props.components;
  return props.isLoading ? <Loading /> : <Empty />;
}

function OlderButton(props: { readonly isLoading: boolean; readonly onLoad: (() => void) | undefined }): ReactNode {
  const strings = useStrings().timeline;
  const load = useCallback(() => {
    if (!props.isLoading) props.onLoad?.();
  }, [props]);
  return (
    <button type="button" className="sv-button sv-older" aria-disabled={props.isLoading || undefined} onClick={load}>
      {props.isLoading && <Icon name="spinner" />}
      {props.isLoading ? strings.loadingOlder : strings.loadOlder}
    </button>
  );
}

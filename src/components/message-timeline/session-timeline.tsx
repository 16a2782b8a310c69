import { forwardRef, useCallback, useEffect, useState } from "react";
import { FilesOfSession } from "../../hooks/file-address.js";
import { sendableFiles } from "../../hooks/sendable-files.js";
import type { SessionVerbs, SessionView } from "../../hooks/session-view.js";
import { isOpen } from "../decisions/decision-types.js";
import type { HostActions } from "./timeline-context.js";
import { TimelineView, type TimelineViewProps } from "./timeline-view.js";

/** The window on the log, where the session's door has one. */
export interface LogWindow {
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  readonly loadOlder: () => Promise<void>;
  readonly hasNewer: boolean;
  readonly isLoadingNewer: boolean;
  readonly loadNewer: () => Promise<void>;
  readonly jumpToLatest: () => Promise<void>;
  readonly showSequence: (sequence: number) => Promise<string | null>;
}

/** Position of the timeline in its session. */
export interface SessionPlaceProps extends Pick<TimelineViewProps, "newTurnAnchor" | "restoreKey"> {
  /**
   * The sequence of an event to scroll to, from a link; another one scrolls again.
   * @default the newest line
   */
  readonly initialSequence?: number | undefined;
}

interface SessionTimelineProps
  extends
    SessionPlaceProps,
    HostActions,
    Pick<TimelineViewProps, "components" | "classNames" | "className" | "aria-label"> {
  readonly session: SessionView & SessionVerbs & Partial<LogWindow>;
}

/** The timeline of a session, with what a reader can do in it. */
export const SessionTimeline = forwardRef<HTMLElement, SessionTimelineProps>(function SessionTimeline(
  { session, initialSequence, ...view },
  ref,
) {
  const { sendMessage, retry, loadOlder, loadNewer, jumpToLatest } = session;
  // A rejection is shown at its place: in the message's own line, or as the session's error.
  const onAskAgain = useCallback(
    (text: string, resources: readonly unknown[]) => void sendMessage(askedAgain(text, resources)).catch(ignore),
    [sendMessage],
  );
  const onRetry = useCallback((key: string) => void retry(key).catch(ignore), [retry]);
  const onLoadOlder = useCallback(() => void loadOlder?.().catch(ignore), [loadOlder]);
  const onLoadNewer = useCallback(() => void loadNewer?.().catch(ignore), [loadNewer]);
  const onJumpToLatest = useCallback(() => void jumpToLatest?.().catch(ignore), [jumpToLatest]);
  const showItem = useItemAt(initialSequence, session.showSequence);
  // A turn that waits for a person is not working, and the state of an unreachable one is unknown.
  const waits = session.isUnreachable || session.pending.some((decision) => isOpen(decision.state));
  return (
    <FilesOfSession sessionId={session.sessionId}>
      <TimelineView
        {...view}
        ref={ref}
        timeline={session}
        isRunning={session.isRunning && !waits}
        isLoading={session.isRestoring}
        hasOlder={session.hasOlder}
        isLoadingOlder={session.isLoadingOlder}
        onLoadOlder={loadOlder && onLoadOlder}
        hasNewer={session.hasNewer}
        isLoadingNewer={session.isLoadingNewer}
        onLoadNewer={onLoadNewer}
        onJumpToLatest={onJumpToLatest}
        showItem={showItem}
        onRetry={onRetry}
        onDiscard={session.discard}
        pending={session.pending}
        onAskAgain={session.sessionStatus === "cancelled" ? undefined : onAskAgain}
      />
    </FilesOfSession>
  );
});

function askedAgain(text: string, resources: readonly unknown[]): Parameters<SessionVerbs["sendMessage"]>[0] {
  const files = sendableFiles(resources);
  return files.length === 0 ? text : { text, resources: files };
}

/** The row of an event, once its page is loaded. */
function useItemAt(
  sequence: number | undefined,
  showSequence: LogWindow["showSequence"] | undefined,
): string | undefined {
  const [shown, setShown] = useState<{ readonly sequence: number; readonly item: string | null }>();
  useEffect(() => {
    let isCurrent = true;
    if (sequence === undefined || !showSequence) return undefined;
    void showSequence(sequence).then((item) => isCurrent && setShown({ sequence, item }));
    return () => {
      isCurrent = false;
    };
  }, [sequence, showSequence]);
  return shown?.sequence === sequence ? (shown?.item ?? undefined) : undefined;
}

const ignore = () => undefined;

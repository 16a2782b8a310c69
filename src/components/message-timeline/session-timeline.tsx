import { forwardRef, useCallback, useEffect, useState } from "react";
import { FilesOfSession } from "../../hooks/file-address.js";
import { sendableFiles } from "../../hooks/sendable-files.js";
import type { SessionVerbs, SessionView } from "../../hooks/session-view.js";
import type { SessionById } from "../../hooks/use-session-by-id.js";
import type { HostActions } from "./timeline-context.js";
import { TimelineView, type TimelineViewProps } from "./timeline-view.js";

/** A session, through either door. `showSequence` exists only for a session by its id. */
export type ShownSession = SessionView & SessionVerbs & Partial<Pick<SessionById, "showSequence">>;

/** Position of the timeline in its session. */
export interface SessionPlaceProps extends Pick<TimelineViewProps, "newTurnAnchor" | "restoreKey"> {
  /** The sequence of an event to scroll to, such as from a link. A new value scrolls again. @default the newest line */
  readonly initialSequence?: number | undefined;
}

interface SessionTimelineProps
  extends
    SessionPlaceProps,
    HostActions,
    Pick<TimelineViewProps, "components" | "classNames" | "className" | "aria-label"> {
  readonly session: ShownSession;
}

/** The timeline of a session with its actions. */
export const SessionTimeline = forwardRef<HTMLElement, SessionTimelineProps>(function SessionTimeline(
  { session, initialSequence, ...view },
  ref,
) {
  const { sendMessage, retry } = session;
  // A rejection is shown in the message's row, or as the session's error.
  const onAskAgain = useCallback(
    (text: string, resources: readonly unknown[]) => void sendMessage(askedAgain(text, resources)).catch(ignore),
    [sendMessage],
  );
  const onRetry = useCallback((key: string) => void retry(key).catch(ignore), [retry]);
  const showItem = useItemAt(initialSequence, session.showSequence);
  return (
    <FilesOfSession sessionId={session.sessionId}>
      <TimelineView
        {...view}
        ref={ref}
        timeline={session}
        isRunning={session.isRunning && !session.isUnreachable}
        isLoading={session.isRestoring}
        isOffline={session.connection === "offline"}
        hasOlder={session.hasOlder}
        isLoadingOlder={session.isLoadingOlder}
        onLoadOlder={session.loadOlder}
        hasNewer={session.hasNewer}
        isLoadingNewer={session.isLoadingNewer}
        onLoadNewer={session.loadNewer}
        onJumpToLatest={session.jumpToLatest}
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
function useItemAt(sequence: number | undefined, showSequence: ShownSession["showSequence"]): string | undefined {
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

import { forwardRef, useCallback } from "react";
import type { SessionVerbs, SessionView } from "../../hooks/session-view.js";
import { isOpen } from "../decisions/decision-types.js";
import { TimelineView, type TimelineViewProps } from "./timeline-view.js";

/** Earlier pages, where the door that the session came through has them. */
export interface OlderPages {
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  readonly loadOlder: () => Promise<void>;
}

interface SessionTimelineProps extends Pick<
  TimelineViewProps,
  "components" | "classNames" | "className" | "aria-label"
> {
  readonly session: SessionView & SessionVerbs & Partial<OlderPages>;
}

/** The timeline of a session, with what a reader can do in it. */
export const SessionTimeline = forwardRef<HTMLElement, SessionTimelineProps>(function SessionTimeline(
  { session, ...view },
  ref,
) {
  const { sendMessage, retry, loadOlder } = session;
  // What these reject with is shown where it happened: in the message's own line, or as the session's error.
  const onAskAgain = useCallback((text: string) => void sendMessage(text).catch(ignore), [sendMessage]);
  const onRetry = useCallback((key: string) => void retry(key).catch(ignore), [retry]);
  const onLoadOlder = useCallback(() => void loadOlder?.().catch(ignore), [loadOlder]);
  // A turn that waits for a person is not working.
  const waits = session.pending.some((decision) => isOpen(decision.state));
  return (
    <TimelineView
      {...view}
      ref={ref}
      timeline={session}
      isRunning={session.isRunning && !waits}
      isLoading={session.isRestoring}
      hasOlder={session.hasOlder}
      isLoadingOlder={session.isLoadingOlder}
      onLoadOlder={loadOlder && onLoadOlder}
      onRetry={onRetry}
      onDiscard={session.discard}
      onAskAgain={session.status === "cancelled" ? undefined : onAskAgain}
    />
  );
});

const ignore = () => undefined;

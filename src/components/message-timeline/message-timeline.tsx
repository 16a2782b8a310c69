import { forwardRef } from "react";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { GrowthContext, useSteady } from "../../hooks/use-quiet.js";
import { useSessionSource } from "../../hooks/session-source.js";
import { Announcer } from "../announcer/announcer.js";
import { ConnectionStatus } from "../connection-status/connection-status.js";
import { Missing, type MissingProps } from "../conversation/missing.js";
import { OutletList } from "../decisions/decision-list.js";
import { Root, type RootProps } from "../root.js";
import { joinClasses } from "../class-names.js";
import { SessionTimeline, type SessionPlaceProps } from "./session-timeline.js";
import type { HostActions, TimelineComponents } from "./timeline-context.js";
import type { TimelineViewProps } from "./timeline-view.js";

/** Props of `MessageTimeline`. */
export interface MessageTimelineProps extends RootProps, SessionPlaceProps, HostActions, MissingProps {
  /** The session's id, from your backend or from a chat; null or undefined while it is not known yet. */
  readonly sessionId: string | null | undefined;
  /** The session's workspace. @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /**
   * Whether pending decisions are shown below the rows if no `DecisionList`, conversation or `ChatComposer` on the page
   * shows them.
   *
   * @default true
   */
  readonly showDecisions?: boolean | undefined;
  /** Custom parts, which replace those of the kit. @default the kit's */
  readonly components?: TimelineComponents | undefined;
  /** Class names for the parts. @default none */
  readonly classNames?: TimelineViewProps["classNames"];
}

/**
 * The timeline of a session, anywhere under the provider. It shares one connection with other components of the
 * session.
 *
 * @example
 * <MessageTimeline sessionId={sessionId} showDecisions={false} />
 */
export const MessageTimeline = forwardRef<HTMLElement, MessageTimelineProps>(function MessageTimeline(
  { sessionId, workspaceId, showDecisions = true, components, classNames, className, "aria-label": label, ...props },
  ref,
) {
  const { newTurnAnchor, initialSequence, restoreKey, onOpenSession, onMemoryClick, onReconnect, onMissing, ...dom } =
    props;
  const { store } = useSessionSource(sessionId, { workspaceId });
  const session = useSteady(store);
  // Opened and announced items belong to the person and the session.
  const key = `${useIdentityKey()} ${sessionId}`;
  return (
    <Root
      key={key}
      {...dom}
      ref={ref}
      className={joinClasses("sv-message-timeline", className)}
      data-status={session.sessionStatus ?? undefined}
      data-connection={session.connection}
    >
      <Announcer session={session} />
      {session.isMissing ? (
        <Missing Own={components?.MissingState} onMissing={onMissing} />
      ) : (
        <GrowthContext.Provider value={store}>
          <SessionTimeline
            session={session}
            components={components}
            classNames={classNames}
            aria-label={label}
            newTurnAnchor={newTurnAnchor}
            initialSequence={initialSequence}
            restoreKey={restoreKey ?? key}
            onOpenSession={onOpenSession}
            onMemoryClick={onMemoryClick}
            onReconnect={onReconnect}
          />
        </GrowthContext.Provider>
      )}
      {session.isUnreachable && (
        <ConnectionStatus
          connection={session.connection}
          isUnreachable
          nextAttemptAt={session.nextAttemptAt}
          onRetry={session.reconnect}
        />
      )}
      {showDecisions && !session.isMissing && (
        <OutletList
          outlet="timeline"
          keptAs={sessionId ?? undefined}
          isLoading={session.isRestoring}
          decisions={session.sessionStatus === "cancelled" ? noDecisions : session.pending}
          onRespond={session.respond}
        />
      )}
    </Root>
  );
});

const noDecisions: readonly never[] = [];

import {
  ComposerView,
  ConnectionStatus,
  DecisionList,
  TimelineView,
  ToolCall,
  useComposer,
  useSessionById,
  useSessionDraft,
  type ToolRendererProps,
} from "@service/react";

/** The kit's views in a custom layout, with a custom renderer for one tool. */
export function SupportDesk({ sessionId }: { readonly sessionId: string }) {
  const session = useSessionById(sessionId);
  const composer = useComposer(session, { draft: useSessionDraft(sessionId, { isLabelled: true }) });
  return (
    <div className="desk-parts">
      <header>
        <strong>{session.title ?? "Support"}</strong>
        <ConnectionStatus connection={session.connection} />
      </header>
      <TimelineView
        timeline={session}
        pending={session.pending}
        isRunning={session.isRunning}
        isLoading={session.isRestoring}
        hasOlder={session.hasOlder}
        isLoadingOlder={session.isLoadingOlder}
        onLoadOlder={() => void session.loadOlder()}
        components={components}
      />
      <aside>
        <h2>Needs your input</h2>
        <DecisionList decisions={session.pending} onRespond={session.respond} />
        {session.pending.length === 0 && <p>No pending decisions.</p>}
      </aside>
      <ComposerView composer={composer} placeholder="Write to the agent" />
    </div>
  );
}

/** Outside the component, so that rows do not render again. */
const components = { tools: { find_order: OrderCard } };

function OrderCard({ name, state, input }: ToolRendererProps) {
  if (state !== "complete") return <ToolCall name={name} state={state} input={input} />;
  return <p className="order-card">Found order {(input as { readonly number?: number }).number}</p>;
}

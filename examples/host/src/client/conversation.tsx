import { ChatConversation, EmptyState, ErrorState, SessionConversation, type useSession } from "@service/react";
import type { DeskData, Ticket } from "./desk-data.js";
import { OrderApproval, OrdersContext } from "./order-approval.js";
import { FindResult, ListResult, ReroutedResult, RefundResult } from "./order-cards.js";
import type { Go, Route } from "./route.js";
import { Starters, TicketContext } from "./starters.js";

/** This product's cards for results of the agent's tools; the kit draws every other tool. */
const tools = {
  orders__find: FindResult,
  orders__list: ListResult,
  orders__refund: RefundResult,
  orders__reroute: ReroutedResult,
};

/** Defined once, so that the kit sees the same components at each render. */
const components = { tools, ApprovalCard: OrderApproval, EmptyState: Starters };
const historyComponents = { tools, ApprovalCard: OrderApproval };

interface ConversationOfProps {
  readonly route: Route;
  readonly go: Go;
  readonly chat: ReturnType<typeof useSession>;
  readonly ticket: Ticket | undefined;
  readonly orders: DeskData["orders"];
}

/**
 * One durable session through either of the kit's two doors. A chat needs this product's own id alone; the full history
 * and the list's entries use the session proxy, by the session's id.
 */
export function ConversationOf({ orders, ...props }: ConversationOfProps) {
  return (
    <OrdersContext value={orders}>
      <Opened {...props} />
    </OrdersContext>
  );
}

function Opened({ route, go, chat, ticket }: Omit<ConversationOfProps, "orders">) {
  const { conversation, view, session: listedId } = route;
  const placeholder = ticket ? `Ask about ${ticket.customer.name}'s order` : "Ask about an order";
  const begin = () => go({ conversation: `c_${crypto.randomUUID()}`, view: "chat", session: "" });
  if (listedId !== "")
    return (
      <SessionConversation
        key={listedId}
        sessionId={listedId}
        components={historyComponents}
        placeholder={placeholder}
        onNewConversation={begin}
      />
    );
  if (view === "chat")
    return (
      <TicketContext value={ticket}>
        <ChatConversation
          key={conversation}
          conversation={conversation}
          components={components}
          placeholder={placeholder}
          onNewConversation={begin}
        />
      </TicketContext>
    );
  if (chat.created && chat.sessionId !== null)
    return (
      <SessionConversation
        key={chat.sessionId}
        sessionId={chat.sessionId}
        components={historyComponents}
        placeholder={placeholder}
      />
    );
  if (chat.isRestoring) return null;
  return <NoHistory error={chat.error} onRetry={chat.reconnect} onWrite={() => go({ view: "chat" })} />;
}

interface NoHistoryProps {
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly onWrite: () => void;
}

function NoHistory({ error, onRetry, onWrite }: NoHistoryProps) {
  return (
    <div className="hint">
      {error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : (
        <EmptyState title="No history yet" text="It begins with your first message.">
          <button type="button" className="button" onClick={onWrite}>
            Write a message
          </button>
        </EmptyState>
      )}
    </div>
  );
}

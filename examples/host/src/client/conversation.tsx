import { useMemo } from "react";
import { ChatConversation, SessionConversation, type ChatConversationProps, type useSession } from "@service/react";
import type { DeskData, Ticket } from "./desk-data.js";
import { highlight } from "./highlight.js";
import { OrderApproval, OrdersContext } from "./order-approval.js";
import { FindResult, ListResult, ReroutedResult, RefundResult } from "./order-cards.js";
import type { Go, Route } from "./route.js";
import { Starters, TicketContext } from "./starters.js";
import { suggestionsOf } from "./suggestions.js";
import { useDoor } from "./use-door.js";

/** This product's cards for results of the agent's tools; the kit draws every other tool. */
const tools = {
  orders__find: FindResult,
  orders__list: ListResult,
  orders__refund: RefundResult,
  orders__reroute: ReroutedResult,
};

/** Defined once, so that the kit sees the same components at each render. */
const ofSession = { tools, Markdown: { plugins: { highlight } }, ApprovalCard: OrderApproval };
const ofChat = { ...ofSession, EmptyState: Starters };

interface ConversationOfProps {
  readonly route: Route;
  readonly go: Go;
  readonly chat: ReturnType<typeof useSession>;
  readonly ticket: Ticket | undefined;
  readonly orders: DeskData["orders"];
}

/**
 * One durable session through either of the kit's two doors. A chat needs this product's own id alone; a conversation
 * that has a session, and each entry of the list, is shown by the session's id.
 */
export function ConversationOf({ route, go, chat, ticket, orders }: ConversationOfProps) {
  const { conversation, session: listedId } = route;
  const suggestions = useMemo(() => suggestionsOf(orders), [orders]);
  const shared = {
    composerProps: { suggestions },
    placeholder: ticket ? `Ask about ${ticket.customer.name}'s order` : "Ask about an order",
    onNewConversation: () => go({ conversation: `c_${crypto.randomUUID()}`, view: "", session: "" }),
  };
  return (
    <OrdersContext value={orders}>
      {listedId === "" ? (
        <TicketContext value={ticket}>
          <OwnConversation key={conversation} route={route} chat={chat} shared={shared} />
        </TicketContext>
      ) : (
        <SessionConversation key={listedId} sessionId={listedId} components={ofSession} {...shared} />
      )}
    </OrdersContext>
  );
}

interface OwnConversationProps extends Pick<ConversationOfProps, "route" | "chat"> {
  readonly shared: Pick<ChatConversationProps, "composerProps" | "placeholder" | "onNewConversation">;
}

/** A conversation by this product's own id. */
function OwnConversation({ route, chat, shared }: OwnConversationProps) {
  const door = useDoor(chat);
  if ((route.view || door) === "session" && (chat.created || chat.isRestoring))
    return <SessionConversation sessionId={chat.created ? chat.sessionId : null} components={ofSession} {...shared} />;
  return <ChatConversation conversation={route.conversation} attachments components={ofChat} {...shared} />;
}

import type { ReactNode } from "react";
import { ConversationOf } from "./conversation.js";
import { openedAgo } from "./desk-data.js";
import { DeskSideBar } from "./desk-side-bar.js";
import { OrdersButton } from "./head-buttons.js";
import { OrderPanel } from "./order-panel.js";
import { PolicyPicker } from "./policy-picker.js";
import type { Go, Route } from "./route.js";
import { PageHead, SideBar } from "./side-bar.js";
import { useDesk } from "./use-desk.js";
import { useOrdersPanel } from "./use-orders-panel.js";
import { useTyping } from "./use-typing.js";

interface DeskProps {
  readonly route: Route;
  readonly go: Go;
  readonly account: ReactNode;
}

/** The desk: tickets and conversations, one conversation, and the order it is about. */
export function Desk({ route, go, account }: DeskProps) {
  const { chat, data, entries, sessions, openId, ticket, isUntouched, isUndecided, title } = useDesk(route);
  const { isOpen, setOpen, isBeside } = useOrdersPanel();
  useTyping();
  return (
    <>
      <SideBar label="Desk" account={account}>
        <DeskSideBar {...{ route, go, data, entries, sessions, openId, ticket }} />
      </SideBar>
      <div className="desk" data-panel={isOpen ? "" : undefined}>
        <main id="content" tabIndex={-1}>
          <PageHead
            title={title}
            about={
              ticket && `${ticket.customer.name}\u00A0· Order\u00A0${ticket.order}\u00A0· opened ${openedAgo(ticket)}`
            }
          >
            <OrdersButton isOpen={isOpen} onPress={() => setOpen(!isOpen)} />
          </PageHead>
          {(isUntouched || isUndecided) && (
            <PolicyPicker conversation={route.conversation} go={go} isHidden={!isUntouched} />
          )}
          <ConversationOf route={route} go={go} chat={chat} ticket={ticket} orders={data.orders} />
        </main>
        <OrderPanel {...{ isOpen, isBeside, data, ticket }} onClose={() => setOpen(false)} />
      </div>
    </>
  );
}

import { useState, type ReactNode } from "react";
import { ConversationOf } from "./conversation.js";
import { openedAgo } from "./desk-data.js";
import { DeskSideBar } from "./desk-side-bar.js";
import { FullHistoryButton, OrdersButton } from "./head-buttons.js";
import { useIsWide } from "./is-wide.js";
import { OrderPanel } from "./order-panel.js";
import { PolicyPicker } from "./policy-picker.js";
import type { Go, Route } from "./route.js";
import { PageHead, SideBar } from "./side-bar.js";
import { useDesk } from "./use-desk.js";

interface DeskProps {
  readonly route: Route;
  readonly go: Go;
  readonly account: ReactNode;
}

/** The desk: tickets and conversations, one conversation, and the order it is about. */
export function Desk({ route, go, account }: DeskProps) {
  const { chat, data, sessions, openId, ticket, isNew, title } = useDesk(route);
  // Open where there is room, until the person decides otherwise.
  const hasRoom = useIsWide(75);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isPanelOpen = chosen ?? hasRoom;
  return (
    <>
      <SideBar label="Desk" account={account}>
        <DeskSideBar route={route} go={go} tickets={data.tickets} sessions={sessions} openId={openId} />
      </SideBar>
      <div className="desk" data-panel={isPanelOpen ? "" : undefined}>
        <main id="content" tabIndex={-1}>
          <PageHead
            title={title}
            about={ticket && `${ticket.customer.name} · Order ${ticket.order} · opened ${openedAgo(ticket)}`}
          >
            {route.session === "" && <FullHistoryButton view={route.view} go={go} />}
            <OrdersButton isOpen={isPanelOpen} onPress={() => setChosen(!isPanelOpen)} />
          </PageHead>
          {isNew && <PolicyPicker conversation={route.conversation} go={go} />}
          <ConversationOf route={route} go={go} chat={chat} ticket={ticket} />
        </main>
        {isPanelOpen && <OrderPanel data={data} ticket={ticket} onClose={() => setChosen(false)} />}
      </div>
    </>
  );
}

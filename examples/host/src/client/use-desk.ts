import { useEffect, useMemo, useState } from "react";
import {
  titleAttention,
  useAttention,
  useSession,
  useSessions,
  visibleText,
  type SessionRow,
  type Sessions,
  type SessionView,
} from "@service/react";
import { useDeskData, type Ticket } from "./desk-data.js";
import type { Route } from "./route.js";

interface Shown {
  readonly ticket: Ticket | undefined;
  readonly row: SessionRow | undefined;
  readonly isTeam: boolean;
  readonly isNew: boolean;
}

function titleOf({ ticket, row, isTeam, isNew }: Shown): string {
  if (ticket) return ticket.subject;
  if (isTeam) return "Team";
  const title = row?.title ?? row?.firstMessage;
  // Agents and colleagues write titles.
  if (title) return visibleText(title);
  return isNew ? "New conversation" : "Conversation";
}

/** The row of the open conversation. One that is archived leaves the list, and keeps its title here. */
function useOpenRow(sessions: readonly SessionRow[], openId: string | null): SessionRow | undefined {
  const listed = sessions.find(({ sessionId }) => sessionId === openId);
  const [known, setKnown] = useState(listed);
  if (listed && listed !== known) setKnown(listed);
  return listed ?? (known?.sessionId === openId ? known : undefined);
}

/** Names a ticket's conversation after the ticket: the kit's lists show its title. A name that a person gave stays. */
function useTicketName(row: SessionRow | undefined, ticket: Ticket | undefined, rename: Sessions["rename"]): void {
  const sessionId = row?.record.titleSource === "user" ? undefined : row?.sessionId;
  const subject = ticket?.subject;
  useEffect(() => {
    // A refusal is shown above the list.
    if (sessionId !== undefined && subject !== undefined) rename(sessionId, subject).catch(() => undefined);
  }, [sessionId, subject, rename]);
}

/** Whether a conversation began on this page: it stays a new one until it has a title. */
function useHasBegun(own: string | undefined, isNew: boolean): boolean {
  const [begun, setBegun] = useState<string>();
  if (isNew && begun !== own) setBegun(own);
  return own !== undefined && begun === own;
}

/** Counts in front of the page's title. */
const adapters = [titleAttention()];

/** Also while its first page cannot be read. */
const mayHaveMessages = ({ created, isRestoring, connection }: SessionView) =>
  created || isRestoring || connection === "closed";

/** Everything that the desk shows: the conversation of the address, the list, and the product's own data. */
export function useDesk({ conversation, session: listedId }: Route) {
  // An entry of the list has a session's id; all else is a conversation by this product's own id.
  const own = listedId === "" ? conversation : undefined;
  const chat = useSession({ conversation: own });
  const list = useSessions();
  const { refresh, rename } = list;
  const { entries, unlisted } = useAttention({ sessions: list.sessions, adapters });
  const sessions = useMemo(() => [...list.sessions, ...unlisted], [list.sessions, unlisted]);
  // A chat's first message makes a session that the list does not have yet.
  useEffect(refresh, [refresh, chat.sessionId, chat.created, chat.sessionStatus]);

  const openId = own === undefined ? listedId : chat.sessionId;
  const row = useOpenRow(sessions, openId);
  const data = useDeskData((own === undefined ? row?.status : chat.sessionStatus) ?? null);
  const isShown = (one: Ticket) => one.conversation === own || (openId !== null && one.sessionId === openId);
  const ticket = data.tickets.find(isShown);
  useTicketName(row, ticket, rename);
  const isTeam = own === "team";
  const isOwn = own !== undefined && !ticket && !isTeam;
  const isNew = isOwn && !mayHaveMessages(chat);
  // A choice of the policy is another conversation, which is looked up first: the choice and its focus stay meanwhile.
  const [wasUntouched, setUntouched] = useState(false);
  // The first message is on the page before there is a session for it.
  const isEmpty = isNew && chat.settled.length === 0 && chat.live.length === 0;
  const isUntouched = isOwn && chat.isRestoring ? wasUntouched : isEmpty;
  if (isUntouched !== wasUntouched) setUntouched(isUntouched);
  const isUndecided = isOwn && chat.isRestoring;
  const hasBegun = useHasBegun(own, isNew);
  const known = { chat, data, entries, sessions, openId, ticket, isUntouched, isUndecided };
  return { ...known, title: titleOf({ ticket, row, isTeam, isNew: hasBegun }) };
}

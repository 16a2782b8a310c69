import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode, useEffect, useState, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServiceClient } from "../../src/api/service-client.js";
import { DecisionList } from "../../src/components/decisions/decision-list.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useAttention } from "../../src/hooks/use-attention.js";
import { useSessionById } from "../../src/hooks/use-session-by-id.js";
import { useSessions } from "../../src/hooks/use-sessions.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

/** An inbox draws a panel for each session that needs the person, so its entries change which sessions are open. */

let world: ChatWorld;
let elsewhere: ServiceClient;
beforeEach(async () => {
  world = await chatWorld();
  elsewhere = new ServiceClient({ baseUrl: "/api/service", fetch: world.fetch });
});
afterEach(() => world.close());

async function startWaiting(text: string): Promise<string> {
  const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: crypto.randomUUID() });
  await chat.send(text);
  const { sessionId } = chat;
  await waitFor(async () => expect((await elsewhere.getSession({ sessionId })).status).toBe("requires_action"));
  return sessionId;
}

const none: readonly string[] = [];
const places: Readonly<Record<string, { readonly inView?: readonly string[] }>> = {
  "the default `inView`": {},
  "an empty `inView`": { inView: none },
};

function Panel({ sessionId }: { readonly sessionId: string }) {
  const session = useSessionById(sessionId);
  return <DecisionList decisions={session.pending} onRespond={session.respond} />;
}

/** The reasons of each committed list of entries that differs from the one before. */
let lists: string[][] = [];
beforeEach(() => {
  lists = [];
});

function note(reasons: readonly string[]): void {
  if (lists.at(-1)?.join(" ") !== reasons.join(" ")) lists.push([...reasons]);
}

function Inbox({
  inView,
  draw = (sessionId) => <Panel sessionId={sessionId} />,
}: {
  readonly inView?: readonly string[] | undefined;
  readonly draw?: (sessionId: string) => ReactNode;
}) {
  const { sessions, refresh } = useSessions();
  const { entries, count } = useAttention({ sessions, inView });
  useEffect(() => note(entries.map(({ reason }) => reason)));
  return (
    <main>
      <h1>{count} waiting</h1>
      <button onClick={refresh}>Refresh</button>
      {sessions.map(({ sessionId, record }) => (
        <p key={sessionId}>{`${sessionId} ${record.status}`}</p>
      ))}
      {entries.map(({ sessionId, reason }) => (
        <section key={sessionId}>
          <h2>{reason}</h2>
          {draw(sessionId)}
        </section>
      ))}
    </main>
  );
}

function show(page: ReactNode, isStrict = false) {
  const provided = (
    <ServiceProvider identity={ana} fetch={world.fetch}>
      {page}
    </ServiceProvider>
  );
  return render(isStrict ? <StrictMode>{provided}</StrictMode> : provided);
}

const decisions: Readonly<Record<string, { readonly message: string; readonly decide: () => Promise<void> }>> = {
  "an approval": { message: "/approve deploy {}", decide: () => press("Approve") },
  "a rejection": {
    message: "/approve deploy {}",
    async decide() {
      await press("Reject…");
      await press("Reject");
    },
  },
  "an answer": {
    message: "/ask text",
    async decide() {
      await userEvent.type(await screen.findByRole("textbox"), "Lisbon");
      await press("Answer");
    },
  },
};

async function press(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name }));
}

describe.each(Object.entries(places))("an inbox with %s", (_place, { inView }) => {
  describe.each([
    ["StrictMode", true],
    ["no StrictMode", false],
  ])("in %s", (_mode, isStrict) => {
    it.each(Object.entries(decisions))(
      "shows a session as waiting once and as finished once, around %s",
      async (_name, { message, decide }) => {
        const sessionId = await startWaiting(message);
        show(<Inbox inView={inView} />, isStrict);
        await decide();
        await screen.findByRole("heading", { name: "finished" });
        await press("Refresh");
        await screen.findByText(`${sessionId} idle`);
        await screen.findByRole("heading", { name: "finished" });
        expect(lists.filter(({ length }) => length > 0)).toEqual([["decision"], ["finished"]]);
      },
    );
  });
});

const isWaitingOnly = { name: "1 waiting" };

describe("an inbox with the default `inView`", () => {
  it("keeps the entry of a panel that a person opens inside it", async () => {
    function Closed({ sessionId }: { readonly sessionId: string }) {
      const [isOpen, setOpen] = useState(false);
      if (isOpen) return <Panel sessionId={sessionId} />;
      return <button onClick={() => setOpen(true)}>Open</button>;
    }
    await startWaiting("/approve deploy {}");
    show(<Inbox draw={(sessionId) => <Closed sessionId={sessionId} />} />);
    // The first panel closes with its entry, which shows that it belongs to the entry.
    await press("Open");
    await press("Open");
    await press("Approve");
    expect(await screen.findByRole("heading", { name: "finished" })).toBeVisible();
  });

  it("hides the entry of a session that the page shows in place of the inbox", async () => {
    const sessionId = await startWaiting("/approve deploy {}");
    function Count() {
      return <output>{useAttention().count}</output>;
    }
    const page = (isInbox: boolean) => (
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <Count />
        {isInbox ? <Inbox /> : <Panel sessionId={sessionId} />}
      </ServiceProvider>
    );
    const { rerender } = render(page(true));
    await screen.findByRole("button", { name: "Approve" });
    await screen.findByRole("heading", isWaitingOnly);
    expect(screen.getByRole("status")).toHaveTextContent("1");
    rerender(page(false));
    await screen.findByRole("button", { name: "Approve" });
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("0"));
    rerender(page(true));
    await screen.findByRole("heading", isWaitingOnly);
    await screen.findByRole("button", { name: "Approve" });
    expect(lists.filter(({ length }) => length > 0)).toEqual([["decision"], ["decision"]]);
  });
});

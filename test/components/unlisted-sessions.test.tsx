import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ServiceClient } from "../../src/api/service-client.js";
import { SessionConversation } from "../../src/components/session-conversation/session-conversation.js";
import { SessionList } from "../../src/components/session-list/session-list.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useSessions } from "../../src/hooks/use-sessions.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
/** A session that waits, older than the list's first page. */
let old: string;
/** Reads of what waits that were answered. */
let reads = 0;
const counted: typeof fetch = async (input, init) => {
  const answer = await world.fetch(input, init);
  if (/status=requires_action/.test(String(input instanceof Request ? input.url : input))) reads += 1;
  return answer;
};
beforeEach(async () => {
  world = await chatWorld();
  old = await start("/approve deploy {}");
  await start("/say newer");
});
afterEach(() => world.close());

async function start(text: string): Promise<string> {
  const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: crypto.randomUUID() });
  await chat.send(text);
  return chat.sessionId;
}

function Refresh() {
  const { refresh } = useSessions({ enabled: false });
  return <button onClick={refresh}>Refresh</button>;
}

/** A list of one session a page, beside a session that is open. */
function Page({ opened }: { readonly opened: string | null }) {
  return (
    <ServiceProvider identity={ana} fetch={counted}>
      <SessionList limit={1} />
      <Refresh />
      {opened !== null && <SessionConversation sessionId={opened} />}
    </ServiceProvider>
  );
}

const list = () => screen.getByRole("region", { name: "Conversations" });
const oldRow = () => list().querySelector(`[data-session="${old}"]`);

async function answerElsewhere(): Promise<void> {
  const client = new ServiceClient({ baseUrl: "/api/service", fetch: world.fetch });
  await client.sendEvent({ sessionId: old }, { type: "user.interrupt", payload: {} });
  await waitFor(async () => expect((await client.getSession({ sessionId: old })).status).toBe("idle"));
}

it("lists a session that waits beyond the loaded pages, until it is answered", async () => {
  const person = userEvent.setup();
  render(<Page opened={null} />);
  await waitFor(() => expect(oldRow()).toHaveTextContent("Needs your input"));
  await answerElsewhere();
  await person.click(screen.getByRole("button", { name: "Refresh" }));
  await waitFor(() => expect(oldRow()).toBeNull());
});

it("keeps it in the list while it is open, and lists it once", async () => {
  const person = userEvent.setup();
  const page = render(<Page opened={null} />);
  await waitFor(() => expect(oldRow()).not.toBeNull());
  page.rerender(<Page opened={old} />);
  await answerElsewhere();
  await waitFor(() => expect(oldRow()).not.toHaveTextContent("Needs your input"));
  for (let read = 0; read < 2; read += 1) {
    const before = reads;
    await person.click(screen.getByRole("button", { name: "Refresh" }));
    await waitFor(() => expect(reads).toBeGreaterThan(before));
  }
  expect(oldRow()).not.toBeNull();
  await person.click(within(list()).getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(list().querySelectorAll(".sv-session")).toHaveLength(2));
});

it("leaves it out of a search", async () => {
  const person = userEvent.setup();
  render(<Page opened={null} />);
  await waitFor(() => expect(oldRow()).not.toBeNull());
  await person.type(within(list()).getByRole("searchbox"), "newer");
  await waitFor(() => expect(oldRow()).toBeNull());
});

import { act, render, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useChat, type Chat } from "../../src/hooks/use-chat.js";
import { useSessions, type Sessions } from "../../src/hooks/use-sessions.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";
import { holder } from "./holder.js";

let world: ChatWorld;
/** Requests of the list. */
let reads = 0;
beforeEach(async () => {
  world = await chatWorld();
  reads = 0;
});
afterEach(() => world.close());

/** A chat beside a list that is never read again by itself. `until` delays the answer to a list's first request. */
function showPage(first: string | null, until?: Promise<void>) {
  const list = holder<Sessions>();
  const chat = holder<Chat>();
  function Page({ conversation }: { readonly conversation: string | undefined }) {
    const sessions = useSessions({ refreshMs: Infinity });
    const found = useChat({ conversation });
    useEffect(() => list.hold(sessions));
    useEffect(() => chat.hold(found));
    return null;
  }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (!String(input instanceof Request ? input.url : input).includes("/sessions?")) return world.fetch(input, init);
    reads += 1;
    const answer = await world.fetch(input, init);
    await until;
    return answer;
  };
  const page = (conversation: string | null) => (
    <ServiceProvider identity={ana} fetch={fetch}>
      <Page conversation={conversation ?? undefined} />
    </ServiceProvider>
  );
  const { rerender } = render(page(first));
  return { list: list.held, chat: chat.held, open: (conversation: string) => rerender(page(conversation)) };
}

const isRead = ({ isLoading }: Sessions) => !isLoading;

it.each([
  ["runs", "/silence 600", "running"],
  ["waits for a decision", "/approve deploy {}", "requires_action"],
  ["has ended", "/say hi", "idle"],
])("lists a chat that %s when the page first sees its turn", async (_name, message, status) => {
  const { list, chat, open } = showPage(null);
  await waitFor(() => expect(isRead(list())).toBe(true));
  expect(list().sessions).toEqual([]);
  const begun = await world.service.chat({ tenant: "acme", user: "ana", conversation: "begun" });
  void begun.send(message).catch(() => null);
  await waitFor(async () => {
    const [session] = await world.service.sessions.list({ tenant: "acme" });
    expect(session?.status).toBe(status);
  });
  open("begun");
  await waitFor(() => expect(chat().sessionStatus).toBe(status));
  await waitFor(() => expect(list().sessions.map((row) => row.sessionId)).toEqual([chat().sessionId]));
});

it("lists a chat that began while the list was being read", async () => {
  let answer = () => {};
  const { list, chat } = showPage("begun", new Promise((resolve) => (answer = resolve)));
  await waitFor(() => expect(chat().isRestoring).toBe(false));
  await act(async () => void (await chat().sendMessage("/silence 600")));
  await waitFor(() => expect(chat().sessionStatus).toBe("running"));
  answer();
  await waitFor(() => expect(list().sessions.map((row) => row.sessionId)).toEqual([chat().sessionId]));
});

it("reads the list once for an open session at rest", async () => {
  const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: "begun" });
  await chat.send("/say hi");
  const page = showPage("begun");
  await waitFor(() => expect(page.list().sessions.map((row) => row.status)).toEqual(["idle"]));
  await waitFor(() => expect(page.chat().sessionStatus).toBe("idle"));
  expect(reads).toBe(1);
});

import { act, render, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServiceClient } from "../../src/api/service-client.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useAttention } from "../../src/hooks/use-attention.js";
import { useSessions, type Sessions } from "../../src/hooks/use-sessions.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";
import { holder } from "./holder.js";

let world: ChatWorld;
/** Another window of the same person. */
let elsewhere: ServiceClient;
beforeEach(async () => {
  world = await chatWorld({ deleteSession: true });
  elsewhere = new ServiceClient({ baseUrl: "/api/service", fetch: world.fetch });
});
afterEach(() => world.close());

async function start(text: string): Promise<string> {
  const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: crypto.randomUUID() });
  await chat.send(text);
  return chat.sessionId;
}

async function startWaiting(): Promise<string> {
  const sessionId = await start("/approve deploy {}");
  await waitFor(async () => expect((await elsewhere.getSession({ sessionId })).status).toBe("requires_action"));
  return sessionId;
}

/** A list of one session a page, and what needs the person. */
function showList() {
  const { hold, held } = holder<
    Sessions & { readonly waiting: readonly string[]; readonly unlisted: readonly string[] }
  >();
  function Page() {
    const list = useSessions({ limit: 1 });
    const attention = useAttention({ sessions: list.sessions });
    const waiting = attention.entries.map(({ sessionId }) => sessionId);
    const unlisted = attention.unlisted.map(({ sessionId }) => sessionId);
    useEffect(() => hold({ ...list, waiting, unlisted }));
    return null;
  }
  render(
    <ServiceProvider identity={ana} fetch={world.fetch}>
      <Page />
    </ServiceProvider>,
  );
  return held;
}

describe("useAttention of a list", () => {
  it("announces a session that waits beyond the loaded pages", async () => {
    const old = await startWaiting();
    await start("/say newer");
    const held = showList();
    await waitFor(() => expect(held().sessions).toHaveLength(1));
    expect(held().sessions[0]?.sessionId).not.toBe(old);
    await waitFor(() => expect(held().waiting).toEqual([old]));
    expect(held().unlisted).toEqual([old]);
  });

  it("returns no row for a session that a loaded page has", async () => {
    const old = await startWaiting();
    await start("/say newer");
    const held = showList();
    await waitFor(() => expect(held().unlisted).toEqual([old]));
    act(() => held().loadMore());
    await waitFor(() => expect(held().sessions).toHaveLength(2));
    expect(held().unlisted).toEqual([]);
    expect(held().waiting).toEqual([old]);
  });

  it("announces each of more sessions than one read lists", { timeout: 60_000 }, async () => {
    const ids = await Promise.all(Array.from({ length: 101 }, () => start("/approve deploy {}")));
    const held = showList();
    await waitFor(() => expect(new Set(held().waiting)).toEqual(new Set(ids)), { timeout: 20_000 });
  });

  it.each(["remove", "archive"] as const)("forgets a session at once after %s", async (verb) => {
    const sessionId = await startWaiting();
    const held = showList();
    await waitFor(() => expect(held().waiting).toEqual([sessionId]));
    await act(() => held()[verb](sessionId));
    expect(held().waiting).toEqual([]);
    act(() => held().refresh());
    await waitFor(() => expect(held().sessions).toEqual([]));
    expect(held().waiting).toEqual([]);
  });

  it.each([
    ["deleted", (sessionId: string) => elsewhere.deleteSession({ sessionId })],
    ["archived", (sessionId: string) => elsewhere.archiveSession({ sessionId }, true)],
  ])("forgets a session that was %s elsewhere", async (_name, write) => {
    const sessionId = await startWaiting();
    const held = showList();
    await waitFor(() => expect(held().waiting).toEqual([sessionId]));
    await write(sessionId);
    act(() => held().refresh());
    await waitFor(() => expect(held().waiting).toEqual([]));
  });

  it("forgets a session beyond the loaded pages that was answered elsewhere", async () => {
    const sessionId = await startWaiting();
    const held = showList();
    await waitFor(() => expect(held().waiting).toEqual([sessionId]));
    await start("/say newer");
    act(() => held().refresh());
    await waitFor(() => expect(held().sessions[0]?.sessionId).not.toBe(sessionId));
    expect(held().waiting).toEqual([sessionId]);
    await elsewhere.sendEvent({ sessionId }, { type: "user.interrupt", payload: {} });
    await waitFor(async () => expect((await elsewhere.getSession({ sessionId })).status).not.toBe("requires_action"));
    act(() => held().refresh());
    await waitFor(() => expect(held().waiting).toEqual([]));
  });
});

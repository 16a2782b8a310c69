import { act, render, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServiceClient } from "../../src/api/service-client.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useSessionById, type SessionById } from "../../src/hooks/use-session-by-id.js";
import { useSessions, type Sessions } from "../../src/hooks/use-sessions.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";
import { holder } from "./holder.js";

let world: ChatWorld;
/** Lists read so far. */
let reads = 0;
/** Delays the lists' responses. */
let gate: Promise<void> = Promise.resolve();
const gated: typeof fetch = async (input, init) => {
  const response = await world.fetch(input, init);
  if (!/\/sessions\?/.test(String(input instanceof Request ? input.url : input))) return response;
  reads += 1;
  await gate;
  return response;
};
beforeEach(async () => {
  world = await chatWorld({ deleteSession: true });
  reads = 0;
  gate = Promise.resolve();
});
afterEach(() => world.close());

async function start(text: string): Promise<string> {
  const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: crypto.randomUUID() });
  await chat.send(text);
  return chat.sessionId;
}

/** The same person at another place. */
const elsewhere = () => new ServiceClient({ baseUrl: "/api/service", fetch: world.fetch });

/** A list of one session a page. */
function showList() {
  const { hold, held } = holder<Sessions>();
  function Page() {
    const list = useSessions({ limit: 1 });
    useEffect(() => hold(list));
    return null;
  }
  render(
    <ServiceProvider identity={ana} fetch={gated}>
      <Page />
    </ServiceProvider>,
  );
  return held;
}

/** A list of six sessions whose first five pages are loaded; its ids, newest first. */
async function fivePages() {
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) ids.unshift(await start(`/say ${n}`));
  const held = showList();
  for (let count = 1; count <= 5; count += 1) {
    if (count > 1) act(() => held().loadMore());
    await waitFor(() => expect(held().sessions).toHaveLength(count));
  }
  return { held, ids };
}

const idsOf = ({ sessions }: Sessions) => sessions.map(({ sessionId }) => sessionId);

describe("a refresh of a list with more than three pages", () => {
  it("keeps the renamed session and all others, and reads three pages", async () => {
    const { held, ids } = await fivePages();
    const before = reads;
    await act(() => held().rename(ids[4]!, "Renamed"));
    await waitFor(() => expect(reads).toBe(before + 3));
    await waitFor(() => expect(held().sessions[0]?.title).toBe("Renamed"));
    expect(idsOf(held())).toEqual([ids[4], ...ids.slice(0, 4)]);
    expect(reads).toBe(before + 3);
  });

  it("shows new sessions, and those that they push behind the third page", async () => {
    const { held, ids } = await fivePages();
    const newest = [await start("/say 6"), await start("/say 7")].toReversed();
    act(() => held().refresh());
    await waitFor(() => expect(idsOf(held())).toEqual([...newest, ...ids.slice(0, 5)]));
    act(() => held().loadMore());
    await waitFor(() => expect(idsOf(held())).toEqual([...newest, ...ids]));
  });

  it("shows a session that changed elsewhere first, though no loaded page had it", async () => {
    const { held, ids } = await fivePages();
    await elsewhere().renameSession({ sessionId: ids[5]! }, "Changed");
    act(() => held().refresh());
    await waitFor(() => expect(idsOf(held())).toEqual([ids[5], ...ids.slice(0, 5)]));
  });

  it("drops a session of the first pages that was deleted elsewhere", async () => {
    const { held, ids } = await fivePages();
    await elsewhere().deleteSession({ sessionId: ids[1]! });
    act(() => held().refresh());
    await waitFor(() => expect(idsOf(held())).toEqual([ids[0], ...ids.slice(2, 5)]));
  });
});

it("drops a session of a later page that is opened and was deleted elsewhere", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.unshift(await start(`/say ${n}`));
  const { hold, held } = holder<Sessions>();
  function Page({ opened }: { readonly opened: string | undefined }) {
    const list = useSessions({ limit: 1, refreshMs: Infinity });
    useEffect(() => hold(list));
    return opened && <Opened id={opened} />;
  }
  const page = (opened?: string) => (
    <ServiceProvider identity={ana} fetch={gated}>
      <Page opened={opened} />
    </ServiceProvider>
  );
  const { rerender } = render(page());
  for (let count = 1; count <= 5; count += 1) {
    if (count > 1) act(() => held().loadMore());
    await waitFor(() => expect(held().sessions).toHaveLength(count));
  }
  await elsewhere().deleteSession({ sessionId: ids[4]! });
  act(() => held().refresh());
  await waitFor(() => expect(held().isRefreshing).toBe(false));
  expect(idsOf(held())).toEqual(ids);
  rerender(page(ids[4]));
  await waitFor(() => expect(idsOf(held())).toEqual(ids.slice(0, 4)));
});

function Opened({ id }: { readonly id: string }) {
  useSessionById(id);
  return null;
}

it("shows an old session first once its turn on this page begins", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.unshift(await start(`/say ${n}`));
  const { hold, held } = holder<{ readonly list: Sessions; readonly open: SessionById }>();
  function Page() {
    const shown = { list: useSessions({ limit: 1, refreshMs: Infinity }), open: useSessionById(ids[2]!) };
    useEffect(() => hold(shown));
    return null;
  }
  render(
    <ServiceProvider identity={ana} fetch={gated}>
      <Page />
    </ServiceProvider>,
  );
  await waitFor(() => expect(idsOf(held().list)).toEqual([ids[0]]));
  await waitFor(() => expect(held().open.sessionStatus).toBe("idle"));
  await act(() => held().open.sendMessage("/approve deploy {}"));
  await waitFor(() => expect(idsOf(held().list)).toEqual([ids[2]]));
});

describe("loadMore during a refresh", () => {
  it("shows that it loads, and loads one page when the refresh has ended", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.unshift(await start(`/say ${n}`));
    const held = showList();
    await waitFor(() => expect(held().hasMore).toBe(true));
    let open = () => {};
    gate = new Promise((resolve) => (open = resolve));
    act(() => held().refresh());
    act(() => held().loadMore());
    act(() => held().loadMore());
    expect(held().isLoadingMore).toBe(true);
    await act(async () => open());
    await waitFor(() => expect(idsOf(held())).toEqual(ids.slice(0, 2)));
    await waitFor(() => expect(held().isLoadingMore).toBe(false));
    expect(idsOf(held())).toEqual(ids.slice(0, 2));
  });
});

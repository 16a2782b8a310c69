import { render, waitFor } from "@testing-library/react";
import {
  ChatConversation,
  ServiceProvider,
  SessionList,
  useChat,
  type HeadersAsk,
  type Identity,
  type UseChatOptions,
} from "@service/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ana, chatWorld, chloe, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
beforeEach(async () => {
  world = await chatWorld();
});
afterEach(() => world.close());

/** A host whose token "old" has expired; each refusal and the refresh wait until the test lets them end. */
function expired() {
  const refusals: (() => void)[] = [];
  const refreshes: ((headers: Record<string, string>) => void)[] = [];
  const tokens: (string | null)[] = [];
  const network: typeof fetch = (input, init) => {
    const token = new Headers(init?.headers).get("authorization");
    tokens.push(token);
    if (token !== "old") return world.fetch(input, init);
    return new Promise((resolve) => {
      refusals.push(() => resolve(new Response(null, { status: 401 })));
    });
  };
  let stored = "old";
  const headers = ({ refresh }: HeadersAsk) => {
    if (!refresh) return { authorization: stored };
    return new Promise<Record<string, string>>((resolve) => {
      refreshes.push((made) => {
        stored = made["authorization"] ?? stored;
        resolve(made);
      });
    });
  };
  return { network, headers, refusals, refreshes, tokens };
}

/** Lets promises settle. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("an inline `headers` function of a provider that renders again", () => {
  it("is asked to refresh once for two chats and a list, whose refusals arrive one after another", async () => {
    const { network, headers, refusals, refreshes } = expired();
    const page = () => (
      <ServiceProvider identity={ana} fetch={network} headers={(ask) => headers(ask)}>
        <ChatConversation conversation="c_1" />
        <ChatConversation conversation="c_2" />
        <SessionList onOpen={() => {}} />
      </ServiceProvider>
    );
    const { rerender, container } = render(page());
    await waitFor(() => expect(refusals.length).toBeGreaterThanOrEqual(3));
    const late = refusals.at(-1);
    for (const refuse of refusals.slice(0, -1)) {
      refuse();
      await settled();
      rerender(page());
    }
    expect(refreshes).toHaveLength(1);
    refreshes[0]?.({ authorization: "new" });
    await waitFor(() => expect(container.textContent).toContain("How can I help?"));
    // The last refusal arrives when the others have their headers.
    late?.();
    await settled();
    await settled();
    expect(refreshes).toHaveLength(1);
  });

  it("of a chat is asked once for the requests of the chat", async () => {
    const { network, headers, refusals, refreshes } = expired();
    function Chat(props: Pick<UseChatOptions, "headers">) {
      const chat = useChat({ conversation: "c_1", ...props });
      return <p>{String(chat.isRestoring)}</p>;
    }
    const page = () => (
      <ServiceProvider identity={ana} fetch={network}>
        <Chat headers={(ask) => headers(ask)} />
        <Chat headers={(ask) => headers(ask)} />
      </ServiceProvider>
    );
    const { rerender, container } = render(page());
    await waitFor(() => expect(refusals.length).toBeGreaterThanOrEqual(1));
    refusals[0]?.();
    await settled();
    rerender(page());
    refreshes[0]?.({ authorization: "new" });
    await waitFor(() => expect(container.textContent).toBe("falsefalse"));
    expect(refreshes).toHaveLength(1);
  });
});

it("never gives the refreshed headers of a person to the next one's requests", async () => {
  const { network, headers, refusals, refreshes, tokens } = expired();
  const page = (identity: Identity) => (
    <ServiceProvider identity={identity} fetch={network} headers={headers}>
      <ChatConversation conversation="c_1" />
    </ServiceProvider>
  );
  const { rerender } = render(page(ana));
  await waitFor(() => expect(refusals).toHaveLength(1));
  refusals[0]?.();
  await settled();
  rerender(page(chloe));
  await waitFor(() => expect(refusals).toHaveLength(2));
  refusals[1]?.();
  await settled();
  refreshes[0]?.({ authorization: "of Ana" });
  await settled();
  expect(tokens).not.toContain("of Ana");
  expect(refreshes).toHaveLength(2);
});

import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ChatComposer,
  ChatConversation,
  GoalBanner,
  MessageTimeline,
  QueuePanel,
  ServiceProvider,
  SessionConversation,
  useAttachments,
  useChat,
  useComposer,
  useComposerById,
  useConnection,
  useGoal,
  useQueue,
  useSession,
  useSessionById,
  useSessionDraft,
  useSessionEvents,
  useSessionLineage,
} from "../../src/index.js";
import { faultFetch, type FaultFetch } from "../../src/testing/fault-fetch.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";
import { converse } from "./conversation.js";

let world: ChatWorld;
let network: FaultFetch;
beforeEach(async () => {
  world = await chatWorld();
  network = faultFetch(world.fetch, () => undefined);
});
afterEach(() => world.close());

type Id = string | null | undefined;

/** Every hook that takes a session's id. */
const hooks: Readonly<Record<string, (id: Id) => unknown>> = {
  useSessionById: (id) => useSessionById(id),
  useSessionEvents: (id) => useSessionEvents(id),
  useConnection: (id) => useConnection(id),
  useQueue: (id) => useQueue(id),
  useGoal: (id) => useGoal(id),
  useSessionLineage: (id) => useSessionLineage(id),
  useSessionDraft: (id) => useSessionDraft(id),
  useComposerById: (id) => useComposerById(id),
};

/** Every component that takes one. */
const components: Readonly<Record<string, (id: Id) => ReactNode>> = {
  MessageTimeline: (sessionId) => <MessageTimeline sessionId={sessionId} />,
  ChatComposer: (sessionId) => <ChatComposer sessionId={sessionId} />,
  SessionConversation: (sessionId) => <SessionConversation sessionId={sessionId} />,
  QueuePanel: (sessionId) => <QueuePanel sessionId={sessionId} />,
  GoalBanner: (sessionId) => <GoalBanner sessionId={sessionId} />,
};

const page = (shown: ReactNode) => (
  <ServiceProvider identity={ana} fetch={network}>
    {shown}
  </ServiceProvider>
);
const turnOfTasks = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)));
const asked = () => network.seen.map(({ method, url }) => `${method} ${url.pathname}`);

describe.each([undefined, null, ""])("a session whose id is %j is not there yet", (id) => {
  it.each(Object.entries(components))(
    "for %s, which makes no request and uses the id when it arrives",
    async (_name, of) => {
      const { rerender } = render(page(of(id)));
      await turnOfTasks();
      expect(asked()).toEqual([]);
      expect(screen.queryByText("How can I help?")).toBeNull();
      for (const field of screen.queryAllByRole("textbox")) expect(field).toHaveAttribute("readonly");
      const sessionId = await converse(world, "/say Hello");
      rerender(page(of(sessionId)));
      await turnOfTasks();
      expect(asked().join(" ")).toContain(sessionId);
    },
  );

  it.each(Object.entries(hooks))(
    "for %s, which makes no request and uses the id when it arrives",
    async (_name, use) => {
      const results: unknown[] = [];
      function Probe({ of }: { readonly of: Id }) {
        const result = use(of);
        useEffect(() => void results.push(result));
        return null;
      }
      const { rerender } = render(page(<Probe of={id} />));
      await turnOfTasks();
      const verbs = Object.entries(results.at(-1) as object).filter(([, verb]) => typeof verb === "function");
      for (const [name, verb] of verbs as [string, (...args: unknown[]) => unknown][]) {
        if (name !== "subscribe") await act(async () => void (await settled(() => verb("x", "y"))));
      }
      expect(asked()).toEqual([]);
      rerender(page(<Probe of="0197f7a4-0000-7000-8000-000000000000" />));
      await turnOfTasks();
    },
  );
});

/** A verb may throw or reject for unknown ids; it must make no request. */
async function settled(run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    return error;
  }
}

it("counts an attachment's session that is null as none", async () => {
  function Probe() {
    useAttachments({ sessionId: null });
    return null;
  }
  render(page(<Probe />));
  await turnOfTasks();
  expect(asked().filter((request) => request.includes("null"))).toEqual([]);
});

describe("a conversation", () => {
  it("that is undefined is not there yet: nothing is asked, and its composer waits", async () => {
    const { rerender } = render(page(<ChatConversation conversation={undefined} />));
    await turnOfTasks();
    expect(asked()).toEqual([]);
    expect(screen.queryByText("How can I help?")).toBeNull();
    expect(screen.getByRole("textbox")).toHaveAttribute("readonly");
    rerender(page(<ChatConversation conversation="c_1" />));
    expect(await screen.findByText("How can I help?")).toBeVisible();
    expect(screen.getByRole("textbox")).not.toHaveAttribute("readonly");
  });

  it.each([[null], [42], [""], ["a b"], ["x".repeat(257)], [{ id: "c_1" }], [["c_1"]], [true]])(
    "named %j is refused as conversation_invalid, and nothing is ever sent",
    async (conversation) => {
      const errors: unknown[] = [];
      const thrown: unknown[] = [];
      function Probe() {
        const chat = useChat({ conversation: conversation as string, onError: (error) => errors.push(error) });
        const session = useSession({ conversation: conversation as string });
        useEffect(() => {
          void chat.sendMessage("Hello").catch((error: unknown) => thrown.push(error));
          void session.stop().catch(() => {});
          chat.resumeStream();
          // oxlint-disable-next-line react/exhaustive-deps -- once
        }, []);
        return <output>{(chat.error as { code?: string } | null)?.code}</output>;
      }
      render(page(<Probe />));
      expect(await screen.findByText("conversation_invalid")).toBeVisible();
      await turnOfTasks();
      expect(thrown).toMatchObject([{ code: "conversation_invalid" }]);
      expect(asked()).toEqual([]);
    },
  );
});

describe("words that are typed before their session has an id", () => {
  /** A composer of the host's own: its first message gets a session. */
  function FirstMessage({ id, send }: { readonly id: string | undefined; readonly send: () => Promise<unknown> }) {
    const draft = useSessionDraft(id);
    const composer = useComposer({ sendMessage: send }, { draft });
    return (
      <>
        <textarea
          aria-label="Message"
          value={composer.value}
          onChange={(event) => composer.setValue(event.target.value)}
        />
        <button type="button" onClick={() => composer.send()}>
          Send
        </button>
      </>
    );
  }
  const page = (id?: string, send: () => Promise<unknown> = async () => undefined, who: typeof ana | null = ana) => (
    <ServiceProvider identity={who} fetch={network}>
      <FirstMessage id={id} send={send} />
    </ServiceProvider>
  );
  const field = () => screen.getByRole("textbox");
  const ids = ["0197f7a4-0000-7000-8000-000000000001", "0197f7a4-0000-7000-8000-000000000002"] as const;
  beforeEach(() => sessionStorage.clear());

  it("are in the session's draft once it has one, and in no other session's", async () => {
    const { rerender } = render(page());
    await userEvent.type(field(), "Hello");
    rerender(page(ids[0]));
    expect(field()).toHaveValue("Hello");
    rerender(page(ids[1]));
    expect(field()).toHaveValue("");
    rerender(page(ids[0]));
    expect(field()).toHaveValue("Hello");
    rerender(page());
    expect(field()).toHaveValue("");
  });

  it("come behind the words that the session's draft has", async () => {
    const { rerender } = render(page(ids[0]));
    await userEvent.type(field(), "Before");
    rerender(page());
    await userEvent.type(field(), "After");
    rerender(page(ids[0]));
    expect(field()).toHaveValue("Before\n\nAfter");
  });

  it("return to the session when the message that created it is refused", async () => {
    let refuse = () => {};
    const send = () => new Promise((_, reject) => (refuse = () => reject(new Error("No."))));
    const { rerender } = render(page(undefined, send));
    await userEvent.type(field(), "Hello");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    rerender(page(ids[0], send));
    expect(field()).toHaveValue("");
    await act(async () => refuse());
    expect(field()).toHaveValue("Hello");
  });

  it("stay in the field of a composer without a session, which says why", async () => {
    function Waiting() {
      const composer = useComposerById(undefined);
      return (
        <>
          <textarea value={composer.value} onChange={(event) => composer.setValue(event.target.value)} />
          <button type="button" onClick={() => composer.send()}>
            Send
          </button>
          <output>{(composer.error as { code?: string } | null)?.code}</output>
        </>
      );
    }
    render(
      <ServiceProvider identity={ana} fetch={network}>
        <Waiting />
      </ServiceProvider>,
    );
    await userEvent.type(field(), "Keep this");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByText("session_pending")).toBeVisible();
    expect(field()).toHaveValue("Keep this");
  });

  it("are gone with the person from a composer without a draft", async () => {
    const Bare = () => {
      const composer = useComposer({ sendMessage: () => undefined }, { defaultValue: "Dear team," });
      return <textarea value={composer.value} onChange={(event) => composer.setValue(event.target.value)} />;
    };
    const bare = (user: string, token?: string) => (
      <ServiceProvider identity={{ tenant: "acme", user, token }} fetch={network}>
        <Bare />
      </ServiceProvider>
    );
    const { rerender } = render(bare("ana"));
    await userEvent.type(field(), " secret");
    rerender(bare("ana", "renewed"));
    expect(field()).toHaveValue("Dear team, secret");
    rerender(bare("ben"));
    expect(field()).toHaveValue("Dear team,");
  });

  it("are gone with the person", async () => {
    const { rerender } = render(page());
    await userEvent.type(field(), "Secret");
    rerender(page(undefined, undefined, { tenant: "acme", user: "ben" }));
    expect(field()).toHaveValue("");
    rerender(page(ids[0], undefined, { tenant: "acme", user: "ben" }));
    expect(field()).toHaveValue("");
  });
});

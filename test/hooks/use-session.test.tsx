import { act, render, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import type { SessionVerbs, SessionView } from "../../src/hooks/session-view.js";
import { useApprovals } from "../../src/hooks/use-approvals.js";
import { useChat, type Chat } from "../../src/hooks/use-chat.js";
import { useIdentity } from "../../src/hooks/use-identity.js";
import { useQuestions } from "../../src/hooks/use-questions.js";
import { useSessionById, type SessionById } from "../../src/hooks/use-session-by-id.js";
import { useSession } from "../../src/hooks/use-session.js";
import { useStrings } from "../../src/hooks/use-strings.js";
import { faultFetch, type FaultFetch } from "../../src/testing/fault-fetch.js";
import { groupKey, type TimelineGroup } from "../../src/timeline/groups.js";
import { ana, chatWorld, chloe, type ChatWorld } from "../chat/chat-world.js";
import { converse } from "./conversation.js";
import { holder } from "./holder.js";

let world: ChatWorld;
let network: FaultFetch;
beforeEach(async () => {
  world = await chatWorld();
  network = faultFetch(world.fetch, () => undefined);
});
afterEach(() => world.close());

const requests = () => network.seen.map(({ method, url }) => `${method} ${url.pathname}`);
type Session = SessionView & SessionVerbs;

/** A word or text for each group of a session. */
function said(groups: readonly TimelineGroup[]): readonly string[] {
  return groups.map((group) => {
    if (group.kind !== "item") return group.kind;
    return "text" in group.item ? group.item.text : group.item.kind;
  });
}

function Draw({ session }: { readonly session: Session }) {
  const { approvals, approve } = useApprovals(session);
  const { questions, answer } = useQuestions(session);
  const answerAll = (id: string, ids: readonly { readonly id: string }[]) =>
    answer(
      id,
      ids.map((question) => ({ questionId: question.id, values: ["Blue"] })),
    );
  return (
    <main>
      <pre data-testid="groups">{JSON.stringify(said([...session.settled, ...session.live]))}</pre>
      <pre data-testid="status">{`${session.sessionStatus} ${session.isRestoring ? "restoring" : "here"}`}</pre>
      {approvals.map(({ id, name, state }) => (
        <button key={id} onClick={() => void approve(id)}>
          {`Approve ${name} ${state.name}`}
        </button>
      ))}
      {questions.map(({ id, request, state }) => (
        <button key={id} onClick={() => void answerAll(id, request.questions)}>
          {`Answer ${request.questions.length} ${state.name}`}
        </button>
      ))}
    </main>
  );
}

const groups = (text: string) =>
  screen.findByText((content, element) => element?.getAttribute("data-testid") === "groups" && content === text);
const status = (text: string) => screen.findByText(text);

describe("useSession", () => {
  function probe() {
    const { hold, held: session } = holder<Session>();
    function Probe() {
      const session = useSession({ conversation: "c_1" });
      useEffect(() => hold(session));
      return <Draw session={session} />;
    }
    return { Probe, session };
  }
  const page = (Probe: () => React.ReactNode) => (
    <ServiceProvider identity={ana} fetch={network}>
      <Probe />
    </ServiceProvider>
  );

  it("restores, streams and answers decisions with no proxy mounted", async () => {
    const one = probe();
    const first = render(page(one.Probe));
    await status("null here");
    expect(one.session()).toMatchObject({ created: false, isRunning: false, settled: [], live: [] });
    await act(() => one.session().sendMessage("/say Hello\n/approve deploy {}\n/ask text\n/say Bye"));
    (await screen.findByRole("button", { name: "Approve deploy pending" })).click();
    (await screen.findByRole("button", { name: "Answer 1 pending" })).click();
    await status("idle here");
    const live = [...one.session().settled, ...one.session().live];
    expect(said(live).at(-1)).toContain("Bye");
    first.unmount();
    const two = probe();
    render(page(two.Probe));
    await status("idle here");
    expect(said([...two.session().settled, ...two.session().live])).toEqual(said(live));
    expect(two.session().live).toEqual([]);
    expect(requests().filter((request) => request.includes("/api/service"))).toEqual([]);
  });

  it("shares its chat with useChat: one request, one stream", async () => {
    const one = probe();
    const { hold, held: chat } = holder<Chat>();
    function Both() {
      const both = useChat({ conversation: "c_1" });
      useEffect(() => hold(both));
      return <one.Probe />;
    }
    render(page(Both));
    await act(() => one.session().sendMessage("/say Hello"));
    await groups('["/say Hello","Hello"]');
    expect(chat().messages).toHaveLength(2);
    expect(one.session()).toMatchObject({ sessionId: chat().sessionId, sendMessage: chat().sendMessage });
    const asked = network.seen.map(({ method, url }) => `${method} ${url.pathname}${url.search}`);
    expect(asked.filter((request) => !request.includes("follow"))).toEqual(["GET /api/chat", "POST /api/chat"]);
    // It may have been looked for before the message was taken, too.
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it("keeps the settled groups while the running turn's change", async () => {
    const one = probe();
    render(page(one.Probe));
    await act(() => one.session().sendMessage("/say Hello"));
    await groups('["/say Hello","Hello"]');
    await waitFor(() => expect(one.session().settled).toHaveLength(2));
    const { settled } = one.session();
    await act(() => one.session().sendMessage("/say Part\n/silence 3600"));
    await groups('["/say Hello","Hello","/say Part\\n/silence 3600","Part"]');
    expect(one.session().settled).toBe(settled);
    expect(one.session().live.map(groupKey)).toHaveLength(2);
  });
});

describe("useSessionById", () => {
  function probe(sessionId: string) {
    const { hold, held: session } = holder<SessionById>();
    function Probe({ enabled = true }: { readonly enabled?: boolean }) {
      const session = useSessionById(sessionId, { enabled });
      useEffect(() => hold(session));
      return (
        <>
          <Draw session={session} />
          <h1>{session.title ?? "no title"}</h1>
        </>
      );
    }
    return { Probe, session };
  }

  it("shows the session of a conversation through the proxy, and continues it", async () => {
    const { Probe, session } = probe(await converse(world, "/say Hello\n/title Greetings"));
    render(
      <ServiceProvider identity={ana} fetch={network}>
        <Probe />
        <Probe />
      </ServiceProvider>,
    );
    expect(await screen.findAllByText("Greetings")).toHaveLength(2);
    await act(() => session().sendMessage("/approve deploy {}\n/say Bye"));
    const [button] = await screen.findAllByRole("button", { name: "Approve deploy pending" });
    button?.click();
    await screen.findAllByText((content) => content.includes('"Bye"]'));
    expect(session().record).toMatchObject({ id: session().sessionId, title: "Greetings" });
    expect(requests().filter((request) => request.endsWith("/events/stream"))).toHaveLength(1);
    expect(requests().filter((request) => request.includes("/api/chat"))).toEqual([]);
  });

  it("shows nothing to another person, in the same commit", async () => {
    const { Probe, session } = probe(await converse(world, "/say Secret"));
    const page = (identity: typeof ana | null, enabled = true) => (
      <ServiceProvider identity={identity} fetch={network}>
        <Probe enabled={enabled} />
      </ServiceProvider>
    );
    const { rerender } = render(page(ana));
    await screen.findByText((content) => content.includes('"Secret"'));
    world.person = chloe;
    rerender(page(chloe));
    expect(document.body.textContent).not.toContain("Secret");
    expect(session()).toMatchObject({ record: null, settled: [], live: [] });
    rerender(page(null));
    expect(session()).toMatchObject({ connection: "idle", isRestoring: false });
    await expect(session().steer("Hi")).rejects.toMatchObject({ code: "signed_out" });
    rerender(page(chloe, false));
    await expect(session().pause()).rejects.toMatchObject({ code: "session_disabled" });
  });
});

describe("what the provider hands down", () => {
  it("names who is signed in and speaks with the host's words", () => {
    function Show() {
      const { people } = useStrings();
      return <p>{`${useIdentity()?.user ?? "nobody"}, ${people.you}, ${people.assistant}`}</p>;
    }
    const messages = { people: { you: "Me" } };
    const { rerender } = render(
      <ServiceProvider identity={ana} strings={messages}>
        <Show />
      </ServiceProvider>,
    );
    const assistant = screen.getByText(/^ana, Me, /).textContent.split(", ")[2];
    rerender(
      <ServiceProvider identity={null}>
        <Show />
      </ServiceProvider>,
    );
    expect(screen.getByText(/^nobody/).textContent).toMatch(new RegExp(`, ${assistant}$`));
  });

  it("has words without a provider too", () => {
    function Show() {
      return <p>{useStrings().people.you}</p>;
    }
    render(<Show />);
    expect(screen.getByText(/./).textContent).not.toBe("");
  });
});

import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode, useEffect } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NewSession } from "../../src/components/new-session/new-session.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useCreateSession, type CreateSession } from "../../src/hooks/use-create-session.js";
import { useSessions, type Sessions } from "../../src/hooks/use-sessions.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";
import { holder } from "./holder.js";

let world: ChatWorld;
/** The outcome of a request that starts a session. */
let fate: "answered" | "unanswered" | "lost on the way back" | "refused";
/** Whether a list may be read. */
let mayList: boolean;
let keys: string[];
beforeEach(async () => {
  world = await chatWorld({ createSession: () => ({}) });
  fate = "answered";
  mayList = true;
  keys = [];
});
afterEach(() => world.close());

const network: typeof fetch = async (input, init) => {
  const request = new Request(new URL(input as string, "https://host.test"), init);
  const isList = new URL(request.url).pathname.endsWith("/sessions");
  if (isList && request.method === "GET" && !mayList) return new Promise<Response>(() => {});
  if (!isList || request.method !== "POST") return world.fetch(input, init);
  keys.push(((await request.json()) as { idempotencyKey: string }).idempotencyKey);
  if (fate === "unanswered") return new Promise<Response>(() => {});
  if (fate === "refused")
    return Response.json({ error: { code: "payment_required", message: "No plan." } }, { status: 402 });
  const answer = await world.fetch(input, init);
  if (fate === "lost on the way back") throw new TypeError("lost on the way back");
  return answer;
};

interface Held {
  readonly creating: CreateSession;
  readonly all: Sessions;
  readonly archived: Sessions;
}

function open() {
  const { hold, held } = holder<Held>();
  function Probe() {
    const creating = useCreateSession();
    const all = useSessions();
    const archived = useSessions({ archived: true });
    useEffect(() => hold({ creating, all, archived }));
    return null;
  }
  render(
    <StrictMode>
      <ServiceProvider identity={ana} fetch={network}>
        <Probe />
      </ServiceProvider>
    </StrictMode>,
  );
  return held;
}

const ids = ({ sessions }: Sessions) => sessions.map(({ sessionId }) => sessionId);

describe("useCreateSession", () => {
  it("puts the new session into lists before they are read again, and not among the archived", async () => {
    const held = open();
    await waitFor(() => expect(held().all.isLoading).toBe(false));
    mayList = false;
    let id = "";
    await act(async () => void (id = await held().creating.createSession("/say hi")));
    await waitFor(() => expect(ids(held().all)).toEqual([id]));
    expect(ids(held().archived)).toEqual([]);
    expect(held().creating).toMatchObject({ isCreating: false, error: null });
  });

  it("starts one session when the same message is sent again after its answer was lost", async () => {
    const held = open();
    fate = "lost on the way back";
    const failure = await act(() =>
      held()
        .creating.createSession("/say hi")
        .catch((error: unknown) => error),
    );
    expect(failure).toMatchObject({ code: "network_error", outcomeUnknown: true });
    await waitFor(() => expect(held().creating.error).toBe(failure));
    fate = "answered";
    await act(async () => void (await held().creating.createSession("/say hi")));
    await waitFor(() => expect(ids(held().all)).toHaveLength(1));
    expect(new Set(keys).size).toBe(1);
    expect(await world.service.sessions.list({ tenant: "acme" })).toHaveLength(1);
  });

  it("rejects a blank message, and sends nothing", async () => {
    const held = open();
    for (const blank of [" ", undefined, null]) {
      const created = held().creating.createSession(blank as string);
      await expect(created).rejects.toMatchObject({ code: "message_required" });
    }
    expect(keys).toEqual([]);
  });
});

describe("NewSession", () => {
  const page = (onCreated: (id: string) => void) => (
    <ServiceProvider identity={ana} fetch={network}>
      <NewSession onCreated={onCreated} />
    </ServiceProvider>
  );

  it("starts a session with the first message and passes its id on", async () => {
    const created: string[] = [];
    render(page((id) => created.push(id)));
    await userEvent.type(screen.getByRole("textbox"), "/say hi{Enter}");
    await waitFor(() => expect(created).toHaveLength(1));
    const [session] = await world.service.sessions.list({ tenant: "acme" });
    expect([session?.id, session?.initialMessage]).toEqual([created[0], "/say hi"]);
  });

  it("has the message in the field again after a reload before the session was there", async () => {
    fate = "unanswered";
    const { unmount } = render(page(() => undefined));
    await userEvent.type(screen.getByRole("textbox"), "/say hi{Enter}");
    await waitFor(() => expect(keys).toHaveLength(1));
    unmount();
    render(page(() => undefined));
    await waitFor(() => expect(screen.getByRole("textbox")).toHaveValue("/say hi"));
    await userEvent.clear(screen.getByRole("textbox"));
  });

  it("gives the message back, with the reason, when no session could be started", async () => {
    fate = "refused";
    const created: string[] = [];
    render(page((id) => created.push(id)));
    await userEvent.type(screen.getByRole("textbox"), "/say hi{Enter}");
    expect(await screen.findByText(/No plan\./)).toBeVisible();
    expect(screen.getByRole("textbox")).toHaveValue("/say hi");
    expect(created).toEqual([]);
  });
});

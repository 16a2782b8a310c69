import { act, render, waitFor } from "@testing-library/react";
import { StrictMode, useEffect } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useGoal } from "../../src/hooks/use-goal.js";
import { useModels } from "../../src/hooks/use-models.js";
import { useQueue, type Queue } from "../../src/hooks/use-queue.js";
import { useSessionById } from "../../src/hooks/use-session-by-id.js";
import { useLocalDraft } from "../../src/hooks/use-draft.js";
import { useSessionDraft } from "../../src/hooks/use-session-draft.js";
import { useSessionLineage } from "../../src/hooks/use-session-lineage.js";
import { useSessionRecord } from "../../src/hooks/session-record.js";
import { useSessions, type Sessions, type UseSessionsOptions } from "../../src/hooks/use-sessions.js";
import { ServiceClient } from "../../src/api/service-client.js";
import { faultFetch, type FaultFetch } from "../../src/testing/fault-fetch.js";
import { ana, chatWorld, chloe, type ChatWorld } from "../chat/chat-world.js";
import { holder } from "./holder.js";

let world: ChatWorld;
let network: FaultFetch;
let elsewhere: ServiceClient;
/** Whether the answer to this request is lost on its way back. */
let lose: (request: Request) => Promise<boolean>;
beforeEach(async () => {
  world = await chatWorld();
  lose = async () => false;
  const lossy: typeof fetch = async (input, init) => {
    const isLost = await lose(new Request(new URL(input as string, "https://host.test"), init));
    const answer = await world.fetch(input, init);
    if (isLost) throw new TypeError("lost on the way back");
    return answer;
  };
  network = faultFetch(lossy, () => undefined);
  // Another window of the same person.
  elsewhere = new ServiceClient({ baseUrl: "/api/service", fetch: world.fetch });
});
afterEach(() => world.close());

const requests = (part: string) => network.seen.filter(({ url }) => url.pathname.endsWith(part)).length;

/** A session of ana's, begun as the host's backend begins one. */
async function start(text = "/say hi"): Promise<string> {
  const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: crypto.randomUUID() });
  await chat.send(text);
  return chat.sessionId;
}

/** A hook's value, in this person's page. */
function shown<T>(use: () => T, person: typeof ana | null = ana) {
  const { hold, held } = holder<T>();
  function Probe() {
    const value = use();
    useEffect(() => hold(value));
    return null;
  }
  const page = (who: typeof ana | null) => (
    <StrictMode>
      <ServiceProvider identity={who} fetch={network}>
        <Probe />
      </ServiceProvider>
    </StrictMode>
  );
  const { rerender, unmount } = render(page(person));
  return { held, unmount, signIn: (who: typeof ana | null) => rerender(page(who)) };
}

describe("useQueue", () => {
  const texts = ({ queue }: Pick<Queue, "queue">) => queue.map(({ text }) => text);

  async function waiting(...prompts: readonly string[]) {
    const sessionId = await start();
    await elsewhere.sendEvent({ sessionId }, { type: "user.message", payload: { text: "/silence 60" } });
    for (const text of prompts) await elsewhere.sendEvent({ sessionId }, { type: "user.message", payload: { text } });
    const page = shown(() => {
      const draft = useSessionDraft(sessionId, { isLabelled: true });
      useEffect(() => draft.subscribe(() => undefined), [draft]);
      return { ...useQueue(sessionId), draft };
    });
    await waitFor(() => expect(texts(page.held())).toEqual(prompts));
    await waitFor(() => expect(page.held().snapshot?.items).toHaveLength(prompts.length));
    return { ...page, sessionId, turn: (index: number) => page.held().queue[index]?.turnId ?? "" };
  }

  it("moves a prompt, and shows the order that the service made of it", async () => {
    const { held, turn } = await waiting("one", "two");
    let moving: Promise<void> | undefined;
    act(() => {
      moving = held().move(turn(1), turn(0));
    });
    expect([...held().pendingByTurn.values()]).toEqual(["move"]);
    expect(texts(held())).toEqual(["one", "two"]);
    await act(async () => moving);
    await waitFor(() => expect(texts(held())).toEqual(["two", "one"]));
    expect(held().pendingByTurn.size).toBe(0);
  });

  it("reports that another window was faster, and shows the queue's current state", async () => {
    const { held, turn, sessionId } = await waiting("one", "two", "three");
    const { version } = await elsewhere.getQueue({ sessionId });
    await elsewhere.moveQueuedTurn({ sessionId }, turn(2), { expectedQueueVersion: version, beforeTurnId: turn(0) });
    await act(() => expect(held().move(turn(0), null)).rejects.toMatchObject({ status: 409 }));
    expect(held().refused).toMatchObject({ action: "move", isConflict: true });
    await waitFor(() => expect(texts(held())).toEqual(["three", "one", "two"]));
    act(() => held().clearRefused());
    expect(held().refused).toBeNull();
  });

  it("keeps the refused change of each prompt until that prompt's next one, or until it is forgotten", async () => {
    const { held, turn, sessionId } = await waiting("one", "two", "three");
    const [first, second] = [turn(0), turn(1)];
    const { version } = await elsewhere.getQueue({ sessionId });
    await elsewhere.moveQueuedTurn({ sessionId }, turn(2), { expectedQueueVersion: version, beforeTurnId: first });
    const both = () => Promise.allSettled([held().move(first, null), held().move(second, null)]);
    await act(async () => void (await both()));
    const targets = () => held().refusals.map(({ target }) => target);
    expect(targets().toSorted()).toEqual([first, second].toSorted());
    act(() => held().clearRefused(second));
    expect(targets()).toEqual([first]);
    await waitFor(() => expect(texts(held())).toEqual(["three", "one", "two"]));
    await act(() => held().move(first, null));
    expect(targets()).toEqual([]);
  });

  it("moves a prompt back into the composer, and asks before it replaces its text", async () => {
    const { held, turn } = await waiting("one", "two");
    await waitFor(() => expect(held().draft.getState().base).not.toBeNull());
    await act(() => held().edit(turn(0)));
    expect(held().draft.getState().text).toBe("one");
    await waitFor(() => expect(texts(held())).toEqual(["two"]));
    await act(() => expect(held().edit(turn(0))).rejects.toMatchObject({ code: "DRAFT_NOT_EMPTY" }));
    expect(texts(held())).toEqual(["two"]);
    await act(() => held().edit(turn(0), { replaceDraft: true }));
    expect(held().draft.getState().text).toBe("two");
    await waitFor(() => expect(texts(held())).toEqual([]));
  });

  it("tries a write again under the same key when its answer is lost", async () => {
    const { held, turn } = await waiting("one", "two");
    const keys: string[] = [];
    lose = async (request) => {
      if (!request.url.endsWith("/delete")) return false;
      keys.push(((await request.json()) as { clientEventId: string }).clientEventId);
      return keys.length === 1;
    };
    await act(() => held().remove(turn(0)));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    await waitFor(() => expect(texts(held())).toEqual(["two"]));
    expect(held().refused).toBeNull();
  });
});

describe("useGoal", () => {
  it("shows the goal that the agent set, without asking time and again", async () => {
    const sessionId = await start();
    const { held } = shown(() => ({ ...useGoal(sessionId), live: useSessionById(sessionId).connection }));
    await waitFor(() => expect(held().live).toBe("live"));
    expect(held().goal).toBeNull();
    const before = requests("/goal");
    await elsewhere.sendEvent({ sessionId }, { type: "user.message", payload: { text: "/goal Find it" } });
    await waitFor(() => expect(held().goal?.text).toBe("Find it"));
    expect(requests("/goal")).toBeLessThan(before + 8);
    await act(() => held().pause("lunch"));
    expect(held().goal).toMatchObject({ status: "paused", pausedReason: "lunch" });
    await act(() => held().resume());
    await act(() => held().edit({ text: "Find both" }));
    expect(held().goal).toMatchObject({ status: "active", text: "Find both" });
    await act(() => held().clear());
    await waitFor(() => expect(held().goal).toBeNull());
  });

  it("reports that the goal was changed meanwhile, and shows it", async () => {
    const sessionId = await start("/goal Find it");
    const { held } = shown(() => useGoal(sessionId));
    await waitFor(() => expect(held().goal?.text).toBe("Find it"));
    const { objectiveRevision: expectedObjectiveRevision = 0 } = held().goal ?? {};
    const editing = elsewhere.updateGoal({ sessionId }, { text: "Theirs", expectedObjectiveRevision });
    const mine = editing.then(() =>
      held()
        .edit({ text: "Mine" })
        .then(
          () => "saved",
          (error: { status?: number }) => error.status,
        ),
    );
    const outcome = await act(() => mine);
    await waitFor(() => expect(held().goal?.text).toBe(outcome === "saved" ? "Mine" : "Theirs"));
    expect(held().refused?.isConflict ?? false).toBe(outcome === 409);
  });

  it("refuses a change that is based on an earlier revision than the shown goal", async () => {
    const sessionId = await start("/goal Find it");
    const { held } = shown(() => useGoal(sessionId));
    await waitFor(() => expect(held().goal?.text).toBe("Find it"));
    const { objectiveRevision: expectedObjectiveRevision = 0 } = held().goal ?? {};
    await act(() => held().edit({ text: "Theirs" }));
    const late = () => held().edit({ text: "Mine", expectedObjectiveRevision });
    await act(() => expect(late()).rejects.toMatchObject({ code: "GOAL_CHANGED" }));
    expect(held().refused).toMatchObject({ action: "edit", isConflict: true });
    expect(held().goal?.text).toBe("Theirs");
  });
});

describe("useSessions", () => {
  const titles = ({ sessions }: Sessions) => sessions.map(({ title, firstMessage }) => title ?? firstMessage);
  const list = (options: UseSessionsOptions = {}) => shown(() => useSessions(options));

  it("lists a person's own, a page at a time, and none after a sign-out", async () => {
    for (const word of ["a", "b", "c"]) await start(`/say ${word}`);
    const { held, signIn } = list({ limit: 2 });
    await waitFor(() => expect(titles(held())).toEqual(["/say c", "/say b"]));
    expect(held().hasMore).toBe(true);
    act(() => held().loadMore());
    await waitFor(() => expect(titles(held())).toEqual(["/say c", "/say b", "/say a"]));
    expect(held().hasMore).toBe(false);
    world.person = null;
    signIn(null);
    expect(titles(held())).toEqual([]);
    world.person = chloe;
    signIn(chloe);
    await waitFor(() => expect(held().isLoading).toBe(false));
    expect(titles(held())).toEqual([]);
  });

  it("searches, renames and archives, and is read again after each of these", async () => {
    const kept = await start("/say kept");
    await start("/say other");
    const { held } = list({ search: "kept" });
    await waitFor(() => expect(titles(held())).toEqual(["/say kept"]));
    await act(() => held().rename(kept, "Kept for good"));
    await waitFor(() => expect(titles(held())).toEqual(["Kept for good"]));
    await act(() => held().archive(kept));
    await waitFor(() => expect(titles(held())).toEqual([]));
    expect((await elsewhere.getSession({ sessionId: kept })).archived).toBe(true);
    const archived = list({ archived: true });
    await waitFor(() => expect(titles(archived.held())).toEqual(["Kept for good"]));
    await act(() => archived.held().archive(kept, false));
    await waitFor(() => expect(titles(archived.held())).toEqual([]));
  });

  it("asks nothing for a while, and again when the page is looked at", async () => {
    await start();
    const { held } = list();
    await waitFor(() => expect(held().sessions).toHaveLength(1));
    const before = requests("/sessions");
    await start();
    await act(async () => undefined);
    expect(requests("/sessions")).toBe(before);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await waitFor(() => expect(held().sessions).toHaveLength(2));
  });

  it("shows a new session that is open nowhere on the page, without busy polling", async () => {
    const sessionId = await start();
    const busy: boolean[] = [];
    const { held } = shown(() => {
      const list = useSessions({ refreshMs: 20 });
      busy.push(list.isRefreshing);
      return list;
    });
    await waitFor(() => expect(held().sessions).toHaveLength(1));
    await elsewhere.sendEvent({ sessionId }, { type: "user.message", payload: { text: "/approve deploy {}" } });
    await waitFor(() => expect(held().sessions[0]?.status).toBe("requires_action"));
    expect(busy).not.toContain(true);
  });

  it("deletes a session: the list is without it at once, and after a lost answer", async () => {
    await world.close();
    world = await chatWorld({ deleteSession: true });
    const sessionId = await start("/say gone");
    await start("/say kept");
    const { held } = list();
    await waitFor(() => expect(titles(held())).toEqual(["/say kept", "/say gone"]));
    let isLost = false;
    lose = async ({ method }) => method === "DELETE" && !isLost && (isLost = true);
    let removal: Promise<void> | undefined;
    act(() => void (removal = held().remove(sessionId)));
    expect([titles(held()), held().pending.get(sessionId)]).toEqual([["/say kept"], "delete"]);
    await act(() => removal!);
    expect([isLost, titles(held()), held().refused]).toEqual([true, ["/say kept"], null]);
    await expect(elsewhere.getSession({ sessionId })).rejects.toMatchObject({ status: 404 });
  });

  it("removes the draft of a session once it is deleted, and no other draft", async () => {
    await world.close();
    world = await chatWorld({ deleteSession: true });
    const sessionId = await start("/say gone");
    const keptId = await start("/say kept");
    const { held } = shown(() => ({
      list: useSessions(),
      drafts: [useSessionDraft(sessionId), useSessionDraft(sessionId, { workspaceId: "chosen" })],
      chat: useLocalDraft(`chat  ${sessionId}`),
      kept: useSessionDraft(keptId),
    }));
    const drafts = () => [...held().drafts, held().chat];
    const stored = () => JSON.stringify(Object.entries(sessionStorage));
    const secrets = () => stored().match(/secret/g)?.length ?? 0;
    await waitFor(() => expect(titles(held().list)).toHaveLength(2));
    act(() => {
      for (const draft of [...drafts(), held().kept]) draft.subscribe(() => undefined);
      for (const draft of drafts()) draft.type("secret words");
      held().kept.type("words to keep");
      dispatchEvent(new Event("pagehide"));
    });
    const prefix = Object.keys(sessionStorage)[0]!.split("draft")[0]!;
    sessionStorage.setItem(`${prefix}outbox/session/${sessionId}`, '[{"text":"secret message"}]');
    const places = [sessionId, keptId].map((id) => [`outbox//api/chat/${id}`, `outbox/session/${id}`]);
    sessionStorage.setItem(`${prefix}outbox/places`, JSON.stringify(places));
    expect(secrets()).toBe(4);
    let isRefused = true;
    lose = async ({ method }) => {
      if (method === "DELETE" && isRefused) throw new TypeError("refused");
      return false;
    };
    await act(() => expect(held().list.remove(sessionId)).rejects.toThrow("reach the server"));
    expect([secrets(), drafts().map((draft) => draft.getState().text)]).toEqual([
      4,
      ["secret words", "secret words", "secret words"],
    ]);
    isRefused = false;
    await act(() => held().list.remove(sessionId));
    expect([secrets(), drafts().map((draft) => draft.getState().text)]).toEqual([0, ["", "", ""]]);
    expect(stored()).not.toContain(sessionId);
    expect(stored()).toContain("words to keep");
    expect(held().kept.getState().text).toBe("words to keep");
  });

  it("restores a session that the host does not let people delete, and reports the reason", async () => {
    const sessionId = await start("/say kept");
    const { held } = list();
    await waitFor(() => expect(titles(held())).toEqual(["/say kept"]));
    await act(() => expect(held().remove(sessionId)).rejects.toMatchObject({ code: "route_not_allowed" }));
    expect([titles(held()), held().refused]).toEqual([["/say kept"], expect.objectContaining({ action: "delete" })]);
  });

  it("shows the current state of a session that is open on the page", async () => {
    const sessionId = await start();
    const { held } = shown(() => ({ list: useSessions(), session: useSessionById(sessionId) }));
    await waitFor(() => expect(held().session.connection).toBe("live"));
    await waitFor(() => expect(held().list.sessions).toHaveLength(1));
    const before = requests("/sessions");
    await elsewhere.sendEvent({ sessionId }, { type: "user.message", payload: { text: "/approve deploy {}" } });
    await waitFor(() => expect(held().list.sessions[0]?.status).toBe("requires_action"));
    expect(requests("/sessions")).toBe(before);
  });
});

describe("useSessionLineage and useModels", () => {
  it("show a child session, and what there is to run on", async () => {
    const sessionId = await start();
    const { held } = shown(() => ({ ...useSessionLineage(sessionId), models: useModels() }));
    await waitFor(() => expect(held().lineage).not.toBeNull());
    expect(held().models.error).toBeNull();
    await elsewhere.sendEvent({ sessionId }, { type: "user.message", payload: { text: "/child /say done" } });
    await waitFor(() => expect(held().lineage?.children).toHaveLength(1));
  });
});

describe("useModels without a choice", () => {
  it("is empty and asks for no catalogue, which would be a red 404 in the console", async () => {
    await world.close();
    world = await chatWorld({ modelSelection: false });
    const { held } = shown(() => useModels());
    await waitFor(() => expect(held().isLoading).toBe(false));
    expect(held()).toEqual({ models: [], defaultModel: null, isLoading: false, error: null });
    expect([requests("/config/client"), requests("/model-catalog")]).toEqual([1, 0]);
  });
});

describe("the record of a session", () => {
  it("is dropped with the signed-in person: the next one sees nothing, and it is read again for a later one", async () => {
    const sessionId = await start("/say mine");
    const seen: unknown[] = [];
    const { held, signIn } = shown(() => {
      const record = useSessionRecord(sessionId, { workspaceId: undefined, enabled: true, revision: "" });
      seen.push(record?.id);
      return record;
    });
    await waitFor(() => expect(held()?.id).toBe(sessionId));
    for (const [person, sees] of [
      [chloe, undefined],
      [ana, sessionId],
    ] as const) {
      const before = requests(`/sessions/${sessionId}`);
      seen.length = 0;
      world.person = person;
      signIn(person);
      expect(seen).not.toContain(sessionId);
      await waitFor(() => expect(requests(`/sessions/${sessionId}`)).toBeGreaterThan(before));
      await waitFor(() => expect(held()?.id).toBe(sees));
    }
  });
});

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { act, cleanup, render, screen } from "@testing-library/react";
import { StrictMode, Suspense, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServiceProvider, useChat, useSessionById, type Chat } from "../../src/index.js";
import { faultFetch } from "../../src/testing/fault-fetch.js";
import { ana, chatWorld, until, type ChatWorld } from "../chat/chat-world.js";
import { createChatController } from "../../src/chat/chat-controller.js";

let world: ChatWorld;
beforeEach(async () => {
  world = await chatWorld();
});
afterEach(() => world.close());

const turnOfTasks = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)));

describe("a selector", () => {
  it("that returns new objects, however deep, renders once for a state without a crash", async () => {
    const drawn: number[] = [];
    function Probe() {
      const { told } = useChat({ conversation: "c_1" }, (chat: Chat) => ({
        told: { ids: chat.messages.map(({ id }) => ({ id })), at: { status: chat.status } },
      }));
      drawn.push(told.ids.length);
      return <output>{`${told.at.status} ${told.ids.length}`}</output>;
    }
    const page = (
      <StrictMode>
        <ServiceProvider identity={ana} fetch={world.fetch}>
          <Probe />
        </ServiceProvider>
      </StrictMode>
    );
    const { rerender } = render(page);
    expect(screen.getByText("ready 0")).toBeVisible();
    for (let n = 0; n < 3; n += 1) await turnOfTasks();
    rerender(page);
    expect(drawn.length).toBeLessThan(30);
  });
});

describe("a render that is never shown", () => {
  it("leaves no controller behind", async () => {
    const never = new Promise<never>(() => {});
    const made: WeakRef<object>[] = [];
    function Suspended({ id }: { readonly id: string }): ReactNode {
      made.push(new WeakRef(useChat({ conversation: id })), new WeakRef(useSessionById(id)));
      throw never;
    }
    const page = (ids: readonly string[]) => (
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <Suspense fallback="waits">
          {ids.map((id) => (
            <Suspended key={id} id={id} />
          ))}
        </Suspense>
      </ServiceProvider>
    );
    const { rerender } = render(page([]));
    for (let n = 0; n < 40; n += 1) rerender(page([`c_${n}`]));
    rerender(page([]));
    expect(made.length).toBeGreaterThan(40);
    for (let n = 0; n < 10; n += 1) {
      await turnOfTasks();
      collectGarbage();
    }
    expect(made.filter((ref) => ref.deref()).length).toBeLessThan(12);
  });
});

/** Runs the garbage collector. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

describe("cancellations", () => {
  it("are not reported to the host: a browser cancels the requests of an unloaded page", async () => {
    const heard: Error[] = [];
    const leaving: typeof fetch = () => Promise.reject(new DOMException("The page was left.", "AbortError"));
    function Probe() {
      useChat({ conversation: "c_1", onError: (error) => heard.push(error) });
      useSessionById("0197f7a4-0000-7000-8000-000000000000");
      return null;
    }
    render(
      <ServiceProvider identity={ana} fetch={leaving} onError={(error) => heard.push(error)}>
        <Probe />
      </ServiceProvider>,
    );
    await turnOfTasks();
    cleanup();
    await turnOfTasks();
    expect(heard).toEqual([]);
  });

  it("is tried again by a chat whose page is still there", async () => {
    let isLeaving = true;
    const network = faultFetch(
      (input, init) => {
        if (!isLeaving) return world.fetch(input, init);
        isLeaving = false;
        return Promise.reject(new DOMException("The page was left.", "AbortError"));
      },
      () => undefined,
    );
    const chat = createChatController({ conversation: "c_1", fetch: network, random: () => 0 });
    const leave = chat.subscribe(() => {});
    const shown = await until(chat, ({ isRestoring }) => !isRestoring);
    expect(shown).toMatchObject({ error: null, created: false });
    expect(network.seen.length).toBeGreaterThan(1);
    leave();
    chat.dispose();
  });
});

import { File as NodeFile } from "node:buffer";
import { act, render } from "@testing-library/react";
import { StrictMode, useLayoutEffect } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useAttachments, type AttachmentsState } from "../../src/hooks/use-attachments.js";
import { useSession } from "../../src/hooks/use-session.js";
import type { SessionVerbs, SessionView } from "../../src/hooks/session-view.js";
import { itemsOf } from "../../src/timeline/groups.js";
import { ana, chatWorld, chloe, type ChatWorld, type Person } from "../chat/chat-world.js";

/** The browser's question before the page is closed, while a message or a file would be lost. */

type Chat = SessionView & SessionVerbs;

let world: ChatWorld;
/** How often the page listens now. */
let listening: () => number;
beforeEach(async () => {
  sessionStorage.clear();
  vi.useFakeTimers({ toFake: ["Date"] });
  const [added, removed] = [vi.spyOn(window, "addEventListener"), vi.spyOn(window, "removeEventListener")];
  const count = ({ mock }: Pick<typeof added, "mock">) => mock.calls.filter(([name]) => name === "beforeunload").length;
  listening = () => count(added) - count(removed as never);
  world = await chatWorld();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await world.close();
});

/** Whether the browser would ask now. */
const isAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

const conflict = () => Response.json({ error: { code: "conflict", message: "No." } }, { status: 409 });
const never = () => new Promise<Response>(() => {});

/** A network that treats messages with "Unsent", and everything about files but their limits, as `reply` does. */
function network(reply: () => Promise<Response> | Response): typeof fetch {
  return async (input, init) => {
    const isFile = init?.method === "POST" && String(input instanceof Request ? input.url : input).includes("upload");
    const isMessage = typeof init?.body === "string" && init.body.includes("Unsent");
    return isFile || isMessage ? reply() : world.fetch(input, init);
  };
}

const held: { chats: Partial<Record<string, Chat>>; files: AttachmentsState | undefined } = {
  chats: {},
  files: undefined,
};
const chat = (name = "c_1") => held.chats[name] as Chat;
const files = () => held.files as AttachmentsState;

function OpenChat({ name }: { readonly name: string }) {
  const shown = useSession({ conversation: name });
  useLayoutEffect(() => void (held.chats[name] = shown));
  return null;
}

function Files() {
  const shown = useAttachments({ sessionId: "s1" });
  useLayoutEffect(() => void (held.files = shown));
  return null;
}

interface PageProps {
  readonly person?: Person | null;
  readonly chats?: readonly string[];
  readonly fetch?: typeof fetch;
  readonly asks?: boolean;
}

function Page({ person = ana, chats = ["c_1"], fetch = network(conflict), asks }: PageProps) {
  return (
    <StrictMode>
      <ServiceProvider identity={person} fetch={fetch} askBeforeUnload={asks}>
        {chats.map((name) => (
          <OpenChat key={name} name={name} />
        ))}
        <Files />
      </ServiceProvider>
    </StrictMode>
  );
}

const restored = async (...names: readonly string[]) => {
  for (const name of names) await expect.poll(() => chat(name).isRestoring).toBe(false);
};

/** Sends a message that the service refuses, and waits until its row reads so. */
async function fail(name = "c_1"): Promise<void> {
  await restored(name);
  await act(() => expect(chat(name).sendMessage("Unsent.")).rejects.toMatchObject({ status: 409 }));
  await expect.poll(() => unsent(name)).toHaveLength(1);
}

const unsent = (name = "c_1") =>
  [...chat(name).settled, ...chat(name).live]
    .flatMap(itemsOf)
    .flatMap((item) => (item.kind === "user-message" && item.delivery ? [item.reconciliationKey] : []));

describe("a message", () => {
  it("asks nothing and adds no listener while nothing is unsent", async () => {
    render(<Page />);
    await restored("c_1");
    expect([isAsked(), listening()]).toEqual([false, 0]);
    await act(async () => void (await chat().sendMessage("/say Sent.")));
    expect([isAsked(), listening()]).toEqual([false, 0]);
  });

  it("asks while it is failed, until it is sent", async () => {
    const page = render(<Page />);
    await fail();
    expect([isAsked(), listening()]).toEqual([true, 1]);
    page.rerender(<Page fetch={world.fetch} />);
    await act(() => chat().retry(unsent()[0]!));
    expect([isAsked(), listening()]).toEqual([false, 0]);
  });

  it("asks while it is failed, until it is discarded", async () => {
    render(<Page />);
    await fail();
    act(() => chat().discard(unsent()[0]!));
    expect([isAsked(), listening()]).toEqual([false, 0]);
  });

  it("asks nothing in its first two seconds on the way", async () => {
    render(<Page fetch={network(never)} />);
    await restored("c_1");
    const sent = Date.now();
    act(() => void chat().sendMessage("Unsent."));
    vi.setSystemTime(sent + 1_999);
    expect(isAsked()).toBe(false);
    vi.setSystemTime(sent + 2_000);
    expect(isAsked()).toBe(true);
  });

  it("asks at once when it waits for the network", async () => {
    render(<Page fetch={network(() => Promise.reject(new TypeError("Failed to fetch")))} />);
    await restored("c_1");
    act(() => void chat().sendMessage("Unsent."));
    await expect.poll(isAsked).toBe(true);
  });

  it("asks after a reload, once its conversation is shown", async () => {
    const before = render(<Page />);
    await fail();
    before.unmount();
    expect(listening()).toBe(0);
    render(<Page />);
    await expect.poll(isAsked).toBe(true);
  });

  it("asks while another conversation is shown", async () => {
    const page = render(<Page />);
    await fail();
    page.rerender(<Page chats={["c_2"]} />);
    await restored("c_2");
    expect([isAsked(), listening()]).toEqual([true, 1]);
  });

  it("adds one listener for all conversations of a page, and removes it after the last message", async () => {
    render(<Page chats={["c_1", "c_2"]} />);
    await fail("c_1");
    await fail("c_2");
    expect(listening()).toBe(1);
    act(() => chat("c_1").discard(unsent("c_1")[0]!));
    expect([isAsked(), listening()]).toEqual([true, 1]);
    act(() => chat("c_2").discard(unsent("c_2")[0]!));
    expect([isAsked(), listening()]).toEqual([false, 0]);
  });

  it.each([
    ["a sign-out", null],
    ["the sign-in of another person", chloe],
  ])("asks nothing after %s", async (_, person) => {
    const page = render(<Page />);
    await fail();
    world.person = person;
    page.rerender(<Page person={person} />);
    expect([isAsked(), listening()]).toEqual([false, 0]);
  });

  it("asks nothing where the host wants no question", async () => {
    const page = render(<Page asks={false} />);
    await fail();
    expect([isAsked(), listening()]).toEqual([false, 0]);
    page.rerender(<Page asks />);
    expect(isAsked()).toBe(true);
  });
});

describe("a file", () => {
  const add = () => files().addFiles([new NodeFile(["hello"], "plan.txt", { type: "text/plain" }) as unknown as File]);

  it("asks while it is uploading and while its upload is failed, until it is removed", async () => {
    let refuse: (response: Response) => void = () => {};
    const reply = () => new Promise<Response>((resolve) => (refuse = resolve));
    render(<Page fetch={network(reply)} />);
    await expect.poll(() => files().isEnabled).toBe(true);
    expect(listening()).toBe(0);
    act(add);
    expect([isAsked(), listening()]).toEqual([true, 1]);
    await expect
      .poll(() => {
        refuse(conflict());
        return files().attachments[0]?.status;
      })
      .toBe("failed");
    expect(isAsked()).toBe(true);
    act(() => files().remove(files().attachments[0]!.id));
    expect([isAsked(), listening()]).toEqual([false, 0]);
  });

  it("asks nothing once it is uploaded, cancelled or only named after a reload", async () => {
    const page = render(<Page fetch={network(never)} />);
    await expect.poll(() => files().isEnabled).toBe(true);
    act(add);
    page.unmount();
    const reloaded = render(<Page fetch={network(never)} />);
    await expect.poll(() => files().attachments[0]?.problem).toBe("lost");
    expect(isAsked()).toBe(false);
    await expect.poll(() => files().isEnabled).toBe(true);
    act(add);
    expect(isAsked()).toBe(true);
    act(() => files().cancel(files().attachments[0]!.id));
    expect(isAsked()).toBe(false);
    reloaded.rerender(<Page fetch={world.fetch} />);
    act(() => files().retry(files().attachments[0]!.id));
    expect(isAsked()).toBe(true);
    await expect.poll(() => files().readyResources).toHaveLength(1);
    expect([isAsked(), listening()]).toEqual([false, 0]);
  });
});

import { File as NodeFile } from "node:buffer";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { act, render, screen } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AttachmentTray } from "../../src/components/attachments/attachment-tray.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useAttachments, type AttachmentsState } from "../../src/hooks/use-attachments.js";
import { useSessions, type Sessions } from "../../src/hooks/use-sessions.js";
import { ana, chatWorld, chloe, type ChatWorld, type Person } from "../chat/chat-world.js";
import { holder } from "./holder.js";

let world: ChatWorld;
beforeEach(async () => {
  sessionStorage.clear();
  world = await chatWorld();
});
afterEach(() => world.close());

/** Runs the garbage collector, between tasks that release what they used. */
async function collected(): Promise<void> {
  setFlagsFromString("--expose-gc");
  for (let n = 0; n < 5; n += 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
    (runInNewContext("gc") as () => void)();
  }
}

/** A file that the fetch of Node reads, which jsdom's is not. */
const file = (name: string, text = "hello") => new NodeFile([text], name, { type: "text/plain" }) as unknown as File;

describe("useAttachments", () => {
  const { hold, held } = holder<AttachmentsState>();

  function Tray({ sessionId, enabled }: { readonly sessionId: string; readonly enabled: boolean }) {
    const attachments = useAttachments({ sessionId, enabled });
    hold(attachments);
    return <AttachmentTray attachments={attachments} />;
  }

  interface AppProps {
    readonly person: Person | null;
    readonly sessionId?: string;
    readonly enabled?: boolean;
    readonly fetch?: typeof fetch;
  }

  function App({ person, sessionId = "s1", enabled = true, fetch = world.fetch }: AppProps) {
    return (
      <ServiceProvider identity={person} fetch={fetch}>
        <Tray sessionId={sessionId} enabled={enabled} />
      </ServiceProvider>
    );
  }

  const enabled = async () => {
    await expect.poll(() => held().isEnabled).toBe(true);
  };
  const names = () => screen.queryAllByRole("listitem").map((row) => row.textContent);

  it("uploads through the host's proxy and returns the reference for a message", async () => {
    render(<App person={ana} />);
    expect(held().isEnabled).toBe(false);
    await enabled();
    act(() => held().addFiles([file("plan.txt")]));
    await expect.poll(() => held().readyResources).toHaveLength(1);
    const [resource] = held().readyResources;
    expect(resource).toMatchObject({ kind: "file", filename: "plan.txt", contentType: "text/plain", sizeBytes: 5 });
    expect(held().hasUnresolved).toBe(false);
    await expect.poll(names).toEqual(["plan.txt5\u00a0B"]);
    act(() => held().clear());
    expect(names()).toEqual([]);
  });

  it("names the files that were not uploaded before a reload, until each is removed or added again", async () => {
    const never: typeof fetch = (input, init) =>
      init?.method === "PUT" || init?.method === "POST" ? new Promise(() => undefined) : world.fetch(input, init);
    const first = render(<App person={ana} fetch={never} />);
    await enabled();
    act(() => held().addFiles([file("photo.png"), file("plan.txt"), file("gone.txt")]));
    expect(names()).toHaveLength(3);
    first.unmount();
    const second = render(<App person={ana} />);
    await expect
      .poll(names)
      .toEqual(["photo.png", "plan.txt", "gone.txt"].map((name) => `${name}Wasn't uploaded. Add it again`));
    expect(held().hasUnresolved).toBe(true);
    await enabled();
    act(() => held().addFiles([file("plan.txt")]));
    await expect.poll(() => held().readyResources).toHaveLength(1);
    act(() => held().remove(held().attachments.find(({ name }) => name === "gone.txt")?.id ?? ""));
    second.unmount();
    render(<App person={ana} />);
    await expect.poll(names).toEqual(["photo.pngWasn't uploaded. Add it again"]);
  });

  it("names no files of another person or another session after a reload", async () => {
    const never: typeof fetch = (input, init) =>
      init?.method === "POST" ? new Promise(() => undefined) : world.fetch(input, init);
    const first = render(<App person={ana} fetch={never} />);
    await enabled();
    act(() => held().addFiles([file("photo.png")]));
    first.unmount();
    const second = render(<App person={ana} sessionId="s2" />);
    await enabled();
    expect(names()).toEqual([]);
    second.unmount();
    world.person = chloe;
    render(<App person={chloe} />);
    await enabled();
    expect(names()).toEqual([]);
    await expect.poll(() => JSON.stringify(Object.entries(sessionStorage))).not.toContain("photo.png");
  });

  describe("with three sessions on the page", () => {
    const asked: string[] = [];
    const counted: typeof fetch = (input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      if (url.includes("/v1/config/client")) asked.push(url);
      return world.fetch(input, init);
    };
    const panels = [undefined, "s1", "s2"];
    const seen = new Map<string | undefined, AttachmentsState>();
    beforeEach(() => {
      asked.length = 0;
      seen.clear();
    });

    function Panel({ sessionId }: { readonly sessionId: string | undefined }) {
      const attachments = useAttachments({ sessionId });
      useEffect(() => void seen.set(sessionId, attachments));
      return null;
    }

    function Page(props: {
      readonly person: Person;
      readonly fetch: typeof fetch;
      readonly onError?: (error: Error) => void;
    }) {
      return (
        <ServiceProvider identity={props.person} fetch={props.fetch} onError={props.onError}>
          {panels.map((sessionId) => (
            <Panel key={sessionId ?? "none"} sessionId={sessionId} />
          ))}
        </ServiceProvider>
      );
    }
    const all = () => panels.map((sessionId) => seen.get(sessionId)?.isEnabled);

    it("reads the limits once for each person", async () => {
      const { rerender } = render(<Page person={ana} fetch={counted} />);
      await expect.poll(all).toEqual([true, true, true]);
      expect(asked).toHaveLength(1);
      world.person = chloe;
      rerender(<Page person={chloe} fetch={counted} />);
      await expect.poll(all).toEqual([true, true, true]);
      expect(asked).toHaveLength(2);
    });

    it("reports a failed read once, and reads again for the next session that is shown", async () => {
      const faults: Error[] = [];
      const answers = [Response.json({ error: { code: "validation_failed", message: "No." } }, { status: 400 })];
      const failing: typeof fetch = async (input, init) => {
        const answer = await counted(input, init);
        return (asked.length > 0 && answers.pop()) || answer;
      };
      const show = (key: string) => (
        <Page key={key} person={ana} fetch={failing} onError={(error) => faults.push(error)} />
      );
      const { rerender } = render(show("first"));
      await expect.poll(() => faults.length).toBe(1);
      expect(asked).toHaveLength(1);
      expect(all()).toEqual([false, false, false]);
      rerender(show("second"));
      await expect.poll(all).toEqual([true, true, true]);
      expect(asked).toHaveLength(2);
      expect(faults).toHaveLength(1);
    });
  });

  it("keeps the files of each session apart, and gives them back to who returns", async () => {
    const { rerender } = render(<App person={ana} sessionId="s1" />);
    await enabled();
    act(() => held().addFiles([file("one.txt")]));
    rerender(<App person={ana} sessionId="s2" />);
    expect(names()).toEqual([]);
    rerender(<App person={ana} sessionId="s1" />);
    await expect.poll(names).toEqual(["one.txt5\u00a0B"]);
  });

  it("removes the files of a deleted session that was left, and no others", async () => {
    await world.close();
    world = await chatWorld({ deleteSession: true });
    const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: "c-1" });
    await chat.send("/say gone");
    const list = holder<Sessions>();
    function List() {
      list.hold(useSessions());
      return null;
    }
    const show = (sessionId: string) => (
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <List />
        <Tray sessionId={sessionId} enabled />
      </ServiceProvider>
    );
    const { rerender } = render(show(chat.sessionId));
    await enabled();
    act(() => held().addFiles([file("gone.txt")]));
    await expect.poll(names).toEqual(["gone.txt5\u00a0B"]);
    rerender(show("s2"));
    await enabled();
    act(() => held().addFiles([file("kept.txt")]));
    await act(() => list.held().remove(chat.sessionId));
    await expect.poll(names).toEqual(["kept.txt5\u00a0B"]);
    rerender(show(chat.sessionId));
    expect(names()).toEqual([]);
  });

  it("keeps the files of a session that was left for many others, until they are removed", async () => {
    const others = Array.from({ length: 14 }, (_, number) => `other ${number}`);
    const { rerender } = render(<App person={ana} sessionId="s1" />);
    await enabled();
    act(() => held().addFiles([file("one.txt")]));
    await expect.poll(() => held().readyResources).toHaveLength(1);
    const leave = async () => {
      for (const sessionId of others) rerender(<App person={ana} sessionId={sessionId} />);
      await collected();
      rerender(<App person={ana} sessionId="s1" />);
    };
    await leave();
    expect(names()).toEqual(["one.txt5\u00a0B"]);
    act(() => held().clear());
    const ref = new WeakRef(held().addFiles);
    await leave();
    expect(ref.deref()).toBeUndefined();
  });

  it("shows nothing of one person to the next, in the same commit", async () => {
    const { rerender } = render(<App person={ana} />);
    await enabled();
    act(() => held().addFiles([file("secret.txt")]));
    world.person = chloe;
    rerender(<App person={chloe} />);
    expect(names()).toEqual([]);
    expect(held().attachments).toEqual([]);
    rerender(<App person={null} />);
    expect(held()).toMatchObject({ isEnabled: false, attachments: [] });
  });

  it("asks for nothing and takes nothing while it is not enabled", async () => {
    render(<App person={ana} enabled={false} />);
    act(() => held().addFiles([file("a.txt")]));
    expect(held()).toMatchObject({ isEnabled: false, attachments: [] });
  });
});

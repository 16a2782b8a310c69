import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ComposerSlotProps } from "../../src/components/chat-composer/composer.js";
import { ComposerView } from "../../src/components/chat-composer/composer-view.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useComposer, type ComposerState } from "../../src/hooks/use-composer.js";
import { useComposerById } from "../../src/hooks/use-composer-by-id.js";
import { useLocalDraft } from "../../src/hooks/use-draft.js";
import { getComposerDraft } from "../../src/api/routes/draft.js";
import { listEvents } from "../../src/api/routes/events.js";
import { createSession, getSession } from "../../src/api/routes/sessions.js";
import { connectService, type ServiceConnection } from "../../src/api/service-connection.js";
import { inProcessFetch } from "../../src/testing/in-process-fetch.js";
import { createBackend, type Backend } from "../support/backend.js";
import { holder } from "./holder.js";

let backend: Backend;
let client: ServiceConnection;
let sessionId: string;
let fetchHost: typeof fetch;
const baseUrl = "https://host.test/api/service";
const headers = { "x-user": "ana" };

beforeEach(async () => {
  backend = await createBackend();
  fetchHost = inProcessFetch(backend.proxy({ createSession: (body) => body }));
  client = connectService({ baseUrl, headers, fetch: fetchHost });
  sessionId = (await createSession(client, { initialMessage: "/say Ready." })).id;
});
afterEach(() => backend.close());

function ById({ onComposer }: { readonly onComposer: (composer: ComposerState) => void }) {
  const composer = useComposerById(sessionId);
  useEffect(() => onComposer(composer));
  return <ComposerView composer={composer} />;
}
const page = (onComposer: (composer: ComposerState) => void = () => undefined) => (
  <ServiceProvider identity={{ tenant: "acme", user: "ana" }} baseUrl={baseUrl} headers={headers} fetch={fetchHost}>
    <ById onComposer={onComposer} />
  </ServiceProvider>
);
const field = () => screen.getByRole("textbox", { name: "Message" });
const draft = async () => (await getComposerDraft(client, { sessionId })).text;

describe("useComposerById", () => {
  it("offers neither pause nor resume once the session has ended", async () => {
    const { hold, held } = holder<ComposerState>();
    render(page(hold));
    await waitFor(() => expect(held().canPause).toBe(true));
    const { workspaceId } = await getSession(client, { sessionId });
    await backend.service.client.control({ workspaceId, sessionId }, { action: "cancel" });
    await waitFor(() => expect(held()).toMatchObject({ isPaused: false, canPause: false, resumeOptions: [] }));
    expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
  });

  it("loads a draft of another device, keeps a local one, and forgets it once it is sent", async () => {
    const first = render(page());
    await userEvent.type(field(), "Half a thought");
    await waitFor(async () => expect(await draft()).toBe("Half a thought"));
    first.unmount();
    sessionStorage.clear();
    render(page());
    await waitFor(() => expect(field()).toHaveValue("Half a thought"));
    await userEvent.type(field(), "{Enter}");
    expect(field()).toHaveValue("");
    await waitFor(async () => expect(await draft()).toBe(""));
    await waitFor(() => expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain("draft"));
  });

  it("keeps its functions and, while nothing of it changes, itself", async () => {
    const { hold, held } = holder<ComposerState>();
    const { rerender } = render(page(hold));
    const before = held();
    rerender(page(hold));
    expect(held().send).toBe(before.send);
    act(() => held().setValue("x"));
    expect(held()).toMatchObject({ value: "x", canSend: true, send: before.send, setValue: before.setValue });
  });
});

describe("a choice of model", () => {
  const Picker = ({ composer }: ComposerSlotProps) => (
    <select
      aria-label="Model"
      value={composer.model ?? ""}
      onChange={(event) => composer.setModel(event.target.value === "" ? null : event.target.value)}
    >
      <option value="">As it is</option>
      <option value="scripted">Scripted</option>
    </select>
  );
  function WithPicker() {
    return <ComposerView composer={useComposerById(sessionId)} components={{ ModelPicker: Picker }} />;
  }
  const picker = () => screen.getByRole("combobox", { name: "Model" });
  async function sent() {
    const { events } = await listEvents(client, { sessionId }, { limit: 500 });
    const messages = events.filter(({ type }) => type === "user.message").slice(1);
    return messages.map(({ payload }) => {
      const { text, model } = payload as { readonly text: string; readonly model?: string };
      return [text, model];
    });
  }

  it("applies to every message until it is reset", async () => {
    render(
      <ServiceProvider identity={{ tenant: "acme", user: "ana" }} baseUrl={baseUrl} headers={headers} fetch={fetchHost}>
        <WithPicker />
      </ServiceProvider>,
    );
    await userEvent.selectOptions(picker(), "scripted");
    await userEvent.type(field(), "one{Enter}two{Enter}");
    expect(picker()).toHaveValue("scripted");
    await userEvent.selectOptions(picker(), "As it is");
    await userEvent.type(field(), "three{Enter}");
    const expected = [
      ["one", "scripted"],
      ["two", "scripted"],
      ["three", undefined],
    ];
    await waitFor(async () => expect(await sent()).toEqual(expected));
  });
});

describe("useLocalDraft", () => {
  function Local() {
    const composer = useComposer({ sendMessage: async () => undefined }, { draft: useLocalDraft("notes") });
    return <ComposerView composer={composer} />;
  }
  const as = (user: string | null, isShown = true) => (
    <ServiceProvider identity={user === null ? null : { tenant: "acme", user }}>{isShown && <Local />}</ServiceProvider>
  );

  it("survives a remount and a reload, and is never shown to another person", async () => {
    const first = render(as("ana"));
    await userEvent.type(field(), "a secret of Ana");
    first.rerender(as("ana", false));
    expect(JSON.stringify(Object.entries(sessionStorage))).toContain("a secret of Ana");
    first.rerender(as("ana"));
    expect(field()).toHaveValue("a secret of Ana");
    first.unmount();
    const second = render(as("ana"));
    expect(field()).toHaveValue("a secret of Ana");
    second.rerender(as("ben"));
    expect(field()).toHaveValue("");
    expect(JSON.stringify(Object.entries(sessionStorage)) + document.body.innerHTML).not.toContain("secret");
  });

  it("keeps the draft when the page unloads mid-word", async () => {
    render(as("ana"));
    await userEvent.type(field(), "Half a wo");
    window.dispatchEvent(new Event("pagehide"));
    expect(JSON.stringify(Object.entries(sessionStorage))).toContain("Half a wo");
  });
});

describe("useComposer without a network", () => {
  const shown = holder<ComposerState>();
  function Offline({ isAccepted }: { readonly isAccepted: boolean }) {
    const connection = "offline" as const;
    const source = { sendMessage: () => {}, stop: () => {}, isRunning: true, isAccepted, connection };
    const composer = useComposer(source);
    useEffect(() => shown.hold(composer));
    return null;
  }

  it("stops a running turn, and no message that was never sent", () => {
    const { rerender } = render(<Offline isAccepted={false} />);
    expect(shown.held().canStop).toBe(false);
    rerender(<Offline isAccepted />);
    expect(shown.held().canStop).toBe(true);
  });
});

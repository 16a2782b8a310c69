import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { type ComponentProps } from "react";
import { describe, expect, it } from "vitest";
import { ApiKeysView } from "../../src/components/api-keys/api-keys-view.js";
import { AttachmentTray } from "../../src/components/attachments/attachment-tray.js";
import { IntegrationListView } from "../../src/components/integrations/integration-list-view.js";
import { ConnectedMachinesView } from "../../src/components/machines/connected-machines-view.js";
import { MemoryPanelView } from "../../src/components/memory/memory-panel-view.js";
import { QueuePanelView } from "../../src/components/queue-panel/queue-panel-view.js";
import { SessionListView } from "../../src/components/session-list/session-list-view.js";

const time = "2026-01-01T00:00:00.000Z";
const done = () => Promise.resolve();

/** Does this twice, and returns the words of the live region after each time. */
async function twice(act: (time: number) => unknown, words: RegExp): Promise<readonly (string | null)[]> {
  const region = () => [...document.querySelectorAll("output, [aria-live]")].find((one) => words.test(one.textContent));
  await act(0);
  await waitFor(() => expect(region()).toBeTruthy());
  const first = region()!.textContent;
  await act(1);
  // A region whose text does not change is not read again.
  await waitFor(() => expect(region()!.textContent).not.toBe(first));
  return [first, region()!.textContent.trim()];
}

function confirm(opener: string, answer: string): void {
  const [button] = screen.getAllByRole("button", { name: opener });
  fireEvent.click(button!);
  fireEvent.click(screen.getByRole("button", { name: answer }));
}

describe("words of a live region are read again when the same happens again", () => {
  it("in the memories of a person", async () => {
    const memories = ["tea", "maps"].map((text) => ({ id: text, text, updatedAt: time }) as never);
    render(<MemoryPanelView memories={memories} onDelete={done} />);
    const said = await twice((at) => confirm(`Delete: ${at === 0 ? "tea" : "maps"}`, "Delete memory"), /deleted/);
    expect(said).toEqual(["Memory deleted", "Memory deleted"]);
  });

  it("in the API keys", async () => {
    const key = { name: "CI", prefix: "sk", access: "read", createdAt: time, lastUsedAt: null, expiresAt: null };
    const keys = ["a", "b"].map((id) => ({ ...key, id, createdBy: null }) as never);
    render(<ApiKeysView keys={keys} onRevoke={done} />);
    const said = await twice(() => confirm("Revoke: CI", "Revoke key"), /revoked/);
    expect(said[0]).toBe(said[1]);
  });

  it("in the list of sessions", async () => {
    const row = { title: "New", firstMessage: "", status: "idle", isArchived: false, isPinned: false, updatedAt: time };
    const sessions = ["a", "b"].map((sessionId) => ({ ...row, sessionId }) as never);
    render(<SessionListView sessions={sessions} onDelete={done} />);
    const remove = () => {
      fireEvent.click(screen.getAllByRole("button", { name: /More actions/ })[0]!);
      fireEvent.click(screen.getByRole("menuitem", { name: "Delete" }));
      fireEvent.click(within(screen.getByRole("group")).getByRole("button", { name: /Delete/ }));
    };
    const said = await twice(remove, /deleted/i);
    expect(said[0]).toBe(said[1]);
  });

  it("in the queue", async () => {
    const queue = ["a", "b"].map((turnId) => ({ turnId, text: turnId }) as never);
    render(<QueuePanelView queue={queue} onMove={done} />);
    const move = () => {
      fireEvent.click(screen.getByRole("button", { name: "More actions for a" }));
      fireEvent.click(screen.getByRole("menuitem", { name: "Move down" }));
    };
    const said = await twice(move, /2/);
    expect(said[0]).toBe(said[1]);
  });

  it("in the files of a message", async () => {
    type Files = ComponentProps<typeof AttachmentTray>["attachments"];
    const verbs = { remove: done, retry: done, cancel: done, limits: { maxFiles: 5, maxSizeBytes: null, accept: "" } };
    const tray = (status: string) => {
      const attachments = [{ id: "f", name: "plan.pdf", status, problem: "upload", progress: 0, sizeBytes: 1 }];
      return <AttachmentTray attachments={{ ...verbs, attachments } as unknown as Files} />;
    };
    const { rerender } = render(tray("uploading"));
    const fail = () => {
      rerender(tray("uploading"));
      rerender(tray("failed"));
    };
    const said = await twice(fail, /plan\.pdf/);
    expect(said[0]).toBe(said[1]);
  });

  it("in the connected machines, where two of one name connect", async () => {
    const approved = (code: string, state: string) => ({
      code,
      state,
      id: null,
      name: "laptop",
      folder: "/",
      abilities: [],
    });
    const list = (...of: unknown[]) => <ConnectedMachinesView machines={[]} approved={of as never} />;
    const { rerender } = render(list(approved("a", "connecting"), approved("b", "connecting")));
    const connect = (at: number) =>
      rerender(list(approved("a", "connected"), approved("b", at === 0 ? "connecting" : "connected")));
    const said = await twice(connect, /laptop/);
    expect(said[0]).toBe(said[1]);
  });
});

describe("the newest words of a list are read, also after others", () => {
  const pending = (action: string) => new Map([["old", action]]) as never;
  const nothing = new Map() as never;

  it("of a machine that connects after another was removed", async () => {
    const machine = {
      id: "old",
      name: "desktop",
      folder: "/",
      abilities: [],
      state: "away",
      lastSeenAt: null,
      endUser: null,
    };
    const next = (state: string) =>
      [{ code: "a", state, id: null, name: "laptop", folder: "/", abilities: [] }] as never;
    const list = (busy: never, state: string) => (
      <ConnectedMachinesView machines={[machine as never]} pending={busy} approved={next(state)} />
    );
    const { rerender } = render(list(nothing, "connecting"));
    rerender(list(pending("revoke"), "connecting"));
    rerender(list(nothing, "connecting"));
    expect(document.querySelector("output")!.textContent).toMatch(/desktop/);
    rerender(list(nothing, "connected"));
    expect(document.querySelector("output")!.textContent).toMatch(/laptop/);
  });

  it("of an integration that is added after another was removed", async () => {
    const integration = {
      id: "old",
      displayName: "Orders",
      baseUrl: "https://a.test",
      status: "ready",
      tools: [],
      source: {},
    };
    const list = (busy: never, added: string | null) => (
      <IntegrationListView integrations={[{ ...integration, endUser: null } as never]} pending={busy} added={added} />
    );
    const { rerender } = render(list(nothing, null));
    rerender(list(pending("remove"), null));
    rerender(list(nothing, null));
    expect(document.querySelector("output")!.textContent).toMatch(/Orders/);
    rerender(list(nothing, "Billing"));
    expect(document.querySelector("output")!.textContent).toMatch(/Billing/);
  });
});

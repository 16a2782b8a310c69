import { createMemoryStore, type Store } from "@service/embedded/app";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { StrictMode, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MemoryPanel } from "../../src/components/memory/memory-panel.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { ana, chatWorld, chloe, type ChatWorld, type Person } from "../chat/chat-world.js";

let world: ChatWorld;
let store: Store;
beforeEach(async () => {
  store = createMemoryStore();
  world = await chatWorld({ memory: true }, { store });
});
afterEach(() => world.close());

async function remember(user: string | null, id: string, text: string): Promise<void> {
  const workspaceId = await world.service.workspaceId({ tenant: "acme" });
  const layer =
    user === null
      ? ({ kind: "workspace", workspaceId } as const)
      : ({ kind: "user", workspaceId, endUser: { source: world.service.source, id: user } } as const);
  const at = "2026-01-01T00:00:00.000Z";
  const put = { id, layer, kind: "fact", text, createdAt: at, updatedAt: at };
  await store.changeMemories(layer, () => ({ put, result: null }));
}

const page = (content: ReactNode, person: Person = ana, fetch = world.fetch) => (
  <StrictMode>
    <ServiceProvider identity={person} fetch={fetch}>
      {content}
    </ServiceProvider>
  </StrictMode>
);

describe("MemoryPanel", () => {
  it("deletes one memory after a question, then all of this person and none of others", async () => {
    for (const [id, text] of [
      ["m1", "likes tea"],
      ["m2", "likes trains"],
      ["m3", "likes maps"],
    ] as const)
      await remember("ana", id, text);
    await remember("ben", "m4", "likes coffee");
    await remember(null, "m5", "ships on Mondays");
    render(page(<MemoryPanel />));
    await screen.findByText("likes tea");
    expect([screen.queryByText("likes coffee"), screen.queryByText("ships on Mondays")]).toEqual([null, null]);

    fireEvent.click(screen.getByRole("button", { name: "Delete: likes tea" }));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Keep" }));
    fireEvent.click(screen.getByRole("button", { name: "Delete memory" }));
    await waitFor(() => expect(screen.queryByText("likes tea")).toBeNull());
    expect(screen.getByText("Memory deleted").tagName).toBe("OUTPUT");

    fireEvent.click(screen.getByRole("button", { name: "Delete all" }));
    expect(screen.getByRole("group", { name: /^Delete all 2 memories/ })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Delete all memories" }));
    const none = await screen.findByText("No memories yet");
    await waitFor(() => expect(document.activeElement).toBe(none));
    const { service } = world;
    const workspaceId = await service.workspaceId({ tenant: "acme" });
    const of = { workspaceId, endUserSource: service.source, endUserId: "ben", withWorkspace: true };
    expect((await service.client.listMemories(of)).map(({ id }) => id)).toEqual(["m4", "m5"]);
  });

  it("takes a lost answer to a deletion as done", async () => {
    await remember("ana", "m1", "likes tea");
    let lost = 0;
    const lossy: typeof fetch = async (input, init) => {
      const answer = await world.fetch(input, init);
      if (init?.method !== "DELETE" || lost > 0) return answer;
      lost += 1;
      throw new TypeError("lost on the way back");
    };
    render(page(<MemoryPanel />, ana, lossy));
    fireEvent.click(await screen.findByRole("button", { name: "Delete: likes tea" }));
    fireEvent.click(screen.getByRole("button", { name: "Delete memory" }));
    await screen.findByText("No memories yet");
    expect([lost, screen.queryByRole("alert")]).toEqual([1, null]);
  });

  it("keeps a memory that could not be deleted, and reports the failure", async () => {
    await remember("ana", "m1", "likes tea");
    const refusing: typeof fetch = async (input, init) =>
      init?.method === "DELETE" ? new Response("{}", { status: 403 }) : world.fetch(input, init);
    render(page(<MemoryPanel />, ana, refusing));
    fireEvent.click(await screen.findByRole("button", { name: "Delete: likes tea" }));
    fireEvent.click(screen.getByRole("button", { name: "Delete memory" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Couldn't delete memories.");
    expect(screen.getByText("likes tea")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows another person nothing of it", async () => {
    await remember("ana", "m1", "likes tea");
    const { container, rerender } = render(page(<MemoryPanel />));
    await screen.findByText("likes tea");
    world.person = chloe;
    rerender(page(<MemoryPanel />, chloe));
    await screen.findByText("No memories yet");
    expect(container.innerHTML).not.toContain("likes tea");
  });
});

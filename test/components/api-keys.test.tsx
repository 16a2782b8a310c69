import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { StrictMode, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiKeys } from "../../src/components/api-keys/api-keys.js";
import { ApiKeysView } from "../../src/components/api-keys/api-keys-view.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { englishApiKeys } from "../../src/strings/api-key-messages.js";
import { german } from "../../src/strings/de/german.js";
import { apiKey } from "../../stories/api-key-fixtures.js";
import { ana, chatWorld, chloe, type ChatWorld, type Person } from "../chat/chat-world.js";

let world: ChatWorld;
let role: "admin" | "member";
beforeEach(async () => {
  role = "admin";
  const resolve = () => (world.person ? { ...world.person, role } : new Response("{}", { status: 401 }));
  world = await chatWorld({ apiKeys: true, resolve });
});
afterEach(() => world.close());

const page = (content: ReactNode, person: Person = ana) => (
  <StrictMode>
    <ServiceProvider identity={person} fetch={world.fetch}>
      {content}
    </ServiceProvider>
  </StrictMode>
);

/** Creates a key by the form and returns its token, as the page shows it. */
async function created(name: string, access = "Read only"): Promise<string> {
  fireEvent.click(await screen.findByRole("button", { name: "New key" }));
  fireEvent.change(screen.getByRole("textbox", { name: "Name" }), { target: { value: ` ${name} ` } });
  fireEvent.click(screen.getByRole("radio", { name: access }));
  fireEvent.click(screen.getByRole("button", { name: "Create key" }));
  await screen.findByRole("heading", { name: `“${name}” created` });
  return screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Key" }).value;
}

describe("ApiKeys", () => {
  it("takes a press on any word of an access, which keeps its name and its description", async () => {
    render(page(<ApiKeys />));
    fireEvent.click(await screen.findByRole("button", { name: "New key" }));
    const { full } = englishApiKeys.form.permits;
    const radio = screen.getByRole<HTMLInputElement>("radio", { name: englishApiKeys.access.full, description: full });
    expect(radio.checked).toBe(false);
    fireEvent.click(screen.getByText(full));
    expect(radio.checked).toBe(true);
  });

  it("creates a key, shows it once, lists it, and revokes it after a question", async () => {
    const { container, unmount } = render(page(<ApiKeys />));
    await screen.findByText("No API keys");
    expect(document.activeElement).toBe(document.body);
    const token = await created("CI");
    expect(token).toMatch(/^svk_[0-9a-f]{64}$/);
    expect(screen.getByText(/It won't be shown again\./)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "“CI” created" })));
    expect(await screen.findByRole("heading", { name: "CI" })).toBeTruthy();

    fireEvent.click(screen.getByRole("button", { name: "Done" }));
    expect(container.innerHTML).not.toContain(token);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "New key" })));

    fireEvent.click(screen.getByRole("button", { name: "Revoke: CI" }));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Keep" }));
    fireEvent.click(screen.getByRole("button", { name: "Revoke key" }));
    await screen.findByText("No API keys");
    expect(screen.getByText("“CI” revoked").tagName).toBe("OUTPUT");
    unmount();
  });

  it("takes the token of a key out of sight that is revoked elsewhere", async () => {
    const { container } = render(page(<ApiKeys />));
    await screen.findByText("No API keys");
    expect(document.activeElement).toBe(document.body);
    const token = await created("CI");
    await screen.findByRole("heading", { name: "CI" });
    expect(container.innerHTML).toContain(token);
    const listed = await world.fetch("/api/service/v1/workspaces/current/api-keys");
    const { apiKeys } = (await listed.json()) as { readonly apiKeys: readonly { readonly id: string }[] };
    const gone = await world.fetch(`/api/service/v1/workspaces/current/api-keys/${apiKeys[0]?.id}`, {
      method: "DELETE",
    });
    expect(gone.ok).toBe(true);
    window.dispatchEvent(new Event("online"));
    await screen.findByRole("heading", { name: "“CI” revoked" });
    expect(screen.getByText("This key no longer works.")).toBeVisible();
    expect(container.innerHTML).not.toContain(token);
    fireEvent.click(screen.getByRole("button", { name: "Done" }));
    await screen.findByText("No API keys");
  });

  it("keeps a key's token in no storage of the page and in no second mount", async () => {
    const { unmount } = render(page(<ApiKeys />));
    const token = await created("CI", "Read and write");
    unmount();
    expect(JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage)))).not.toContain(
      token,
    );
    const { container } = render(page(<ApiKeys />));
    await screen.findByRole("heading", { name: "CI" });
    expect(screen.getByText("Read and write")).toBeTruthy();
    expect(container.innerHTML).not.toContain(token);
  });

  it("shows another person neither the key nor the list", async () => {
    const { container, rerender } = render(page(<ApiKeys />));
    const token = await created("CI");
    world.person = chloe;
    rerender(page(<ApiKeys />, chloe));
    await screen.findByText("No API keys");
    expect(container.innerHTML).not.toContain(token);
    expect(screen.queryByRole("heading", { name: "CI" })).toBeNull();
  });

  it("explains to members that keys are for admins, without a button", async () => {
    role = "member";
    render(page(<ApiKeys />));
    await screen.findByText("Only admins can manage API keys.");
    expect(screen.queryAllByRole("button")).toEqual([]);
  });

  it("keeps room for the button while it loads, so that no row moves later", async () => {
    render(page(<ApiKeys />));
    const room = () => document.querySelector(".sv-api-keys-room");
    expect(room()?.textContent).toBe("New key");
    expect(screen.queryByRole("button", { name: "New key" })).toBeNull();
    await screen.findByRole("button", { name: "New key" });
    expect(room()).toBeNull();
  });

  it("asks for a name, and keeps the typed text when the key and then the list is refused, until it is discarded", async () => {
    render(page(<ApiKeys />));
    fireEvent.click(await screen.findByRole("button", { name: "New key" }));
    fireEvent.click(screen.getByRole("button", { name: "Create key" }));
    expect(screen.getByText("Enter a name.")).toBeTruthy();
    role = "member";
    const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
    fireEvent.change(field, { target: { value: "CI" } });
    fireEvent.click(screen.getByRole("button", { name: "Create key" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Only an admin");
    await screen.findByText(englishApiKeys.adminsOnly);
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name" })).toBe(field);
    expect(field.value).toBe("CI");
    fireEvent.keyDown(field, { key: "Escape" });
    fireEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("button", { name: "New key" })).toBeNull();
  });

  it("copies the key, and reports when the browser refuses", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
    try {
      render(page(<ApiKeys />));
      const token = await created("CI");
      fireEvent.click(screen.getByRole("button", { name: "Copy key" }));
      await screen.findByText("Copied");
      expect(writeText).toHaveBeenCalledWith(token);
      writeText.mockRejectedValue(new Error("refused"));
      fireEvent.click(screen.getByRole("button", { name: "Copy key" }));
      await screen.findByText("Couldn't copy. Select it and copy it.");
    } finally {
      Reflect.deleteProperty(navigator, "clipboard");
    }
  });

  it("marks an expired key with a badge, and no other", () => {
    const keys = [
      apiKey("k1", "Old", { expiresAt: "2024-05-02T12:00:00.000Z" }),
      apiKey("k2", "New", { expiresAt: "2124-05-02T12:00:00.000Z" }),
      apiKey("k3", "Endless"),
    ];
    render(page(<ApiKeysView keys={keys} />));
    const badges = screen
      .getAllByRole("listitem")
      .map((row) => [...row.querySelectorAll(".sv-record-badge[data-tone='warn']")].map((badge) => badge.textContent));
    expect(badges).toEqual([["Expired"], [], []]);
  });

  it("names the day of a key before its author", () => {
    render(page(<ApiKeysView keys={[apiKey("k1", "CI", { createdAt: "2024-05-01T09:00:00.000Z" })]} />));
    expect(screen.getByText(/^Created May 1, 2024 by Ana · Last used/)).toBeTruthy();
    expect(german.apiKeys.created("1. Mai 2024", "Ana")).toBe("Erstellt am 1. Mai 2024 von Ana");
    expect(englishApiKeys.created("now", null)).toBe("Created just now");
    expect(german.apiKeys.created("jetzt", null)).toBe("Erstellt gerade eben");
    expect(german.apiKeys.created("vor 2 Std.", "Ana")).toBe("Erstellt vor 2 Std. von Ana");
  });

  it("shows keys without buttons when it is read-only", async () => {
    const { unmount } = render(page(<ApiKeys />));
    await created("CI");
    unmount();
    render(page(<ApiKeys readOnly />));
    await screen.findByRole("heading", { name: "CI" });
    expect(screen.queryAllByRole("button")).toEqual([]);
  });
});

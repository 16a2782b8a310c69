import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChatConversation } from "../../src/components/chat-conversation/chat-conversation.js";
import { forgetHints } from "../../src/foundation/development.js";
import { useChat } from "../../src/hooks/use-chat.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { faultFetch, type FaultFetch } from "../../src/testing/fault-fetch.js";
import type { ChatFirstPage } from "../../src/wire/protocol/chat-first-page.js";
import { ana, chatWorld, chloe, type ChatWorld, type Person } from "../chat/chat-world.js";

let world: ChatWorld;
let network: FaultFetch;
let page: ChatFirstPage;
beforeEach(async () => {
  forgetHints();
  world = await chatWorld();
  network = faultFetch(world.fetch, () => undefined);
  const chat = await world.service.chat({ ...ana, conversation: "c_1" });
  await chat.send("/say Private words");
  page = await world.service.firstPage({ ...ana, conversation: "c_1" });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  document.body.innerHTML = "";
  await world.close();
});

const requests = () => network.seen.map(({ method, url }) => `${method} ${url.pathname}${url.search}`);
const view = (person: Person, conversation = "c_1", firstPage: ChatFirstPage | null = page) => (
  <ServiceProvider identity={person} fetch={network}>
    <ChatConversation conversation={conversation} firstPage={firstPage} />
  </ServiceProvider>
);

describe("a page that is given the first page of its conversation", () => {
  it("is drawn with it on the server, and is hydrated without a request for the history", async () => {
    const complaints = vi.spyOn(console, "error");
    const reads = vi.spyOn(Storage.prototype, "getItem");
    const html = renderToString(view(ana));
    expect(html).toContain("Private words");
    expect(html).not.toMatch(/\sstyle=/);
    expect(reads).not.toHaveBeenCalled();
    const place = document.body.appendChild(document.createElement("div"));
    place.innerHTML = html;
    const recovered = vi.fn<(error: unknown) => void>();
    const root = await act(async () => hydrateRoot(place, view(ana), { onRecoverableError: recovered }));
    await waitFor(() => expect(requests()).toEqual(["GET /api/chat?follow=1"]));
    expect(place.textContent).toContain("Private words");
    expect(recovered).not.toHaveBeenCalled();
    // This "server" has a window, so React 18 warns of layout effects; a real one does not.
    const real = complaints.mock.calls.filter(([text]) => !String(text).includes("useLayoutEffect does nothing"));
    expect(real).toEqual([]);
    act(() => root.unmount());
  });

  it("keeps the answer that a person typed into its question before its script ran", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const chat = await world.service.chat({ ...ana, conversation: "c_1" });
    await chat.send("/ask text");
    page = await world.service.firstPage({ ...ana, conversation: "c_1" });
    const place = document.body.appendChild(document.createElement("div"));
    place.innerHTML = renderToString(view(ana));
    const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /trip/ });
    field().value = "Lisbon";
    const root = await act(async () => hydrateRoot(place, view(ana), { onRecoverableError: () => {} }));
    await waitFor(() => expect(requests()).toEqual(["GET /api/chat?follow=1"]));
    expect(field()).toHaveValue("Lisbon");
    act(() => root.unmount());
  });

  const daysAgo = (days: number): ChatFirstPage => {
    const { history } = page;
    const at = (time = "") => new Date(Date.parse(time) - days * 86_400_000 - 3_600_000).toISOString();
    return {
      ...page,
      history: { ...history, messages: history.messages.map((one) => ({ ...one, createdAt: at(one.createdAt) })) },
    };
  };
  const dayLines = (place: Element) => [...place.querySelectorAll(".sv-day")].map(({ textContent }) => textContent);

  it.each([
    [2, "\u00a0"],
    [0, undefined],
  ])("has room for the day of a first message of %i days ago where the reader's zone cannot matter", (days, line) => {
    vi.spyOn(console, "error").mockReturnValue();
    const place = document.body.appendChild(document.createElement("div"));
    place.innerHTML = renderToString(view(ana, "c_1", daysAgo(days)));
    expect(dayLines(place)[0]).toBe(line);
  });

  it("writes the day into that room in the page", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const old = view(ana, "c_1", daysAgo(2));
    const place = document.body.appendChild(document.createElement("div"));
    place.innerHTML = renderToString(old);
    const [line] = place.querySelectorAll(".sv-day");
    const recovered = vi.fn<(error: unknown) => void>();
    const root = await act(async () => hydrateRoot(place, old, { onRecoverableError: recovered }));
    expect(recovered).not.toHaveBeenCalled();
    expect(dayLines(place)).toEqual([expect.stringMatching(/day, /)]);
    expect(place.querySelector(".sv-day")).toBe(line);
    act(() => root.unmount());
  });

  it("uses it also where another hook of the conversation, without it, is drawn first", async () => {
    const Badge = () => <output>{useChat({ conversation: "c_1" }).messages.length}</output>;
    const both = (
      <ServiceProvider identity={ana} fetch={network}>
        <Badge />
        <ChatConversation conversation="c_1" firstPage={page} />
      </ServiceProvider>
    );
    vi.spyOn(console, "error").mockReturnValue();
    const html = renderToString(both);
    expect(html).toContain("Private words");
    const place = document.body.appendChild(document.createElement("div"));
    place.innerHTML = html;
    const recovered = vi.fn<(error: unknown) => void>();
    const root = await act(async () => hydrateRoot(place, both, { onRecoverableError: recovered }));
    await waitFor(() => expect(requests()).toEqual(["GET /api/chat?follow=1"]));
    expect(place.querySelector("output")?.textContent).toBe("2");
    expect(recovered).not.toHaveBeenCalled();
    act(() => root.unmount());
  });

  it("shows nothing of it to another person, and says why to its developer", () => {
    vi.stubEnv("NODE_ENV", "development");
    const complaints = vi.spyOn(console, "error").mockReturnValue();
    expect(renderToString(view(chloe))).not.toContain("Private words");
    expect(complaints.mock.calls.flat().join()).toContain("another person");
    expect(renderToString(view({ ...ana, tenant: "globex" }))).not.toContain("Private words");
  });

  it("shows nothing of it in another conversation", () => {
    vi.stubEnv("NODE_ENV", "development");
    const complaints = vi.spyOn(console, "error").mockReturnValue();
    expect(renderToString(view(ana, "c_2"))).not.toContain("Private words");
    expect(complaints.mock.calls.flat().join()).toContain("another conversation");
  });

  it("shows nothing of it from the commit on in which the person changes", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const { container, rerender } = render(view(ana));
    expect(container.textContent).toContain("Private words");
    world.person = chloe;
    rerender(view(chloe));
    expect(container.textContent).not.toContain("Private words");
    await act(async () => {});
  });

  it("sends nothing as a person who signed in elsewhere before the first response", async () => {
    const theirs = await world.service.chat({ ...chloe, conversation: "c_1" });
    await theirs.send("/say Secret of Chloe");
    const onIdentityChange = vi.fn<() => void>();
    const late = faultFetch(world.fetch, ({ method }) => (method === "GET" ? { kind: "no-answer" } : undefined));
    const { container } = render(
      <ServiceProvider identity={ana} fetch={late} onIdentityChange={onIdentityChange}>
        <ChatConversation conversation="c_1" firstPage={page} />
      </ServiceProvider>,
    );
    world.person = chloe;
    await userEvent.type(screen.getByRole("textbox"), "For Ana's agent alone{Enter}");
    await waitFor(() => expect(onIdentityChange).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(container.textContent).not.toContain("Private words"));
    expect(container.textContent).not.toContain("Secret of Chloe");
    expect(JSON.stringify((await theirs.history()).messages)).not.toContain("For Ana's agent alone");
  });

  it("requests it where null stands for none", async () => {
    render(view(ana, "c_1", null));
    await waitFor(() => expect(requests()).toContain("GET /api/chat"));
    await act(async () => {});
  });
});

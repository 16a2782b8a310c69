import { act, fireEvent, render, screen } from "@testing-library/react";
import { ChatConversation, ServiceProvider, type Identity } from "@service/react";
import { StrictMode, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
let requests = 0;
const noticed = vi.fn<() => void>();

beforeEach(async () => {
  world = await chatWorld();
  requests = 0;
  noticed.mockClear();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await world.close();
});

const counted: typeof fetch = (input, init) => {
  requests += 1;
  return world.fetch(input, init);
};
/** In steps, as `act` renders nothing before its end. What takes no timer, such as a digest, gets its real time. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 20) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(20);
      await new Promise((resolve) => setImmediate(resolve));
    });
  }
}
/** Passes time until the page shows this text. */
async function passUntil(text: string): Promise<void> {
  for (let steps = 0; steps < 1000 && !screen.queryByText(text); steps += 1) await pass(20);
  expect(screen.getByText(text)).toBeVisible();
}
const welcome = "How can I help?";

/** A host that asks again who is signed in, and finds the same person each time. */
function Page() {
  const [identity, setIdentity] = useState<Identity | undefined>(ana);
  const recheck = () => {
    noticed();
    setIdentity(undefined);
    setTimeout(() => setIdentity(ana), 100);
  };
  return (
    <ServiceProvider identity={identity} fetch={counted} onIdentityChange={recheck}>
      <ChatConversation conversation="c_1" />
    </ServiceProvider>
  );
}

describe.each([
  ["", (page: React.ReactNode) => page],
  [" in StrictMode", (page: React.ReactNode) => <StrictMode>{page}</StrictMode>],
])("a 401 that stays although the host finds the same person%s", (_, whole) => {
  it("is asked about after growing pauses, and the host is asked again after a minute", async () => {
    world.person = null;
    render(whole(<Page />));
    await pass(2_000);
    const before = requests;
    await pass(8_000);
    expect(noticed).toHaveBeenCalledTimes(1);
    expect(requests - before).toBeLessThan(20);
    await pass(20_000);
    expect(noticed).toHaveBeenCalledTimes(1);
    expect(requests - before).toBeLessThan(40);
    await pass(60_000);
    expect(noticed).toHaveBeenCalledTimes(2);
  });

  it("shows one steady state meanwhile", async () => {
    world.person = null;
    const { container } = render(whole(<Page />));
    await pass(2_000);
    const steady = container.textContent;
    const shown = new Set<string | null>();
    const watch = new MutationObserver(() => shown.add(container.textContent));
    watch.observe(container, { subtree: true, childList: true, characterData: true });
    await pass(20_000);
    watch.disconnect();
    expect([...shown].filter((text) => text !== steady)).toEqual([]);
    expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  });

  it("ends at once when the person tries again", async () => {
    world.person = null;
    render(whole(<Page />));
    await pass(20_000);
    world.person = ana;
    const before = requests;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await pass(20);
    expect(requests).toBeGreaterThan(before);
    await passUntil(welcome);
  });

  it("ends by itself when the backend accepts the person again", async () => {
    world.person = null;
    render(whole(<Page />));
    await pass(5_000);
    world.person = ana;
    await passUntil(welcome);
    expect(noticed).toHaveBeenCalledTimes(1);
  });

  it("ends the identity at once where the same sign-in had been accepted in between", async () => {
    world.person = null;
    render(whole(<Page />));
    await pass(20);
    world.person = ana;
    await passUntil(welcome);
    const before = noticed.mock.calls.length;
    world.person = null;
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "Hello" } });
    fireEvent.keyDown(screen.getByRole("textbox"), { key: "Enter" });
    await pass(500);
    expect(noticed.mock.calls.length).toBe(before + 1);
  });
});

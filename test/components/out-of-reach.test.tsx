import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEventOf from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  ChatComposer,
  ChatConversation,
  MessageTimeline,
  ServiceProvider,
  SessionConversation,
} from "../../src/index.js";
import { faultFetch, type Fault, type FaultFetch } from "../../src/testing/fault-fetch.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";
import { converse } from "../hooks/conversation.js";

let world: ChatWorld;
let network: FaultFetch;
let fault: Fault | undefined;
let sessionId: string;
beforeEach(async () => {
  // Time advances by itself, and faster when a test asks.
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout", "Date"] });
  fault = undefined;
  world = await chatWorld();
  network = faultFetch(world.fetch, () => fault);
  sessionId = await converse(world, "/say Hello");
});
afterEach(async () => {
  vi.useRealTimers();
  await world.close();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const userEvent = userEventOf.setup({ advanceTimers: (ms) => void vi.advanceTimersByTime(ms) });

const show = (shown: ReactNode) =>
  render(
    <ServiceProvider identity={ana} fetch={network}>
      {shown}
    </ServiceProvider>,
  );

const nobody = "0197f7a4-0000-7000-8000-000000000000";
const doors: readonly (readonly [string, (id?: string) => ReactNode])[] = [
  ["the chat", () => <ChatConversation conversation="c_1" />],
  ["a session", (id = sessionId) => <SessionConversation sessionId={id} />],
  [
    "its two halves",
    (id = sessionId) => (
      <>
        <MessageTimeline sessionId={id} />
        <ChatComposer sessionId={id} />
      </>
    ),
  ],
];
const words = /can't be reached right now/;
/** The visible line; the spoken one is the same. */
const line = () => document.querySelector<HTMLElement>(".sv-connection[data-unreachable]");

describe.each(doors)("when nothing answers, %s", (_name, conversation) => {
  const badGateway: Fault = { kind: "status", status: 502 };

  it("reports after three seconds of the first load that it is unreachable, and retries on a press", async () => {
    fault = badGateway;
    show(conversation());
    await wait(2_000);
    expect(line()).toBeNull();
    await wait(2_000);
    await waitFor(() => expect(line()).toHaveTextContent(words));
    fault = undefined;
    await userEvent.click(within(line() as HTMLElement).getByRole("button", { name: "Try now" }));
    expect(await screen.findByText("Hello", { selector: ".sv-markdown *" })).toBeVisible();
    expect(line()).toBeNull();
  });

  it("reports the same for a message that is not delivered, without a busy state", async () => {
    show(conversation());
    await screen.findByText("Hello", { selector: ".sv-markdown *" });
    fault = badGateway;
    await userEvent.click(screen.getByRole("textbox", { name: "Message" }));
    await userEvent.paste("/say Again");
    await userEvent.keyboard("{Enter}");
    await wait(4_000);
    await waitFor(() => expect(line()).toHaveTextContent(words));
    expect(document.querySelector(".sv-thinking")).toBeNull();
    expect(screen.queryByText("The agent is answering")).toBeNull();
    fault = undefined;
    await userEvent.click(within(line() as HTMLElement).getByRole("button", { name: "Try now" }));
    expect(await screen.findByText("Again", { selector: ".sv-markdown *" })).toBeVisible();
    expect(line()).toBeNull();
  });
});

describe.each(doors)("on a device without a network, %s", (_name, conversation) => {
  it("says so with the first request that fails, and delivers the message later", async () => {
    const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    show(conversation());
    await screen.findByText("Hello", { selector: ".sv-markdown *" });
    fault = { kind: "refuse" };
    onLine.mockReturnValue(false);
    await userEvent.click(screen.getByRole("textbox", { name: "Message" }));
    await userEvent.paste("/say Again");
    await userEvent.keyboard("{Enter}");
    await wait(100);
    const offline = () => document.querySelector<HTMLElement>(".sv-connection[data-connection='offline']");
    await waitFor(() => expect(offline()).toHaveTextContent("You're offline. We'll catch up when you reconnect."));
    expect(document.querySelector(".sv-thinking")).toBeNull();
    fault = undefined;
    onLine.mockRestore();
    await userEvent.click(within(offline() as HTMLElement).getByRole("button", { name: "Try now" }));
    expect(await screen.findByText("Again", { selector: ".sv-markdown *" })).toBeVisible();
    expect(document.querySelector(".sv-connection")).toBeNull();
  });
});

it("shows that the device is offline before anything is sent, without a time for the next try", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  show(<ChatConversation conversation="c_1" />);
  await screen.findByText("Hello", { selector: ".sv-markdown *" });
  await wait(2_000);
  fault = { kind: "refuse" };
  onLine.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  const offline = () => document.querySelector<HTMLElement>(".sv-connection[data-connection='offline']");
  await waitFor(() => expect(offline()).toHaveTextContent("You're offline. We'll catch up when you reconnect."));
  await wait(5_000);
  expect(offline()?.querySelector(".sv-connection-next")).toBeNull();
  fault = undefined;
  onLine.mockRestore();
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(document.querySelector(".sv-connection")).toBeNull());
});

describe.each(doors.slice(1))("a session that is not there, in %s", (_name, conversation) => {
  it("is one state, with nothing to write in and no connection to speak of", async () => {
    show(conversation(nobody));
    expect(await screen.findByText("This conversation isn't available", { selector: ".sv-missing *" })).toBeVisible();
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("button")).toBeNull();
    expect(document.querySelector(".sv-connection, .sv-error, .sv-composer")).toBeNull();
    expect(screen.queryByText("How can I help?")).toBeNull();
  });
});

describe("a host's reaction to a missing conversation", () => {
  it("is called once, and may draw the state itself", async () => {
    let told = 0;
    const onMissing = () => (told += 1);
    const Own = () => <a href="/inbox">Back to the inbox</a>;
    const { rerender } = show(
      <MessageTimeline sessionId={nobody} onMissing={onMissing} components={{ MissingState: Own }} />,
    );
    expect(await screen.findByRole("link", { name: "Back to the inbox" })).toBeVisible();
    rerender(
      <ServiceProvider identity={ana} fetch={network}>
        <MessageTimeline sessionId={nobody} onMissing={onMissing} components={{ MissingState: Own }} />
      </ServiceProvider>,
    );
    expect(told).toBe(1);
  });

  it.each([403, 404])(
    "is the same for a chat that is answered %i, with a new conversation where the host has one",
    async (status) => {
      fault = { kind: "status", status, body: { error: { code: "forbidden", message: "No." } } };
      let told = 0;
      let begun = 0;
      show(
        <ChatConversation conversation="c_1" onMissing={() => (told += 1)} onNewConversation={() => (begun += 1)} />,
      );
      expect(await screen.findByText("This conversation isn't available", { selector: ".sv-missing *" })).toBeVisible();
      expect(screen.queryByRole("textbox")).toBeNull();
      await userEvent.click(screen.getByRole("button", { name: "New conversation" }));
      expect([told, begun]).toEqual([1, 1]);
    },
  );

  it("is not taken where the host forgot to mount the handler, which is no missing conversation", async () => {
    fault = { kind: "status", status: 404, body: "<html>Not found</html>" };
    show(<ChatConversation conversation="c_1" />);
    expect(await screen.findByText("This isn't available right now.", { selector: ".sv-error-text" })).toBeVisible();
  });
});

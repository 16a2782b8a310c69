/** Both views of one session show the same rows and the same errors. */
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChatConversation } from "../../src/components/chat-conversation/chat-conversation.js";
import { SessionConversation } from "../../src/components/session-conversation/session-conversation.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { faultFetch, type Fault, type SeenRequest } from "../../src/testing/fault-fetch.js";
import type { Messages, PartialMessages } from "../../src/strings/messages.js";
import { german } from "../../src/strings/de/german.js";
import { english } from "../../src/strings/english.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
let plan: (request: SeenRequest) => Fault | undefined;
beforeEach(async () => {
  world = await chatWorld();
  plan = () => undefined;
  sessionStorage.clear();
});
afterEach(() => world.close());

type View = "chat" | "session";

async function sessionId(): Promise<string> {
  const [record] = await world.service.sessions.list({ tenant: ana.tenant, user: ana.user });
  return record!.id;
}

async function open(view: View, strings: PartialMessages = {}) {
  const id = view === "session" ? await sessionId() : "";
  return render(
    <ServiceProvider identity={ana} strings={strings} fetch={faultFetch(world.fetch, (request) => plan(request))}>
      {view === "chat" ? <ChatConversation conversation="c_1" /> : <SessionConversation sessionId={id} />}
    </ServiceProvider>,
  );
}

async function say(text: string, { composer }: Messages = english) {
  await userEvent.click(await screen.findByRole("textbox", { name: composer.label }));
  await userEvent.paste(text);
  await userEvent.keyboard("{Enter}");
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const isIdle = () => waitFor(() => expect(document.querySelector(".sv-conversation[data-running]")).toBeNull());

/** Steps that were shown while they ran stay open for a moment. */
const areFolded = () =>
  waitFor(() =>
    expect(document.querySelector(".sv-turn[data-outcome=complete] .sv-fold-panel:not([hidden])")).toBeNull(),
  );

/** The words of the rows, without times. */
function rows(): readonly string[] {
  const shown = [
    ...document.querySelectorAll(
      ".sv-timeline [data-sv-item], .sv-timeline .sv-turn-line, .sv-timeline .sv-turn-failure",
    ),
  ];
  return shown
    .filter((row) => !row.parentElement?.closest("[data-sv-item]"))
    .map((row) =>
      (row.textContent ?? "").replaceAll(/\d+:\d\d( [AP]M)?|\d+(\.\d+)? m?s\b/g, "·").replaceAll(/\s+/g, " "),
    );
}

describe("a turn", () => {
  const turns: Readonly<
    Record<string, { readonly text: string; readonly act?: () => Promise<unknown>; readonly shows: string }>
  > = {
    "of tools alone": { text: "/tool find_order {}", shows: "Worked" },
    "that is stopped before any text": {
      text: "/silence 600",
      act: async () => press(english.composer.stop),
      shows: "Stopped",
    },
    "that completes without any output": { text: "/silence 0", shows: "Finished without an answer" },
    "that fails before any text": { text: "/fail before", shows: "The scripted agent failed" },
    "with answered questions": {
      text: "/ask single",
      act: async () => {
        await userEvent.click(await screen.findByRole("radio", { name: /Summer/ }));
        await press(english.question.submit);
        await screen.findByRole("article", { name: /Agent/ });
      },
      shows: "Summer",
    },
    "with skipped questions": {
      text: "/ask text skip",
      act: async () => {
        await press(english.question.skip);
        await screen.findByRole("article", { name: /Agent/ });
      },
      shows: english.decisions.settledSkipped(null),
    },
  };

  it.each(Object.entries(turns))("%s leaves the same rows in both views, and after a reload", async (_title, turn) => {
    await open("chat");
    await say(turn.text);
    await turn.act?.();
    await waitFor(() => expect(rows().join("\n")).toContain(turn.shows));
    await isIdle();
    await areFolded();
    const live = rows();
    for (const view of ["session", "chat"] as const) {
      cleanup();
      await open(view);
      await waitFor(() => expect(rows()).toEqual(live));
    }
  });
});

const refused = (status: number, code?: string): Fault => ({
  kind: "status",
  status,
  ...(code && { body: { error: { code, message: "For the log: svc-7 refused this.", retryable: false } } }),
});
const isWrite = ({ method }: SeenRequest) => method === "POST";

describe("an error in German", () => {
  it.each(["chat", "session"] as const)("has no English words in the %s view", async (view) => {
    await open("chat");
    await say("/say Hello.");
    await screen.findByText("Hello.");
    await isIdle();
    cleanup();
    await open(view, german);
    await screen.findByText("Hello.");
    plan = (request) => (isWrite(request) ? refused(403) : undefined);
    await say("Again", german);
    expect(await screen.findByText(german.errors.unavailable, { exact: false })).toBeVisible();
    expect(document.body.textContent).not.toContain(english.errors.unavailable);
  });
});

describe("an error", () => {
  /** The parts that show errors, as words and roles. */
  const trouble = () =>
    [
      ...document.querySelectorAll(
        ".sv-error, .sv-delivery, .sv-decision-outcome, .sv-composer-note[data-failed], .sv-connection-status, .sv-turn-failure, .sv-notice[data-tone=failed], .sv-missing",
      ),
    ].map((part) => `${part.className}: ${part.textContent?.replaceAll(/\d+\ss/g, "· s")}`);

  async function begin(view: View) {
    // The conversation exists before its view opens.
    await open("chat");
    await say("/say Hello.");
    await screen.findByText("Hello.");
    await isIdle();
    cleanup();
    await open(view);
    await screen.findByText("Hello.");
  }

  const errors: Readonly<Record<string, (view: View) => Promise<unknown>>> = {
    "a message that is refused": async (view) => {
      await begin(view);
      plan = (request) => (isWrite(request) ? refused(403) : undefined);
      await say("Again");
      await screen.findByText(english.delivery.failed, { exact: false });
    },
    "a message that the server reads as invalid": async (view) => {
      await begin(view);
      plan = (request) => (isWrite(request) ? refused(400, "validation_failed") : undefined);
      await say("Again");
      await screen.findByText(english.delivery.failed, { exact: false });
    },
    "a decision that is refused": async (view) => {
      await begin(view);
      await say("/approve refund");
      await screen.findByRole("button", { name: english.decisions.approve });
      plan = (request) => (isWrite(request) ? refused(400) : undefined);
      await press(english.decisions.approve);
      await waitFor(() => expect(document.querySelector(".sv-decision-outcome[data-state=failed]")).not.toBeNull());
    },
    "a stop that is refused": async (view) => {
      await begin(view);
      await say("/silence 600");
      await screen.findByRole("button", { name: english.composer.stop });
      await waitFor(() => expect(document.querySelector(".sv-thinking")).not.toBeNull());
      // A slow machine shows for a moment that the message is being sent.
      await waitFor(() => expect(trouble()).toEqual([]));
      plan = (request) => (isWrite(request) ? refused(403) : undefined);
      await press(english.composer.stop);
      await waitFor(() => expect(trouble()).not.toEqual([]));
    },
    "a conversation that cannot be read": async (view) => {
      await begin(view);
      cleanup();
      plan = () => refused(403);
      await open(view);
      await waitFor(() => expect(trouble()).not.toEqual([]));
    },
    "a page whose person is signed out": async (view) => {
      await begin(view);
      cleanup();
      plan = () => refused(401);
      await open(view);
      await waitFor(() => expect(document.querySelector(".sv-signed-out, .sv-error")).not.toBeNull());
    },
  };

  it.each(Object.entries(errors))("%s looks the same in both views", async (_title, provoke) => {
    const shown: string[][] = [];
    for (const view of ["chat", "session"] as const) {
      plan = () => undefined;
      await provoke(view);
      await act(async () => {});
      shown.push(trouble());
      cleanup();
      await world.close();
      world = await chatWorld();
      sessionStorage.clear();
    }
    expect(shown[0]).toEqual(shown[1]);
  });
});

it("the queue is folded to its number while a decision waits, in both views, and opens on a press", async () => {
  await open("chat");
  await say("/approve refund {}");
  await screen.findByRole("group", { name: "Approve “Refund”?" });
  await say("/silence 600");
  const folded = () => screen.findByRole("button", { name: "1 message queued", expanded: false });
  const prompt = () => screen.queryByRole("button", { name: "Remove from queue: /silence 600" });
  await folded();
  expect(prompt()).toBeNull();
  cleanup();

  await open("session");
  await userEvent.click(await folded());
  expect(prompt()).not.toBeNull();
  expect(screen.getByRole("button", { name: "1 message queued", expanded: true })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Reject…" }));
  await userEvent.click(screen.getByRole("button", { name: "Reject" }));
  await waitFor(() => expect(screen.queryByText("1 message queued")).toBeNull());
  await say("And this");
  await screen.findByText("1 message queued");
  expect(screen.queryByRole("button", { name: "1 message queued" })).toBeNull();
  expect(screen.getByRole("button", { name: "Remove from queue: And this" })).toBeVisible();
});

import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DecisionList } from "../../../src/components/decisions/decision-list.js";
import type { Decision } from "../../../src/components/decisions/decision-types.js";
import { ServiceProvider } from "../../../src/hooks/service-provider.js";
import { useSessions, type Sessions } from "../../../src/hooks/use-sessions.js";
import { ana, chatWorld, type ChatWorld } from "../../chat/chat-world.js";
import { holder } from "../../hooks/holder.js";

let world: ChatWorld;
beforeEach(async () => {
  world = await chatWorld({ deleteSession: true });
});
afterEach(() => world.close());

const decisions: readonly Decision[] = [
  {
    kind: "question",
    id: "q",
    turnId: "t",
    state: { name: "pending" },
    request: { id: "q", allowSkip: true, expiresAt: null, questions: [{ id: "why", kind: "text", prompt: "Why?" }] },
  },
  { kind: "approval", id: "a", turnId: "t", name: "refund", arguments: { amount: 12 }, state: { name: "pending" } },
];

it.each([
  ["its list", (sessionId: string) => ({ decisions, keptAs: sessionId })],
  ["the decisions", (sessionId: string) => ({ decisions: decisions.map((decision) => ({ ...decision, sessionId })) })],
])("erases the words typed for decisions of a deleted session, named by %s", async (_, listOf) => {
  const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: "c-1" });
  await chat.send("/say gone");
  const list = listOf(chat.sessionId);
  const { hold, held } = holder<Sessions>();
  function Page() {
    hold(useSessions());
    return <DecisionList {...list} onRespond={() => undefined} />;
  }
  render(
    <ServiceProvider identity={ana} fetch={world.fetch}>
      <Page />
    </ServiceProvider>,
  );
  await expect.poll(() => held().sessions).toHaveLength(1);
  await userEvent.type(screen.getByRole("textbox", { name: "Why?" }), "A secret answer");
  await userEvent.click(screen.getByRole("button", { name: "Reject…" }));
  await userEvent.type(screen.getAllByRole("textbox")[1]!, "A secret reason");
  act(() => void dispatchEvent(new Event("pagehide")));
  const secrets = () => JSON.stringify(Object.entries(sessionStorage)).match(/secret/g)?.length ?? 0;
  expect(secrets()).toBe(2);
  await act(() => held().remove(chat.sessionId));
  expect(secrets()).toBe(0);
  expect(screen.getByRole("textbox", { name: "Why?" })).toHaveValue("");
});

import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChatConversation } from "../../src/components/chat-conversation/chat-conversation.js";
import type { ToolRendererProps } from "../../src/components/message-timeline/timeline-context.js";
import { SessionConversation } from "../../src/components/session-conversation/session-conversation.js";
import { useSession } from "../../src/hooks/use-session.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
let seen: string[];
beforeEach(async () => {
  world = await chatWorld();
  seen = [];
});
afterEach(() => world.close());

function OwnCall({ name, state, output }: ToolRendererProps) {
  seen.push((output ?? null) === null ? state : `${state} with an output`);
  return <p>{`${name} is ${state}`}</p>;
}

const components = { tools: { refund: OwnCall } };

function SessionOf() {
  const { sessionId, created } = useSession({ conversation: "c_1" });
  return created && sessionId !== null ? <SessionConversation sessionId={sessionId} components={components} /> : null;
}

describe.each([
  ["the chat", () => <ChatConversation conversation="c_1" components={components} />],
  ["the session", SessionOf],
])("a host's renderer of a tool, in %s", (_door, Door) => {
  const page = () => (
    <ServiceProvider identity={ana} fetch={world.fetch}>
      <Door />
    </ServiceProvider>
  );

  it("receives a waiting state until a decision, and then the result", async () => {
    const chat = await world.service.chat({ ...ana, conversation: "c_1" });
    await chat.send('/approve refund {"amount":5}');
    render(page());
    expect(await screen.findByText("refund is waiting")).toBeTruthy();
    expect(screen.queryByText("refund is complete")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Approve" }));
    await waitFor(() => expect(screen.getByText("refund is complete")).toBeTruthy());
    // Never complete before it has run.
    expect([...new Set(seen)].filter((state) => state !== "running")).toEqual(["waiting", "complete with an output"]);
  });
});

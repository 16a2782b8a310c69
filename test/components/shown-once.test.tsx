import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChatComposer } from "../../src/components/chat-composer/chat-composer.js";
import { ChatConversation } from "../../src/components/chat-conversation/chat-conversation.js";
import { DecisionList } from "../../src/components/decisions/decision-list.js";
import { MessageTimeline } from "../../src/components/message-timeline/message-timeline.js";
import { SessionConversation } from "../../src/components/session-conversation/session-conversation.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useSessionById } from "../../src/hooks/use-session-by-id.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
let sessionId: string;
const under = (children: React.ReactNode) => (
  <ServiceProvider identity={ana} fetch={world.fetch}>
    {children}
  </ServiceProvider>
);

beforeEach(async () => {
  world = await chatWorld();
  const view = render(under(<ChatConversation conversation="c_1" />));
  await userEvent.click(await screen.findByRole("textbox", { name: "Message" }));
  await userEvent.paste("/approve refund");
  await userEvent.keyboard("{Enter}");
  await screen.findByRole("button", { name: "Approve" });
  view.unmount();
  const [record] = await world.service.sessions.list({ tenant: ana.tenant, user: ana.user });
  sessionId = record!.id;
});
afterEach(() => world.close());

function HostsList() {
  const { pending, respond } = useSessionById(sessionId);
  return (
    <div data-testid="list">
      <DecisionList decisions={pending} onRespond={respond} />
    </div>
  );
}
const parts = {
  timeline: () => <MessageTimeline sessionId={sessionId} />,
  composer: () => <ChatComposer sessionId={sessionId} />,
  conversation: () => <SessionConversation sessionId={sessionId} />,
  chat: () => <ChatConversation conversation="c_1" />,
  list: () => <HostsList />,
} as const;
type Part = keyof typeof parts;

const cases: readonly (readonly [place: string, names: readonly Part[]])[] = [
  [".sv-chat-composer", ["timeline", "composer"]],
  [".sv-chat-composer", ["composer", "timeline"]],
  [".sv-chat-composer", ["composer"]],
  [".sv-chat-composer", ["composer", "composer"]],
  [".sv-message-timeline", ["timeline"]],
  [".sv-conversation", ["timeline", "composer", "conversation"]],
  [".sv-conversation", ["conversation", "composer"]],
  [".sv-conversation", ["composer", "chat"]],
  ["[data-testid=list]", ["timeline", "composer", "list"]],
  ["[data-testid=list]", ["list", "conversation"]],
  ["[data-testid=list]", ["timeline", "composer", "conversation", "list"]],
];

describe("a decision that waits", () => {
  it.each(cases)("is shown once, in %s, among %s", async (place, names) => {
    render(under(names.map((name, index) => <div key={index}>{parts[name]()}</div>)));
    await screen.findAllByRole("button", { name: "Approve" });
    // Each place may load after the one before it has shown the decision.
    await waitFor(() => expect(screen.getByRole("button", { name: "Approve" }).closest(place)).not.toBeNull());
  });

  it("moves to the timeline when the host's list unmounts, and is decided there", async () => {
    const halves = [parts.timeline(), parts.composer()];
    const { rerender, container } = render(under([...halves, <HostsList key="list" />]));
    await waitFor(() =>
      expect(within(screen.getByTestId("list")).getByRole("button", { name: "Approve" })).toBeVisible(),
    );
    rerender(under(halves));
    const approve = screen.getByRole("button", { name: "Approve" });
    expect(container.querySelector(".sv-chat-composer")).toContainElement(approve);
    await userEvent.click(approve);
    await waitFor(() => expect(screen.queryByRole("group", { name: /^Approve/ })).toBeNull());
    expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus();
  });

  it("is left to the host that claims it", async () => {
    render(
      under([
        <MessageTimeline key="timeline" sessionId={sessionId} showDecisions={false} />,
        <ChatComposer key="composer" sessionId={sessionId} showDecisions={false} />,
      ]),
    );
    await screen.findByText("Waiting for approval");
    expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  });
});

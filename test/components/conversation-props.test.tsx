import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ComposerSlotProps } from "../../src/components/chat-composer/composer.js";
import { ChatConversation } from "../../src/components/chat-conversation/chat-conversation.js";
import type { ConversationProps } from "../../src/components/conversation/conversation-frame.js";
import { MessageTimeline } from "../../src/components/message-timeline/message-timeline.js";
import type { HostActions } from "../../src/components/message-timeline/timeline-context.js";
import { SessionConversation } from "../../src/components/session-conversation/session-conversation.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
beforeEach(async () => {
  world = await chatWorld();
});
afterEach(() => world.close());

interface Place {
  readonly conversation: string;
  readonly sessionId: string;
}

let count = 0;

/** A conversation of this test's own, as drafts outlive a test. */
async function begin(text: string): Promise<Place> {
  const conversation = `c_${(count += 1)}`;
  const chat = await world.service.chat({ ...ana, conversation });
  await chat.send(text);
  return { conversation, sessionId: chat.sessionId };
}

const page = (children: ReactElement) => (
  <ServiceProvider identity={ana} fetch={world.fetch}>
    {children}
  </ServiceProvider>
);

const conversations: readonly (readonly [string, (place: Place, props: ConversationProps) => ReactElement])[] = [
  ["ChatConversation", ({ conversation }, props) => <ChatConversation conversation={conversation} {...props} />],
  ["SessionConversation", ({ sessionId }, props) => <SessionConversation sessionId={sessionId} {...props} />],
];
/** Chats have none of these. */
const timelines: readonly (readonly [string, (sessionId: string, actions: HostActions) => ReactElement])[] = [
  ["SessionConversation", (sessionId, actions) => <SessionConversation sessionId={sessionId} {...actions} />],
  ["MessageTimeline", (sessionId, actions) => <MessageTimeline sessionId={sessionId} {...actions} />],
];

describe.each(timelines)("%s", (_name, draw) => {
  it("hands the host what a reader opens in the rows: a child session, a memory, a sign-in", async () => {
    const signIn = { serverId: "calendar", toolName: "calendar__list", providerDomain: "calendar.example" };
    const { sessionId } = await begin(
      ["/child /say Done.", "/remember I like window seats", `/event tool.auth_needed ${JSON.stringify(signIn)}`].join(
        "\n",
      ),
    );
    const opened: string[] = [];
    render(
      page(
        draw(sessionId, {
          onOpenSession: (id) => opened.push(id),
          onMemoryClick: ({ preview }) => opened.push(preview),
          onReconnect: ({ providerDomain }) => opened.push(providerDomain),
        }),
      ),
    );
    await userEvent.click(await screen.findByRole("button", { name: /^Worked/ }));
    await userEvent.click((await screen.findAllByRole("button", { name: "Open subtask" }))[0]!);
    await userEvent.click(await screen.findByRole("button", { name: "Show memory" }));
    await userEvent.click(await screen.findByRole("button", { name: "Sign in to calendar.example" }));
    const { children } = await world.service.client.getLineage({
      sessionId,
      workspaceId: await world.service.workspaceId(ana),
    });
    expect(opened).toEqual([children[0]?.id, "I like window seats", "calendar.example"]);
  });
});

describe.each(conversations)("the composer of %s", (_name, draw) => {
  const field = () => screen.findByRole("textbox", { name: "Message" });
  const commands = { character: "/", at: "start", items: () => [{ id: "help", label: "help" }] } as const;

  it("has the parts, the suggestions and the limit that the host gives it", async () => {
    const Dictation = ({ insertText }: ComposerSlotProps) => (
      <button type="button" onClick={() => insertText("three nights")}>
        Dictate
      </button>
    );
    const place = await begin("/say Hello.");
    const composerProps = {
      id: "own-composer",
      maxLength: 20,
      suggestions: [commands],
      components: {
        Header: () => <p>Own header</p>,
        Tools: () => <p>Own tools</p>,
        ModelPicker: () => <p>Own models</p>,
        VoiceInput: Dictation,
        Footer: () => <p>Own footer</p>,
      },
    };
    const { container } = render(page(draw(place, { composerProps })));
    for (const part of ["header", "tools", "models", "footer"]) expect(screen.getByText(`Own ${part}`)).toBeVisible();
    expect(container.querySelector("#own-composer")).toHaveClass("sv-composer");
    await userEvent.type(await field(), "/he");
    await userEvent.click(screen.getByRole("option", { name: "help" }));
    await userEvent.click(screen.getByRole("button", { name: "Dictate" }));
    expect(await field()).toHaveValue("/help three nights");
    await userEvent.type(await field(), " in Lisbon");
    expect(screen.getByText(/^8 characters/)).toBeVisible();
    expect(screen.getByText("Own footer")).toBeVisible();
  });

  it("is not drawn again by a host that draws, and gives it the same in place", async () => {
    const Tools = vi.fn<() => ReactElement>(() => <p>Own tools</p>);
    const place = await begin("/say Hello.");
    const again = () => page(draw(place, { composerProps: { suggestions: [commands], components: { Tools } } }));
    const { rerender } = render(again());
    await screen.findByText("Hello.", { selector: ".sv-markdown *" });
    await userEvent.type(await field(), "half a thought");
    expect(Tools).toHaveBeenCalled();
    Tools.mockClear();
    rerender(again());
    expect(Tools).not.toHaveBeenCalled();
    expect(await field()).toHaveValue("half a thought");
  });
});

describe("null, from JavaScript, in the place of an option", () => {
  const names = ["components", "classNames", "placeholder"];
  const none = (more: readonly string[]): object => Object.fromEntries([...names, ...more].map((name) => [name, null]));
  const provider: object = { baseUrl: null, strings: null, locale: null, dir: null, headers: () => null };
  const composer = ["sendKey", "whenBusy", "composerProps"];

  it.each([
    [
      "ChatConversation",
      ({ conversation }) => <ChatConversation {...{ conversation, ...none(["api", ...composer]) }} />,
    ],
    ["SessionConversation", ({ sessionId }) => <SessionConversation {...{ sessionId, ...none(["workspaceId"]) }} />],
    ["MessageTimeline", ({ sessionId }) => <MessageTimeline {...{ sessionId, ...none(["workspaceId"]) }} />],
  ] satisfies readonly (readonly [string, (place: Place) => ReactElement])[])(
    "leaves %s as it is without one",
    async (_name, draw) => {
      const place = await begin("/say Hello.");
      render(
        <ServiceProvider identity={ana} fetch={world.fetch} {...provider}>
          {draw(place)}
        </ServiceProvider>,
      );
      expect(await screen.findByText("Hello.", { selector: ".sv-markdown *" })).toBeVisible();
    },
  );
});

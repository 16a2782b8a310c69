import { ComposerView, Markdown, useChat } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { withWorld } from "../live.js";
import { said } from "../seed.js";
import { asked } from "../story-agent.js";

/** A custom chat: the hook provides the messages, and you render them. */
function OwnChat({ conversation }: { readonly conversation: string }) {
  const chat = useChat({ conversation });
  return (
    <div className="own-chat">
      <ul>
        {chat.messages.map((message) => (
          <li key={message.id}>
            <strong>{message.role === "user" ? "You" : "Agent"}</strong>
            {message.parts.map((part, index) =>
              part.type === "text" ? (
                <Markdown key={index} text={part.text} streaming={message.state === "streaming"} />
              ) : (
                <p key={index}>{part.type === "tool" ? `${part.name}: ${part.state}` : `Questions: ${part.outcome}`}</p>
              ),
            )}
          </li>
        ))}
      </ul>
      <p>Status: {chat.status}</p>
      <ComposerView composer={chat} />
    </div>
  );
}

const order = asked(
  "Has order 4711 shipped?",
  '/tool find_order {"number":4711}',
  "/say Your order shipped on **Monday**.",
);

const meta = {
  title: "Hooks/useChat",
  component: OwnChat,
  tags: ["!autodocs"],
  decorators: [withWorld],
  parameters: { bar: false },
  args: { conversation: "hook-chat" },
  loaders: [said({ say: order, until: "complete" })],
} satisfies Meta<typeof OwnChat>;
export default meta;

export const Example: StoryObj<typeof meta> = {};

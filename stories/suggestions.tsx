import { EmptyState, useSession } from "@service/react";
import type { ReactNode } from "react";
import { asked } from "./story-agent.js";

const suggestions: readonly (readonly [label: string, message: string])[] = [
  ["A long answer", asked("Tell me everything about parcels.", "/long 220 60")],
  [
    "Think, then use tools",
    asked(
      "Compare two sources.",
      "/reason Two sources are better than one, so read both and compare.",
      '/tool read_page {"page":"Tariffs"}',
      '/tool read_page {"page":"Contract"}',
      "/say Both sources **agree**.",
    ),
  ],
  [
    "Ask for approval",
    asked(
      "Send the invoice.",
      '/approve send_invoice {"to":"Globex","amount":"€1,200","due":"Friday"}',
      "/say The invoice is on its way.",
    ),
  ],
  ["Ask me questions", asked("Plan a trip.", "/ask form skip", "/say Thank you, I have what I need.")],
  [
    "Fail in the middle",
    asked("Do something that fails.", "/say I begin, and then", "/fail before provider_unavailable"),
  ],
];

const title = "Try something";
const text = "A scripted agent answers. It says so when you write to it.";

/** Every word of it. */
export const suggestionWords: readonly string[] = [title, text, ...suggestions.map(([label]) => label)];

/** An empty state with things to try: what the scripted agent understands. */
export function suggestionsFor(conversation: string): () => ReactNode {
  return function Suggestions(): ReactNode {
    const { sendMessage } = useSession({ conversation });
    return (
      <EmptyState title={title} text={text}>
        <div className="live-suggestions">
          {suggestions.map(([label, message]) => (
            <button key={label} type="button" className="live-button" onClick={() => void sendMessage(message)}>
              {label}
            </button>
          ))}
        </div>
      </EmptyState>
    );
  };
}

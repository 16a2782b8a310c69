import { EmptyState, useSession } from "@service/react";
import type { ReactNode } from "react";

const suggestions: readonly (readonly [label: string, message: string])[] = [
  ["A long answer", "/long 220 60"],
  [
    "Think, then use tools",
    "/reason Two sources are better than one, so read both and compare.\n/tools 3\n/say Both sources **agree**.",
  ],
  [
    "Ask for approval",
    '/approve send_invoice {"to":"Globex","amount":"€1,200","due":"Friday"}\n/say The invoice is on its way.',
  ],
  ["Ask me questions", "/ask form skip\n/say Thank you, I have what I need."],
  ["Fail in the middle", "/say I begin, and then\n/fail middle provider_unavailable"],
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

import { EmptyState, useSession } from "@service/react";
import type { ReactNode } from "react";
import { asked } from "./story-agent.js";

const suggestions: readonly (readonly [label: string, message: string])[] = [
  ["Long answer", asked("Describe a day walk for the team.", "/long 220 60")],
  [
    "Reasoning and tools",
    asked(
      "Compare the carrier's rates with our contract.",
      "/reason I'll read both documents, then compare them.",
      '/tool read_page {"page":"Rates"}',
      '/tool read_page {"page":"Contract"}',
      "/say The rates **match** the contract.",
    ),
  ],
  [
    "Approval",
    asked(
      "Send Globex the invoice.",
      '/approve send_invoice {"to":"Globex","amount":"€1,200","due":"Friday"}',
      "/say The invoice is on its way.",
    ),
  ],
  ["Questions", asked("Plan a trip.", "/ask form skip", "/say Thanks, that's all I need.")],
  [
    "Failure",
    asked(
      "Check the stock in the northern warehouse.",
      "/say The northern warehouse has 48 chairs, and",
      "/fail before provider_unavailable",
    ),
  ],
];

const title = "Try it out";
const text = "A scripted agent answers. Choose an example, or write a message.";

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

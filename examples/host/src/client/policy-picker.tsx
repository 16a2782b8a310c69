import type { Go } from "./route.js";

/**
 * The four policies that a conversation may begin with. The id's first word names one; the backend decides what it
 * means (`server/policies.ts`), and no word reaches beyond the person's own company.
 */
const policies = [
  { word: "c", title: "Only this conversation", text: "Remembers nothing for later. Sees no other conversation." },
  { word: "personal", title: "Remembers you", text: "Keeps what you ask it to remember, for all your conversations." },
  {
    word: "together",
    title: "Works across yours",
    text: "Remembers you, and can read and write in your other conversations of this kind.",
  },
  {
    word: "everybody",
    title: "Shared with your team",
    text: "Colleagues' conversations of this kind too. Choose it only for what everyone may see.",
  },
] as const;

const wordOf = (conversation: string): string => {
  const word = conversation.split("_", 1)[0];
  return policies.find((policy) => policy.word === word)?.word ?? "c";
};

interface PolicyPickerProps {
  readonly conversation: string;
  readonly go: Go;
  /** Keeps its room while it is not known whether the conversation has messages. */
  readonly isHidden: boolean;
}

/** Shown until the first message, which fixes the choice. */
export function PolicyPicker({ conversation, go, isHidden }: PolicyPickerProps) {
  const chosen = wordOf(conversation);
  return (
    <div className="policies-place">
      <details className="policies" data-hidden={isHidden ? "" : undefined}>
        <summary className="fold">
          <span>Memory and access:</span> <b>{policies.find(({ word }) => word === chosen)?.title}</b>
        </summary>
        <fieldset>
          <legend className="hidden">What may the agent remember and see?</legend>
          {policies.map(({ word, title, text }) => (
            <label key={word}>
              <input
                type="radio"
                name="policy"
                value={word}
                checked={word === chosen}
                onChange={() => go({ conversation: `${word}_${crypto.randomUUID()}` }, "replace")}
              />
              <b>{title}</b>
              <small>{text}</small>
            </label>
          ))}
        </fieldset>
      </details>
    </div>
  );
}

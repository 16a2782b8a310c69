import type { ComposerSlotProps, SuggestionSet } from "@service/react";
import { useState, type ReactNode } from "react";
import "./composer-parts.css";

/** Parts that a host may put around the field, as used by stories. */

/** The choice applies to every message until another is made. */
export function ModelChoice({ composer }: ComposerSlotProps): ReactNode {
  return (
    <label className="story-model" data-host="">
      <span>Model</span>
      <select value={composer.model ?? "quick"} onChange={(event) => composer.setModel(event.target.value)}>
        <option value="quick">Quick</option>
        <option value="thorough">Thorough</option>
      </select>
    </label>
  );
}

/** A host's dictation hands what it heard to the field, at the caret. */
export function Dictation({ insertText }: ComposerSlotProps): ReactNode {
  return (
    <button
      type="button"
      className="story-dictate"
      aria-label="Dictate"
      data-host=""
      onClick={() => insertText("three nights in Lisbon")}
    >
      <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" aria-hidden>
        <rect x="7.25" y="2.5" width="5.5" height="9.5" rx="2.75" />
        <path d="M4.5 9.5a5.5 5.5 0 0 0 11 0M10 15v2.5" />
      </svg>
    </button>
  );
}

/** A line of a host above or below the field. */
export function Aside({ place, children }: { readonly place: "header" | "footer"; readonly children: ReactNode }) {
  return (
    <p className="story-aside" data-place={place} data-host="">
      {children}
    </p>
  );
}

/** A host's switch in the bar. */
export function WebSearch(): ReactNode {
  const [isOn, setIsOn] = useState(true);
  return (
    <button type="button" className="story-toggle" data-host="" aria-pressed={isOn} onClick={() => setIsOn(!isOn)}>
      Web search
    </button>
  );
}

/** Whether nothing clips or covers the middle of an element. */
export function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

export const commandList = [
  { id: "compact", label: "compact", description: "Summarize earlier messages" },
  { id: "goal", label: "goal", description: "Set a goal for this conversation" },
  { id: "plan", label: "plan", description: "Plan first, then act once you approve" },
];

export const commands: SuggestionSet = {
  character: "/",
  at: "start",
  label: "Commands",
  items: (query) => commandList.filter(({ label }) => label.startsWith(query)),
};

/** A conversation's composer with all of it. */
export const ownComposer = {
  suggestions: [commands],
  components: {
    ModelPicker: ModelChoice,
    VoiceInput: Dictation,
    Footer: () => <Aside place="footer">Answers can be wrong. Check important facts.</Aside>,
  },
} as const;

import type { ComposerSlotProps, SuggestionSet } from "@service/react";
import type { ReactNode } from "react";

/** Parts that a host may put around the field, as used by stories. */

/** The choice applies to every message until another is made. */
export function ModelChoice({ composer }: ComposerSlotProps): ReactNode {
  return (
    <select
      className="live-button"
      aria-label="Model"
      data-host=""
      value={composer.model ?? "quick"}
      onChange={(event) => composer.setModel(event.target.value)}
    >
      <option value="quick">Quick</option>
      <option value="thorough">Thorough</option>
    </select>
  );
}

/** A host's dictation hands what it heard to the field, at the caret. */
export function Dictation({ insertText }: ComposerSlotProps): ReactNode {
  return (
    <button type="button" className="live-button" data-host="" onClick={() => insertText("three nights in Lisbon")}>
      Dictate
    </button>
  );
}

export const commandList = [
  { id: "compact", label: "compact", description: "Summarise earlier messages" },
  { id: "goal", label: "goal", description: "Set a goal for this session" },
  { id: "plan", label: "plan", description: "Plan first, and act after your approval" },
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
    Footer: () => (
      <p style={{ margin: 0, textAlign: "center" }} data-host="">
        Answers can be wrong. Check what matters.
      </p>
    ),
  },
} as const;

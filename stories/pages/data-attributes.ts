/**
 * The state that components expose to CSS, and to tests: every `data-*` attribute of the kit, its class, and its
 * meaning. One without values is present or absent; it is never the word "false". These names are part of the public
 * API.
 */
export interface DataAttribute {
  readonly name: `data-${string}`;
  /** The classes that carry it. */
  readonly on: readonly string[];
  /** Its values; without values it is only present or absent. */
  readonly values?: readonly string[];
  readonly means: string;
}

const runStates = ["running", "complete", "failed", "cancelled"] as const;

export const dataAttributes: readonly DataAttribute[] = [
  {
    name: "data-theme",
    on: ["any element at or above .sv-root"],
    values: ["light", "dark"],
    means: "Set by you: the theme. Without it the reader's system decides.",
  },
  {
    name: "data-density",
    on: ["any element at or above .sv-root"],
    values: ["compact"],
    means: "Set by you: smaller text and closer rows.",
  },
  {
    name: "data-status",
    on: ["sv-conversation", "sv-message-timeline", "sv-divider", "sv-session"],
    values: ["queued", "running", "idle", "requires_action", "recovering", "waiting_capacity", "failed", "cancelled"],
    means: "The session's own status.",
  },
  {
    name: "data-connection",
    on: ["sv-conversation", "sv-message-timeline", "sv-connection"],
    values: ["idle", "connecting", "live", "reconnecting", "offline", "closed"],
    means: "How the live connection stands.",
  },
  {
    name: "data-unreachable",
    on: ["sv-connection"],
    means: "Nothing has been answered for three seconds, and it is tried again.",
  },
  { name: "data-running", on: ["sv-conversation", "sv-timeline", "sv-composer", "sv-turn"], means: "A turn runs." },
  { name: "data-at-tip", on: ["sv-timeline"], means: "The newest line is being followed." },
  { name: "data-more", on: ["sv-scroll-box"], means: "More follows beyond its end: scroll sideways to read it." },
  { name: "data-far", on: ["sv-box"], means: "These rows are far from the reader." },
  { name: "data-text", on: ["sv-box", "sv-shelf"], means: "It shows its words alone until the reader comes near." },
  {
    name: "data-group",
    on: ["sv-group"],
    means: "The name of what stands in it; the same for as long as it is shown.",
  },
  {
    name: "data-state",
    on: ["sv-attachment"],
    values: ["queued", "uploading", "offline", "ready", "failed", "refused", "cancelled"],
    means: "How a file stands that is to be sent.",
  },
  { name: "data-remove", on: ["sv-icon-button"], means: "Takes the file away that it stands beside." },
  { name: "data-role", on: ["sv-message"], values: ["user", "assistant"], means: "Whose message it is." },
  {
    name: "data-state",
    on: ["sv-message"],
    values: ["sending", "queued", "failed", "unknown"],
    means: "How a message stands that the log does not have yet.",
  },
  {
    name: "data-state",
    on: ["sv-step"],
    values: [...runStates, "output-denied"],
    means: "How a step stands; output-denied: a person rejected it.",
  },
  {
    name: "data-state",
    on: ["sv-tool"],
    values: ["waiting", "approved", ...runStates, "output-denied"],
    means:
      "How a tool call stands; waiting is for a yes or no, approved: another request is still open, output-denied: a person rejected it.",
  },
  {
    name: "data-state",
    on: ["sv-decision", "sv-decision-outcome"],
    values: ["pending", "submitting", "accepted", "settled", "expired", "superseded", "failed", "unknown"],
    means: "How a decision stands.",
  },
  {
    name: "data-state",
    on: ["sv-copy"],
    values: ["ready", "copied", "failed"],
    means: "What the copy button just did.",
  },
  { name: "data-streaming", on: ["sv-message", "sv-markdown"], means: "Its text still grows." },
  { name: "data-tool", on: ["sv-tool"], means: "The tool's whole name, as the agent calls it." },
  {
    name: "data-open",
    on: ["sv-disclosure", "sv-turn", "sv-fold-panel", "the button of a menu"],
    means: "It is open.",
  },
  {
    name: "data-moving",
    on: ["sv-fold-panel"],
    values: ["slow", "fast"],
    means: "Its height moves: by itself, or because the reader asked.",
  },
  { name: "data-sv-item", on: ["the root of each row"], means: "The id of its item." },
  {
    name: "data-phase",
    on: ["sv-divider"],
    values: ["started", "compacted", "skipped"],
    means: "How the summary of earlier messages stands.",
  },
  { name: "data-diff", on: ["sv-diff-line"], values: ["file", "place"], means: "A line that says where a change is." },
  { name: "data-token", on: ["pieces of sv-code"], means: "What a piece of coloured code is: the highlighter's word." },
  { name: "data-number", on: ["cells in sv-value-table"], means: "It holds a number." },
  {
    name: "data-outcome",
    on: ["sv-turn", "sv-fold-summary"],
    values: ["complete", "failed", "cancelled"],
    means: "How a turn ended.",
  },
  {
    name: "data-outcome",
    on: ["sv-answers"],
    values: ["answered", "skipped", "expired", "cancelled"],
    means: "What became of the agent's questions.",
  },
  {
    name: "data-tone",
    on: ["sv-notice"],
    values: ["waiting", "cancelled", "failed", "input"],
    means: "What a notice is about.",
  },
  { name: "data-tone", on: ["items in sv-step-list"], means: "What an update is: its own word." },
  { name: "data-kind", on: ["sv-step"], means: "The kind of the row's item." },
  { name: "data-kind", on: ["sv-decision"], values: ["approval", "question"], means: "What is to be decided." },
  { name: "data-kind", on: ["sv-question"], values: ["text", "single", "multi"], means: "How a question is asked." },
  { name: "data-question", on: ["sv-question"], means: "The question's id." },
  { name: "data-decision", on: ["sv-decisions-item"], means: "The decision's id." },
  {
    name: "data-moved",
    on: ["sv-decisions-list"],
    values: [""],
    means: "Its cards have just moved, so they take no press of a pointer for a moment.",
  },
  { name: "data-waiting", on: ["sv-decisions"], means: "How many decisions wait for the reader." },
  {
    name: "data-unseen",
    on: ["sv-decision-actions"],
    means: "They are in view, and the beginning of some argument has not been: Approve is not shown.",
  },
  { name: "data-soon", on: ["sv-deadline"], means: "Less than a minute is left." },
  { name: "data-status", on: ["sv-goal"], values: ["active", "paused", "completed"], means: "How the goal stands." },
  { name: "data-open", on: ["sv-goal"], means: "The reader has opened it." },
  { name: "data-turn", on: ["sv-queue-item"], means: "The id of the prompt's turn." },
  {
    name: "data-pending",
    on: ["sv-queue-item", "sv-session"],
    values: ["move", "edit", "send", "remove", "rename", "archive"],
    means: "What is on its way with it.",
  },
  { name: "data-dragging", on: ["sv-queue-item"], means: "It is being dragged." },
  { name: "data-drop", on: ["sv-queue-item"], values: ["before", "after"], means: "What is dragged would come there." },
  { name: "data-conflict", on: ["sv-queue-notice"], means: "Somebody else changed the queue first." },
  { name: "data-session", on: ["sv-session"], means: "The session's id." },
  { name: "data-selected", on: ["sv-session"], means: "It is the one that is shown." },
  { name: "data-tone", on: ["sv-button", "sv-menu-item"], values: ["danger"], means: "The action cannot be undone." },
  { name: "data-run", on: ["sv-task"], means: "The status of the scheduled task's last run." },
  { name: "data-source", on: ["sv-automation"], means: "The automation source's id." },
  { name: "data-key", on: ["sv-api-key"], means: "The API key's id." },
  { name: "data-memory", on: ["sv-memory"], means: "The id of the memory." },
  { name: "data-machine", on: ["sv-machine"], means: "The connected machine's id." },
  { name: "data-ability", on: ["items in sv-machine-can"], means: "What an agent may do on the machine." },
  {
    name: "data-attention",
    on: ["sv-session"],
    values: ["decision", "finished", "failed"],
    means: "Why it wants the reader.",
  },
  { name: "data-count", on: ["sv-queue"], means: "How many prompts wait." },
  { name: "data-empty", on: ["sv-composer"], means: "Nothing is written." },
  { name: "data-closed", on: ["sv-composer", "sv-composer-note"], means: "Nothing can be sent any more." },
  { name: "data-failed", on: ["sv-composer-note"], means: "It tells why a message was refused." },
  { name: "data-hint", on: ["sv-composer-note"], means: "It only tells which key sends." },
  { name: "data-paused", on: ["sv-composer"], means: "The session is paused." },
  { name: "data-dropping", on: ["sv-composer"], means: "Files are being dragged over it." },
  { name: "data-row", on: ["sv-composer-notice"], means: "Its words and buttons stand in one line." },
  {
    name: "data-variant",
    on: ["sv-button", "sv-round-button"],
    values: ["primary", "danger"],
    means: "The weight of a button.",
  },
  { name: "data-icon", on: ["sv-icon"], means: "Which picture it is." },
  {
    name: "data-depth",
    on: ["headings in sv-markdown"],
    values: ["1", "2", "3", "4", "5", "6"],
    means: "The order that was written.",
  },
  {
    name: "data-align",
    on: ["cells in sv-markdown"],
    values: ["left", "center", "right"],
    means: "The direction of a column.",
  },
  { name: "data-task", on: ["items in sv-markdown"], means: "It is a task." },
  {
    name: "data-code",
    on: ["pre in sv-value-text"],
    values: ["json", "terminal", "diff"],
    means: "What it is, when it is not words.",
  },
  { name: "data-failed", on: ["sv-value-exit"], means: "The program ended with an error." },
  { name: "data-short", on: ["sv-shape"], means: "A short line of what is still loading." },
  { name: "data-announcer", on: ["the two live regions"], means: "Nothing to see here." },
  { name: "data-text", on: ["sv-composer-grow"], means: "The text that gives the field its height." },
];

// budget: one row an attribute, in one table
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
    means: "The theme, set by you. Without it, the reader's system decides.",
  },
  {
    name: "data-density",
    on: ["any element at or above .sv-root"],
    values: ["compact"],
    means: "Set by you for smaller text and tighter rows.",
  },
  {
    name: "data-status",
    on: ["sv-conversation", "sv-message-timeline", "sv-divider", "sv-session"],
    values: ["queued", "running", "idle", "requires_action", "recovering", "waiting_capacity", "failed", "cancelled"],
    means: "The status of the session.",
  },
  {
    name: "data-connection",
    on: ["sv-conversation", "sv-message-timeline", "sv-connection"],
    values: ["idle", "connecting", "live", "reconnecting", "offline", "closed"],
    means: "The state of the live connection.",
  },
  {
    name: "data-unreachable",
    on: ["sv-connection"],
    means: "The server has not responded for three seconds, and the kit is retrying.",
  },
  {
    name: "data-running",
    on: ["sv-conversation", "sv-timeline", "sv-composer", "sv-turn"],
    means: "A turn is running.",
  },
  {
    name: "data-attached",
    on: ["sv-timeline-viewport"],
    means: "A script places the view; before, it begins at its end.",
  },
  { name: "data-at-tip", on: ["sv-timeline"], means: "The view follows the newest message." },
  { name: "data-more", on: ["sv-scroll-box"], means: "The content is wider than the box and scrolls sideways." },
  { name: "data-far", on: ["sv-box"], means: "The rows are far outside the viewport." },
  {
    name: "data-text",
    on: ["sv-box", "sv-shelf"],
    means: "The rows are plain text until the reader scrolls near them.",
  },
  {
    name: "data-group",
    on: ["sv-group"],
    means: "The key of the group, stable while it is shown.",
  },
  {
    name: "data-state",
    on: ["sv-attachment"],
    values: ["queued", "uploading", "offline", "ready", "failed", "refused", "cancelled"],
    means: "The upload state of a file.",
  },
  { name: "data-remove", on: ["sv-icon-button"], means: "The button removes the file." },
  { name: "data-role", on: ["sv-message"], values: ["user", "assistant"], means: "The author of the message." },
  { name: "data-other", on: ["sv-message"], means: "Another person than the signed-in one wrote the message." },
  {
    name: "data-state",
    on: ["sv-message"],
    values: ["sending", "queued", "failed", "unknown"],
    means: "The delivery state of a message that the log does not have yet.",
  },
  {
    name: "data-state",
    on: ["sv-step"],
    values: [...runStates, "output-denied"],
    means: "The state of the step. `output-denied`: a user rejected it.",
  },
  {
    name: "data-state",
    on: ["sv-tool"],
    values: ["waiting", "approved", ...runStates, "output-denied"],
    means:
      "The state of the tool call. `waiting`: it needs approval. `approved`: it waits for another request of the same turn. `output-denied`: a user rejected it.",
  },
  {
    name: "data-state",
    on: ["sv-decision", "sv-decision-outcome"],
    values: ["pending", "submitting", "accepted", "settled", "expired", "superseded", "failed", "unknown"],
    means: "The state of the decision.",
  },
  {
    name: "data-state",
    on: ["sv-copy"],
    values: ["ready", "copied", "failed"],
    means: "The result of the last copy.",
  },
  { name: "data-streaming", on: ["sv-message", "sv-markdown"], means: "The text is still streaming." },
  { name: "data-tool", on: ["sv-tool"], means: "The full name of the tool." },
  {
    name: "data-open",
    on: ["sv-disclosure", "sv-turn", "sv-fold-panel", "the button of a menu"],
    means: "The element is open.",
  },
  {
    name: "data-sent",
    on: ["sv-decision"],
    means: "An answer of this page is on its way or was given: the card keeps its height until it leaves.",
  },
  {
    name: "data-low",
    on: ["sv-conversation-foot"],
    means: "The conversation is a low box in a page that is higher, such as a widget.",
  },
  {
    name: "data-moving",
    on: ["sv-conversation-foot"],
    values: ["in", "on"],
    means: "The decisions have changed, and the messages follow: `in` if there were none before.",
  },
  {
    name: "data-moving",
    on: ["sv-fold-panel", "the button of its turn"],
    values: ["slow", "fast"],
    means: "The panel is animating: `fast` after a click of the reader, `slow` otherwise.",
  },
  { name: "data-sv-item", on: ["the root of each row"], means: "The id of the row's item." },
  {
    name: "data-phase",
    on: ["sv-divider"],
    values: ["started", "compacted", "skipped"],
    means: "The state of the summary of earlier messages.",
  },
  {
    name: "data-diff",
    on: ["sv-diff-line"],
    values: ["file", "place"],
    means: "A line with the file or the position of a change.",
  },
  { name: "data-token", on: ["pieces of sv-code"], means: "The token type, as named by the highlighter." },
  { name: "data-number", on: ["cells in sv-value-table"], means: "The cell is in a column of numbers." },
  { name: "data-long", on: ["sv-attachment-whole"], means: "A name that is cut also on several lines." },
  {
    name: "data-outcome",
    on: ["sv-turn", "sv-fold-summary"],
    values: ["complete", "failed", "cancelled"],
    means: "The outcome of the turn.",
  },
  {
    name: "data-outcome",
    on: ["sv-answers"],
    values: ["answered", "skipped", "expired", "cancelled"],
    means: "The outcome of the agent's questions.",
  },
  {
    name: "data-tone",
    on: ["sv-notice"],
    values: ["waiting", "cancelled", "failed", "input"],
    means: "The kind of notice.",
  },
  { name: "data-tone", on: ["items in sv-step-list"], means: "The kind of update, as named by its source." },
  { name: "data-kind", on: ["sv-step"], means: "The kind of the row's item." },
  { name: "data-kind", on: ["sv-decision"], values: ["approval", "question"], means: "The kind of decision." },
  { name: "data-kind", on: ["sv-question"], values: ["text", "single", "multi"], means: "The kind of answer." },
  { name: "data-question", on: ["sv-question"], means: "The id of the question." },
  { name: "data-decision", on: ["sv-decisions-item"], means: "The id of the decision." },
  {
    name: "data-moved",
    on: ["sv-decisions-list"],
    values: [""],
    means: "The cards have just moved, and ignore clicks for a moment.",
  },
  { name: "data-waiting", on: ["sv-decisions"], means: "The number of pending decisions." },
  {
    name: "data-unseen",
    on: ["sv-decision-actions"],
    means: "The reader has not seen the beginning of every argument yet, so Approve is hidden.",
  },
  { name: "data-soon", on: ["sv-deadline"], means: "Less than a minute remains." },
  { name: "data-status", on: ["sv-goal"], values: ["active", "paused", "completed"], means: "The state of the goal." },
  { name: "data-open", on: ["sv-goal"], means: "The banner is expanded." },
  { name: "data-turn", on: ["sv-queue-item"], means: "The turn id of the queued message." },
  {
    name: "data-pending",
    on: ["sv-queue-item", "sv-session"],
    values: ["move", "edit", "send", "remove", "rename", "archive"],
    means: "The change that is being saved.",
  },
  { name: "data-dragging", on: ["sv-queue-item"], means: "The message is being dragged." },
  {
    name: "data-drop",
    on: ["sv-queue-item"],
    values: ["before", "after"],
    means: "The position where the dragged message would land.",
  },
  { name: "data-conflict", on: ["sv-queue-notice"], means: "The queue changed elsewhere." },
  { name: "data-session", on: ["sv-session"], means: "The id of the session." },
  { name: "data-selected", on: ["sv-session"], means: "The session is selected." },
  { name: "data-tone", on: ["sv-button", "sv-menu-item"], values: ["danger"], means: "The action cannot be undone." },
  { name: "data-tone", on: ["sv-approval"], values: ["danger"], means: "The call deletes or stops something." },
  { name: "data-run", on: ["sv-task"], means: "The status of the task's last run." },
  { name: "data-source", on: ["sv-automation"], means: "The id of the source." },
  { name: "data-key", on: ["sv-api-key"], means: "The id of the API key." },
  { name: "data-memory", on: ["sv-memory"], means: "The id of the memory." },
  { name: "data-machine", on: ["sv-machine"], means: "The id of the machine." },
  { name: "data-link", on: ["sv-machine-link"], means: "`connecting`, `late` or `connected`: an approved machine." },
  { name: "data-ability", on: ["items in sv-machine-can"], means: "A permission of the agent on this machine." },
  {
    name: "data-attention",
    on: ["sv-session"],
    values: ["decision", "finished", "failed"],
    means: "The reason why the session needs the user.",
  },
  { name: "data-count", on: ["sv-queue"], means: "The number of queued messages." },
  { name: "data-empty", on: ["sv-composer"], means: "The field is empty." },
  { name: "data-closed", on: ["sv-composer", "sv-composer-note"], means: "Sending is closed." },
  { name: "data-failed", on: ["sv-composer-note"], means: "The line shows why a message was not sent." },
  { name: "data-hint", on: ["sv-composer-note"], means: "The line only shows which key sends." },
  { name: "data-retired", on: ["sv-composer-note"], means: "The line is empty, as the key is known, and has no room." },
  { name: "data-paused", on: ["sv-composer"], means: "The session is paused." },
  { name: "data-dropping", on: ["sv-composer"], means: "Files are being dragged over it." },
  { name: "data-row", on: ["sv-composer-notice"], means: "Text and buttons share one line." },
  {
    name: "data-variant",
    on: ["sv-button", "sv-round-button"],
    values: ["primary", "danger"],
    means: "The emphasis of the button.",
  },
  { name: "data-icon", on: ["sv-icon"], means: "The name of the icon." },
  {
    name: "data-depth",
    on: ["headings in sv-markdown"],
    values: ["1", "2", "3", "4", "5", "6"],
    means: "The heading level in the source.",
  },
  {
    name: "data-align",
    on: ["cells in sv-markdown"],
    values: ["left", "center", "right"],
    means: "The alignment of the column.",
  },
  { name: "data-task", on: ["items in sv-markdown"], means: "The item is a task." },
  {
    name: "data-code",
    on: ["pre in sv-value-text"],
    values: ["json", "terminal", "diff"],
    means: "The format, if it is not plain text.",
  },
  { name: "data-failed", on: ["sv-value-exit"], means: "The program exited with an error." },
  { name: "data-short", on: ["sv-shape"], means: "A shorter placeholder line." },
  { name: "data-card", on: ["sv-shape-lines"], means: "Placeholder lines with the edge of a card." },
  { name: "data-announcer", on: ["the two live regions"], means: "Visually hidden." },
  { name: "data-text", on: ["sv-composer-grow"], means: "The text that gives the field its height." },
];

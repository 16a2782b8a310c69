import type { UseChatHelpers } from "@ai-sdk/react";
import type { Chat, UseChatOptions } from "@service/react";
import type { ChatInit, UIMessage } from "ai";
import type { ReactNode } from "react";
import { DocTable, withCode } from "../docs/doc-table.js";

/** Everything that their hook takes and gives; a name that is added there is missed here. */
type Theirs = keyof UseChatHelpers<UIMessage> | keyof ChatInit<UIMessage> | "chat" | "experimental_throttle" | "resume";

/** `same`: the same name and meaning · `other`: another name, or a notable difference · `none`. */
type Row = readonly [kind: "same" | "other" | "none", ours: string];

export const theirs: Readonly<Record<Theirs, Row>> = {
  messages: [
    "same",
    '`{ id, role, parts }`; a text part is `{ type: "text", text }`. Unchanged messages keep their identity.',
  ],
  status: [
    "same",
    "`ready`, `submitted`, `streaming` or `error`. While a decision is pending, `ready` with `needsInput`.",
  ],
  sendMessage: [
    "same",
    "`sendMessage({ text })` or a string. It resolves with the message's ids once the message is accepted, before the answer. If sending fails, it rejects and sets `error`.",
  ],
  clearError: ["same", "`clearError()`."],
  onFinish: [
    "same",
    "Called with `{ message, turnId, outcome }`. `outcome` replaces `isAbort` and `isError`. Leaving the page does not end the turn.",
  ],
  onError: ["same", "`onError(error)`."],
  error: ["same", "`null` if there is no error; the AI SDK uses `undefined`."],
  stop: [
    "other",
    "`stop()` ends the turn on the service and keeps its text. In the AI SDK it ends the request, which `disconnect()` does here.",
  ],
  resume: ["other", "On by default; off in the AI SDK. It restores the history and the streaming answer."],
  resumeStream: [
    "other",
    "`resumeStream()` reconnects after `disconnect()` or a closed connection. A lost connection reconnects by itself.",
  ],
  id: [
    "other",
    "The option is `conversation`; the chat returns it as `id`. It also identifies the conversation on the service.",
  ],
  chat: ["other", "Not needed: hooks with the same `conversation` share one chat."],
  experimental_throttle: ["other", "`throttle` (ms). By default, one render per animation frame."],
  transport: [
    "other",
    "Pass `api`, `headers` and `fetch` to the hook or the provider. A function is called for every request.",
  ],
  addToolApprovalResponse: [
    "other",
    "`respond(id, response)`, or `useApprovals(chat).approve(id)` and `reject(id, reason)`.",
  ],
  sendAutomaticallyWhen: ["none", "After a decision, the turn continues by itself."],
  setMessages: ["none", "The service's log is the history. A change in the page would be lost with the next reload."],
  regenerate: [
    "none",
    "A turn may have had side effects, so it never runs twice. Ask again with `sendMessage(text)`. `retry(clientEventId)` sends a message that did not arrive.",
  ],
  addToolOutput: ["none", "Tools run on the service. Users take part through approvals and questions."],
  addToolResult: ["none", "See `addToolOutput`."],
  onToolCall: ["none", "See `addToolOutput`. A tool part has the state of the call."],
  onData: ["none", "There are no data parts."],
  dataPartSchemas: ["none", "There are no data parts."],
  messageMetadataSchema: ["none", "There is no metadata. Messages have `createdAt`, `endedAt` and `actor`."],
  generateId: ["none", "The service generates ids. You can pass your own `clientEventId` when you send a message."],
};

type Ours = Exclude<keyof Chat | keyof UseChatOptions, Theirs>;

export const oursAlone: Readonly<Partial<Record<Ours, string>>> = {
  queue: "Messages behind the running turn. `removeQueued(turnId)` removes one.",
  whenBusy: "The effect of sending while a turn runs: queue, interrupt or reject.",
  pending: "Pending approvals and questions, also after a reload, and who decided them elsewhere.",
  needsInput: "Whether a decision is pending.",
  onNeedsInput: "Called when a decision becomes pending.",
  connection: "The state of the live connection. `nextAttemptAt` is the time of the next retry.",
  retry: "Sends a message again with the same key, so that it is never sent twice. `discard` removes it.",
  disconnect: "Closes the stream. The turn continues.",
  isRestoring: "The history is loading.",
  isRunning: "A turn is running and can be stopped.",
  sessionId: "The id of the session, for the session API.",
  enabled: "If false, nothing is requested.",
};

const headings = {
  same: "Same name and meaning",
  other: "Available, with differences",
  none: "Not available, and what to use instead",
};

export function TheirsTable({ kind }: { readonly kind: Row[0] }): ReactNode {
  const rows = Object.entries(theirs).filter(([, row]) => row[0] === kind);
  return (
    <DocTable
      caption={headings[kind]}
      head={["AI SDK", "@service/react"]}
      rows={rows.map(([name, row]) => [name, withCode(row[1])])}
    />
  );
}

export function OursTable(): ReactNode {
  const rows = Object.entries(oursAlone).map(([name, text]) => [name, withCode(text)] as const);
  return <DocTable caption="Only in @service/react" head={["@service/react", "Description"]} rows={rows} />;
}

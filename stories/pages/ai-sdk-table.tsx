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
    '`{ id, role, parts }`; a text part is `{ type: "text", text }`. What did not change keeps its identity.',
  ],
  status: [
    "same",
    "The four words `ready`, `submitted`, `streaming`, `error`. While a decision waits: `ready`, with `needsInput`.",
  ],
  sendMessage: [
    "same",
    "`sendMessage({ text })` or a string. It resolves once the message is accepted, with its ids, and not after the answer; a refusal rejects as well as showing in `error`.",
  ],
  clearError: ["same", "`clearError()`."],
  onFinish: [
    "same",
    "Gives `{ message, turnId, outcome }`; `outcome` takes the place of `isAbort` and `isError`. Leaving the page ends no turn.",
  ],
  onError: ["same", "`onError(error)`."],
  error: ["same", "`null` without one, where theirs is `undefined`."],
  stop: [
    "other",
    "`stop()` ends the turn on the service and keeps what came. Theirs ends the request, which is `disconnect()` here.",
  ],
  resume: [
    "other",
    "On unless you say `resume: false`; theirs is off. It restores what was said as well as what is being written.",
  ],
  resumeStream: [
    "other",
    "`resumeStream()` goes on after `disconnect()` or a closed connection. A broken one is taken up by itself.",
  ],
  id: [
    "other",
    "The option is called `conversation`, and the chat says it as `id` too. It is the key on the service as well; another one is another chat.",
  ],
  chat: ["other", "Not needed: hooks that name the same conversation share one chat."],
  experimental_throttle: ["other", "`throttle` (ms). Without it, at most one render an animation frame."],
  transport: [
    "other",
    "`api`, `headers` and `fetch` stand on the hook or the provider, and are asked anew for every request.",
  ],
  addToolApprovalResponse: [
    "other",
    "`respond(id, response)`, or `useApprovals(chat).approve(id)` and `reject(id, reason)`.",
  ],
  sendAutomaticallyWhen: ["none", "An answered decision goes on by itself."],
  setMessages: [
    "none",
    "The service's log is what was said; what a page writes over it would be gone with the next reload.",
  ],
  regenerate: [
    "none",
    "A turn may have had effects, so none is run twice. Ask again with `sendMessage(text)`; `retry(clientEventId)` is for a message that did not arrive.",
  ],
  addToolOutput: ["none", "Tools run on the service. What a person has to say comes as an approval or a question."],
  addToolResult: ["none", "As `addToolOutput`."],
  onToolCall: ["none", "As `addToolOutput`; a tool's part tells how it stands."],
  onData: ["none", "There are no data parts."],
  dataPartSchemas: ["none", "There are no data parts."],
  messageMetadataSchema: ["none", "There is no metadata; `createdAt`, `endedAt` and `actor` stand on the message."],
  generateId: ["none", "The service gives the ids; `clientEventId` of a send is yours if you like."],
};

type Ours = Exclude<keyof Chat | keyof UseChatOptions, Theirs>;

export const oursAlone: Readonly<Partial<Record<Ours, string>>> = {
  queue: "What waits behind the running turn; `removeQueued(turnId)` takes one back.",
  whenBusy: "What a send does meanwhile: wait, interrupt, or be rejected.",
  pending: "Approvals and questions that wait, also after a reload, and who decided them elsewhere.",
  needsInput: "Whether one of them waits for a person.",
  onNeedsInput: "Told when one begins to wait.",
  connection: "How the live connection stands; `nextAttemptAt` says when it is tried again.",
  retry: "Sends a message again under its own key, so that nothing is sent twice; `discard` puts it away.",
  disconnect: "Lets go of the stream. The turn goes on.",
  isRestoring: "The history is on its way.",
  isRunning: "Stopping makes sense.",
  sessionId: "The session behind the conversation, for the session API.",
  enabled: "When false, nothing is requested.",
};

const headings = {
  same: "Same name, same meaning",
  other: "There, with a difference",
  none: "Not there, and what to do",
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
  return <DocTable caption="Ours alone" head={["@service/react", "What it is for"]} rows={rows} />;
}

import { Chat, useChat } from "@ai-sdk/react";
import {
  DefaultChatTransport,
  getToolName,
  isToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type UIMessage,
} from "ai";
import { useState, type FormEvent } from "react";
import { createRoot } from "react-dom/client";

/**
 * A product's page written for the AI SDK's client, with only the README's knowledge of the chat handler: the
 * address, the header, and how a question is answered. It is bundled once with each version of that client.
 */
const search = new URLSearchParams(location.search);
const conversation = search.get("conversation") ?? "";

/** Cuts the answer that runs, as a network does. */
let cut: (() => void) | undefined;

const fetchThatBreaks: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  if (answer.body === null || answer.status === 204) return answer;
  const breaking = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      cut = () => controller.error(new TypeError("network error"));
    },
  });
  return new Response(answer.body.pipeThrough(breaking), answer);
};

type Part = UIMessage["parts"][number];
type ToolPart = Extract<Part, { type: "dynamic-tool" }>;

interface Setup {
  readonly headers: Readonly<Record<string, string>>;
  readonly messages: UIMessage[];
}

async function prepare(): Promise<Setup> {
  const { csrfToken } = (await (await fetch("/auth/me")).json()) as { csrfToken: string };
  const headers = { "x-csrf-token": csrfToken, "x-service-chat-format": "ui-stream" };
  const named = { ...headers, "x-service-conversation": conversation };
  const { messages } = (await (await fetch("/api/chat", { headers: named })).json()) as { messages: UIMessage[] };
  return { headers, messages };
}

function chatOptions({ headers, messages }: Setup) {
  return {
    id: conversation,
    messages,
    transport: new DefaultChatTransport({ api: "/api/chat", headers: { ...headers }, fetch: fetchThatBreaks }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  };
}

function Page(setup: Setup) {
  const [options] = useState(() => {
    const all = chatOptions(setup);
    return search.has("own-chat") ? { chat: new Chat(all) } : all;
  });
  const chat = useChat({ ...options, resume: true });
  const { messages, status, error, sendMessage, regenerate, stop, resumeStream, addToolApprovalResponse } = chat;
  const [text, setText] = useState("");
  const [reason, setReason] = useState("");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setText("");
    void sendMessage({ text });
  };
  const post = (path: string, body: unknown) =>
    fetch(path, {
      method: "POST",
      headers: { ...setup.headers, "content-type": "application/json", "x-service-conversation": conversation },
      body: JSON.stringify(body),
    });
  const decide = (id: string, approved: boolean) => {
    void addToolApprovalResponse({ id, approved, ...(reason !== "" && { reason }) });
  };
  const answer = async (requestId: string, natively: boolean) => {
    const respond = { requestId, answers: [{ questionId: "name", values: ["To the back door"] }] };
    if (!natively) return sendMessage(undefined, { body: { respond } });
    await post("/api/chat/respond", respond);
    return resumeStream();
  };

  const part = (one: Part, index: number) => {
    if (one.type === "text") return <p key={index}>{one.text}</p>;
    if (isToolUIPart(one)) return <Tool key={index} part={one as ToolPart} decide={decide} />;
    if (one.type !== "data-service-pending") return null;
    const { requestId, settled } = (one as { data: { requestId: string; settled?: unknown } }).data;
    if (settled) return null;
    return (
      <fieldset key={index} aria-label="Question">
        <button type="button" onClick={() => void answer(requestId, false)}>
          Answer
        </button>
        <button type="button" onClick={() => void answer(requestId, true)}>
          Answer natively
        </button>
      </fieldset>
    );
  };

  return (
    <main>
      <output data-status={status}>{error?.message}</output>
      <form onSubmit={submit}>
        <label>
          Message <textarea value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        <label>
          Reason <input value={reason} onChange={(event) => setReason(event.target.value)} />
        </label>
        <button type="submit">Send</button>
      </form>
      <button type="button" onClick={() => void stop()}>
        Leave
      </button>
      <button type="button" onClick={() => void post("/api/chat/stop", {})}>
        Stop
      </button>
      <button type="button" onClick={() => void regenerate()}>
        Regenerate
      </button>
      <button type="button" onClick={() => void resumeStream()}>
        Resume
      </button>
      <button type="button" onClick={() => cut?.()}>
        Cut
      </button>
      {/* Below every control: a button that a growing answer moves between press and release gets no click. */}
      {messages.map((message) => (
        <article key={message.id} data-role={message.role} data-id={message.id}>
          {message.parts.map(part)}
        </article>
      ))}
    </main>
  );
}

function Tool({ part, decide }: { part: ToolPart; decide: (id: string, approved: boolean) => void }) {
  const { state } = part;
  return (
    <section aria-label={getToolName(part)} data-call={part.toolCallId} data-state={state}>
      {getToolName(part)}: {state === "output-error" ? part.errorText : state}
      {state === "approval-requested" && (
        <>
          <button type="button" onClick={() => decide(part.approval.id, true)}>
            Approve
          </button>
          <button type="button" onClick={() => decide(part.approval.id, false)}>
            Reject
          </button>
        </>
      )}
    </section>
  );
}

const root = createRoot(document.querySelector("#root") as HTMLElement);
root.render(<Page {...await prepare()} />);

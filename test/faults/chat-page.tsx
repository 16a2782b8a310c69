import { StrictMode, type FormEvent } from "react";
import { createRoot } from "react-dom/client";
import {
  isServiceError,
  ServiceProvider,
  useChat,
  type Chat,
  type ChatMessage,
  type Decision,
} from "@service/react/hooks";
import { withoutQuestions } from "../support/without-questions.js";

/** A whole interface from `useChat` alone, as plain as possible: the page shows the hook's values. */
const { conversation, csrfToken } = JSON.parse(document.body.dataset["settings"] ?? "{}") as {
  readonly conversation: string;
  readonly csrfToken: string;
};

const ignore = () => {};

/** Refused before it was sent: the person is signed out, which no network fault may cause. */
const tellRefusal = (error: unknown) => {
  if (isServiceError(error) && error.code === "signed_out") console.error(error.message);
};

function Conversation() {
  const chat = useChat({ conversation });
  const { messages, queue, pending, status, connection, error, isRestoring, isRunning } = chat;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget.elements;
    const { value: text } = form.namedItem("text") as HTMLTextAreaElement;
    const steers = (form.namedItem("steer") as HTMLInputElement).value !== "";
    chat.sendMessage({ text, delivery: steers ? "steer" : undefined }).catch(tellRefusal);
  };
  const shown = { status, connection, isRestoring, isRunning, error: error?.message ?? null };
  return (
    <main data-shown={JSON.stringify(shown)}>
      <ol id="messages">
        {messages.map((message) => (
          <Message key={message.id} message={message} onRetry={() => void chat.retry(message.id).catch(ignore)} />
        ))}
      </ol>
      <ol id="queue">
        {queue.map(({ turnId, text }) => (
          <li key={turnId}>{text}</li>
        ))}
      </ol>
      <ul id="decisions">
        {pending.map((decision) => (
          <DecisionRow key={decision.id} decision={decision} onRespond={chat.respond} />
        ))}
      </ul>
      <form onSubmit={submit}>
        <textarea name="text" />
        <input name="steer" />
      </form>
      {isRunning && (
        <button type="button" id="stop" onClick={() => void chat.stop().catch(ignore)}>
          Stop
        </button>
      )}
      {connection === "closed" && (
        <button type="button" id="reconnect" onClick={chat.resumeStream}>
          Reconnect
        </button>
      )}
    </main>
  );
}

function Message({ message, onRetry }: { message: ChatMessage; onRetry: () => void }) {
  const { role, parts, delivery, state, unansweredAt } = message;
  return (
    <>
      <li data-role={role} data-delivery={delivery} data-state={state}>
        {withoutQuestions(parts).map((part, index) =>
          part.type === "text" ? (
            <p key={index}>{part.text}</p>
          ) : (
            <code
              key={index}
              data-state={part.state === "waiting" || part.state === "approved" ? "complete" : part.state}
            >
              {part.name}
            </code>
          ),
        )}
        {(delivery === "failed" || delivery === "unknown") && (
          <button type="button" className="retry" onClick={onRetry}>
            Try again
          </button>
        )}
      </li>
      {unansweredAt !== undefined && <li data-role="assistant" data-state="complete" />}
    </>
  );
}

interface DecisionRowProps {
  readonly decision: Decision;
  readonly onRespond: Chat["respond"];
}

function DecisionRow({ decision, onRespond }: DecisionRowProps) {
  const { id, kind, state } = decision;
  const isOpen = state.name === "pending" || state.name === "failed" || state.name === "unknown";
  const respond = (isYes: boolean) => {
    const submission = isYes
      ? ({ outcome: "answered", answers: [{ questionId: "name", values: ["Lisbon"] }] } as const)
      : ({ outcome: "skipped" } as const);
    const decided = isYes ? "approve" : "reject";
    const response = kind === "approval" ? ({ kind, decision: decided } as const) : ({ kind, submission } as const);
    onRespond(id, response).catch(ignore);
  };
  return (
    <li data-id={id} data-state={state.name}>
      {isOpen && (
        <>
          <button type="button" className="yes" onClick={() => respond(true)}>
            Yes
          </button>
          <button type="button" className="no" onClick={() => respond(false)}>
            No
          </button>
        </>
      )}
    </li>
  );
}

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element with the id root.");
createRoot(root).render(
  <StrictMode>
    <ServiceProvider identity={{ tenant: "acme", user: "ana" }} headers={{ "x-csrf-token": csrfToken }}>
      <Conversation />
    </ServiceProvider>
  </StrictMode>,
);

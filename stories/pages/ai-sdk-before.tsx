import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from "ai";
import { useState } from "react";

const transport = new DefaultChatTransport({ api: "/api/chat" });

export function Chat({ id }: { readonly id: string }) {
  const [input, setInput] = useState("");
  const { messages, status, error, sendMessage, stop, addToolApprovalResponse } = useChat({
    id,
    transport,
    resume: true,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const waiting = messages
    .flatMap((message) => message.parts)
    .flatMap((part) => ("approval" in part && part.state === "approval-requested" ? [part.approval] : []));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void sendMessage({ text: input });
        setInput("");
      }}
    >
      {messages.map(({ id: key, role, parts }) => (
        <p key={key}>
          {role}: {parts.map((part) => (part.type === "text" ? part.text : ""))}
        </p>
      ))}
      {waiting.map((approval) => (
        <button
          key={approval.id}
          type="button"
          onClick={() => void addToolApprovalResponse({ id: approval.id, approved: true })}
        >
          Approve
        </button>
      ))}
      {error && <p>{error.message}</p>}
      <input aria-label="Message" value={input} onChange={(event) => setInput(event.target.value)} />
      <button type="button" disabled={status !== "streaming"} onClick={() => void stop()}>
        Stop
      </button>
    </form>
  );
}

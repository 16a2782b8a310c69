import { useApprovals, useChat } from "@service/react";
import { useState } from "react";

export function Chat({ id }: { readonly id: string }) {
  const [input, setInput] = useState("");
  const chat = useChat({ conversation: id });
  const { messages, error, isRunning, sendMessage, stop } = chat;
  const { approvals, approve } = useApprovals(chat);
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
      {approvals.map((approval) => (
        <button key={approval.id} type="button" onClick={() => void approve(approval.id)}>
          Approve
        </button>
      ))}
      {error && <p>{error.message}</p>}
      <input aria-label="Message" value={input} onChange={(event) => setInput(event.target.value)} />
      <button type="button" disabled={!isRunning} onClick={() => void stop()}>
        Stop
      </button>
    </form>
  );
}

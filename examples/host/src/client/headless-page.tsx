import { useState, type FormEvent, type ReactNode } from "react";
import { useSession, type TimelineGroup, type TimelineItem } from "@service/react";
import { PageHead, SideBar } from "./side-bar.js";

function itemsOf(groups: readonly TimelineGroup[]): readonly TimelineItem[] {
  return groups.flatMap((group) =>
    group.kind === "item" ? [group.item] : group.kind === "activity" ? group.items : itemsOf(group.groups),
  );
}

/** An interface drawn by the host from one hook alone; it needs the chat handler and no proxy. */
export function HeadlessPage({ conversation, account }: { conversation: string; account: ReactNode }) {
  const { settled, live, pending, sessionStatus, sendMessage, respond } = useSession({ conversation });
  const [text, setText] = useState("");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    setText("");
    void sendMessage(text);
  };

  return (
    <>
      <SideBar label="Headless" account={account} />
      <main id="content" className="headless" tabIndex={-1} data-session-status={sessionStatus ?? "none"}>
        <PageHead title="Headless" />
        <ol>
          {itemsOf([...settled, ...live]).map((item) =>
            item.kind === "user-message" || item.kind === "agent-message" ? (
              <li key={item.id} data-kind={item.kind}>
                {item.text}
              </li>
            ) : item.kind === "tool-call" ? (
              <li key={item.id} data-kind={item.kind}>
                {item.name}: {item.status}
              </li>
            ) : null,
          )}
        </ol>
        {pending.map(
          (decision) =>
            decision.kind === "approval" &&
            decision.state.name === "pending" && (
              <fieldset key={decision.id} aria-label={`Approval of ${decision.name}`}>
                May the agent run {decision.name}?{" "}
                <button
                  type="button"
                  onClick={() => void respond(decision.id, { kind: "approval", decision: "approve" })}
                >
                  Yes
                </button>{" "}
                <button
                  type="button"
                  onClick={() => void respond(decision.id, { kind: "approval", decision: "reject" })}
                >
                  No
                </button>
              </fieldset>
            ),
        )}
        <form onSubmit={submit}>
          <label>
            Message <input value={text} onChange={(event) => setText(event.target.value)} />
          </label>
          <button type="submit">Send</button>
        </form>
      </main>
    </>
  );
}

import { useState, type FormEvent, type ReactNode } from "react";
import { Markdown, useSession, type TimelineGroup, type TimelineItem } from "@service/react";
import { PageHead, SideBar, ToDesk } from "./side-bar.js";

function itemsOf(groups: readonly TimelineGroup[]): readonly TimelineItem[] {
  return groups.flatMap((group) =>
    group.kind === "item" ? [group.item] : group.kind === "activity" ? group.items : itemsOf(group.groups),
  );
}

const stateOf = {
  running: "runs",
  complete: "done",
  failed: "failed",
  cancelled: "stopped",
  "output-denied": "not allowed",
} as const;

/** An interface drawn by the host from one hook alone; it needs the chat handler and no proxy. */
export function HeadlessPage({ conversation, account }: { conversation: string; account: ReactNode }) {
  const { settled, live, pending, sessionStatus, sendMessage, respond, isRestoring } = useSession({ conversation });
  const [text, setText] = useState("");
  const items = itemsOf([...settled, ...live]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    setText("");
    void sendMessage(text);
  };

  return (
    <>
      <SideBar label="Headless" account={account}>
        <ToDesk />
      </SideBar>
      <main id="content" className="headless" tabIndex={-1} data-session-status={sessionStatus ?? "none"}>
        <PageHead title="Headless" about="Drawn by this product itself, from one hook of the kit" />
        {items.length === 0 && !isRestoring && <p className="hint">Ask about an order, such as “Where is 1041?”</p>}
        <ol aria-label="Conversation">
          {items.map((item) =>
            item.kind === "user-message" || item.kind === "agent-message" ? (
              <li key={item.id} data-kind={item.kind}>
                {item.kind === "agent-message" ? <Markdown text={item.text} /> : item.text}
              </li>
            ) : item.kind === "tool-call" ? (
              <li key={item.id} data-kind={item.kind}>
                <b>{item.name.replaceAll("_", " ")}</b> {item.waits ? "waits for you" : stateOf[item.status]}
              </li>
            ) : null,
          )}
        </ol>
        {pending.map(
          (decision) =>
            decision.kind === "approval" &&
            decision.state.name === "pending" && (
              <fieldset key={decision.id} aria-label={`Approval of ${decision.name}`}>
                <p>May the agent run {decision.name?.replaceAll("_", " ")}?</p>
                <button
                  type="button"
                  className="button"
                  onClick={() => void respond(decision.id, { kind: "approval", decision: "reject" })}
                >
                  No
                </button>
                <button
                  type="button"
                  className="button primary"
                  onClick={() => void respond(decision.id, { kind: "approval", decision: "approve" })}
                >
                  Yes
                </button>
              </fieldset>
            ),
        )}
        <form onSubmit={submit}>
          <label>
            <span>Message</span> <input value={text} onChange={(event) => setText(event.target.value)} />
          </label>
          <button type="submit" className="button primary">
            Send
          </button>
        </form>
      </main>
    </>
  );
}

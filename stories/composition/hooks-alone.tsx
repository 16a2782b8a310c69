import {
  useApprovals,
  useComposer,
  useQuestions,
  useSessionById,
  useSessionDraft,
  type TimelineGroup,
  type TimelineItem,
} from "@service/react/hooks";
import { Fragment, memo } from "react";

/** A minimal conversation from hooks alone: rows, approvals, sending and stopping. Questions can be skipped. */
export function PlainConversation({ sessionId }: { readonly sessionId: string }) {
  const session = useSessionById(sessionId);
  const composer = useComposer(session, { draft: useSessionDraft(sessionId, { isLabelled: true }) });
  return (
    <div className="plain">
      <ol aria-label="Conversation">
        {session.hasOlder && (
          <li>
            <button type="button" onClick={() => void session.loadOlder()}>
              Earlier
            </button>
          </li>
        )}
        {[...session.settled, ...session.live].flatMap(itemsOf).map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ol>
      <Decisions session={session} />
      <output>{session.connection === "live" ? "" : session.connection}</output>
      <form
        // Where a server draws it: without a script, the browser submits nothing.
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          composer.send();
        }}
      >
        <label>
          Message <input value={composer.value} onChange={(event) => composer.setValue(event.target.value)} />
        </label>
        <button type="submit">Send</button>
        {composer.canStop && (
          <button type="button" onClick={composer.stop}>
            Stop
          </button>
        )}
      </form>
    </div>
  );
}

function itemsOf(group: TimelineGroup): readonly TimelineItem[] {
  if (group.kind === "item") return [group.item];
  return group.kind === "activity" ? group.items : group.groups.flatMap(itemsOf);
}

/** Items that did not change keep their identity, so a token renders one row. */
const Row = memo(function Row({ item }: { readonly item: TimelineItem }) {
  if (item.kind === "user-message") return <li className="mine">{item.text}</li>;
  if (item.kind === "agent-message") return <li>{item.text}</li>;
  if (item.kind !== "tool-call") return null;
  return (
    <li>
      {item.name}: {item.waits ? "waiting" : item.status}
    </li>
  );
});

function Decisions({ session }: { readonly session: ReturnType<typeof useSessionById> }) {
  const { approvals, approve, reject } = useApprovals(session);
  const { questions, skip } = useQuestions(session);
  const waits = (decision: { readonly state: { readonly name: string } }) => decision.state.name === "pending";
  return (
    <Fragment>
      {approvals.filter(waits).map(({ id, name }) => (
        <fieldset key={id} aria-label={`May the agent run ${name}?`}>
          <button type="button" onClick={() => void approve(id)}>
            Allow {name}
          </button>
          <button type="button" onClick={() => void reject(id)}>
            Refuse
          </button>
        </fieldset>
      ))}
      {questions.filter(waits).map(({ id, request }) => (
        <button key={id} type="button" disabled={!request.allowSkip} onClick={() => void skip(id)}>
          Skip the questions
        </button>
      ))}
    </Fragment>
  );
}

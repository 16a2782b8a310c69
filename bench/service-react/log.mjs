/** A session's log, as the service writes it: the events of one turn, without their place in the log. */

export const sessionId = "01999999-0000-7000-8000-000000000001";
export const workspaceId = "01999999-0000-7000-8000-000000000002";

const uuid = (number) => `01999999-0000-7000-9000-${String(number).padStart(12, "0")}`;

/** Gives drafts their place in the log and what every event has. */
export function eventWriter(lastSequence, startedAt) {
  let sequence = lastSequence;
  return (type, payload, more = {}) => {
    sequence += 1;
    const at = new Date(startedAt + sequence * 1000).toISOString();
    const { span = 1, ...fields } = more;
    const event = { id: uuid(sequence), workspaceId, sessionId, sequence, type, payload, occurredAt: at, ...fields };
    sequence += span - 1;
    return event;
  };
}

/** Events before an answer. */
export function beginTurn(write, turnId, text, clientEventId) {
  const message = write("user.message", { text }, { clientEventId, turnId: null });
  const queued = { turnId, triggerEventId: message.id, source: "user_message" };
  return [
    message,
    write("turn.queued", queued, { turnId }),
    write("turn.started", { triggerEventId: message.id }, { turnId }),
    write("session.status.changed", { status: "running" }, { turnId: null }),
  ];
}

/** Events after its deltas. */
export function endTurn(write, turnId, text) {
  return [
    write("agent.message.completed", { text }, { turnId }),
    write("turn.completed", { output: text }, { turnId }),
    write("session.status.changed", { status: "idle" }, { turnId: null }),
  ];
}

export const turnIdOf = (number) => uuid(1_000_000_000 + number);
export const keyOf = (number) => uuid(2_000_000_000 + number);

/** A whole history as the service replays it: the deltas of an answer merged into one event. */
export function historyLog(history, startedAt) {
  const write = eventWriter(0, startedAt);
  const events = [write("session.created", { status: "queued" }, { turnId: null })];
  for (let index = 0; index < history.length; index += 2) {
    const turnId = turnIdOf(index);
    const answer = history[index + 1]?.text ?? "";
    events.push(...beginTurn(write, turnId, history[index].text, keyOf(index)));
    const span = Math.max(1, Math.ceil(answer.length / 4));
    const last = events.at(-1).sequence + span;
    events.push(write("agent.message.delta", { text: answer, coalescedUntil: last }, { turnId, span }));
    events.push(...endTurn(write, turnId, answer));
  }
  return events;
}

export function sessionRecord(lastSequence, startedAt) {
  const at = new Date(startedAt).toISOString();
  return {
    id: sessionId,
    workspaceId,
    accountId: "01999999-0000-7000-8000-000000000003",
    status: "idle",
    title: "Bench",
    titleSource: "user",
    initialMessage: "",
    agentAccess: "session",
    memoryScope: "session",
    endUser: null,
    activeTurnId: null,
    lastSequence,
    createdAt: at,
    updatedAt: at,
  };
}

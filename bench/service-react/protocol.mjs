/** The wire of the session API: one stored event a delta, whole envelopes, as server-sent events. */
import { beginTurn, endTurn, eventWriter, turnIdOf } from "./log.mjs";

const frame = (event) => `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

export default {
  create({ body }) {
    const { text, clientEventId, lastSequence, startedAt } = JSON.parse(body);
    const write = eventWriter(lastSequence, startedAt);
    const turnId = turnIdOf(lastSequence + 1);
    let answer = "";
    return {
      headers: { "content-type": "text/event-stream; charset=utf-8" },
      begin: () => beginTurn(write, turnId, text, clientEventId).map(frame).join(""),
      delta(piece) {
        answer += piece;
        return frame(write("agent.message.delta", { text: piece }, { turnId }));
      },
      /** A tool's call and its result. */
      tool({ callId, name, input, output }) {
        return (
          frame(write("agent.toolCall.created", { id: callId, name, arguments: input }, { turnId })) +
          frame(write("agent.toolCall.output", { id: callId, output }, { turnId }))
        );
      },
      end: () => endTurn(write, turnId, answer).map(frame).join(""),
    };
  },
};

/** The wire of the chat handler: one chunk a delta, as server-sent events on the followed stream. */
import { sessionId, turnIdOf, workspaceId } from "../service-react/log.mjs";

export default {
  create({ body }) {
    const { text, clientEventId, lastSequence } = JSON.parse(body);
    const turnId = turnIdOf(lastSequence + 1);
    let sequence = lastSequence;
    let answer = "";
    const frame = (chunk) => {
      sequence += 1;
      return `id: ${sequence}\nevent: chunk\ndata: ${JSON.stringify(chunk)}\n\n`;
    };
    return {
      headers: { "content-type": "text/event-stream; charset=utf-8" },
      begin: () =>
        frame({ type: "message", role: "user", id: clientEventId, clientEventId, turnId, text }) +
        frame({ type: "turn", turnId, state: "queued" }) +
        frame({ type: "turn", turnId, state: "started" }),
      delta(piece) {
        answer += piece;
        return frame({ type: "text", text: piece });
      },
      /** A tool's call and its result. */
      tool({ callId, name, input, output }) {
        return (
          frame({ type: "tool", name, callId, status: "started", input }) +
          frame({ type: "tool", name, callId, status: "completed", output })
        );
      },
      end() {
        const reply = { text: answer, sessionId, workspaceId, turnId, status: "completed", pending: null };
        return frame({ type: "done", reply }) + frame({ type: "turn", turnId, state: "ended" });
      },
    };
  },
};

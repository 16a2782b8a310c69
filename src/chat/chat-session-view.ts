/**
 * Converts a chat's state to a `SessionView`: timeline groups instead of messages. The session API's controller has the
 * same shape, so one component renders both.
 */
import { groupTimeline } from "../timeline/group-timeline.js";
import type { TimelineGroup } from "../timeline/groups.js";
import { keepGroups } from "../timeline/keep-identity.js";
import type { SessionView } from "../conversation/view/session-view.js";
import type { ChatMessage } from "./chat-message.js";
import type { ChatState } from "./chat-types.js";
import { itemsOf, toTimelineItems } from "./to-timeline.js";

/** Returns a function from state to view that reuses unchanged parts of its last result. */
export function createSessionViewer(): (state: ChatState) => SessionView {
  let shown: readonly ChatMessage[] = [];
  let settled: readonly TimelineGroup[] = [];
  let live: readonly TimelineGroup[] = [];
  let last: { readonly state: ChatState; readonly view: SessionView } | undefined;

  function regroup({ messages, settledCount }: ChatState): void {
    const next = messages.slice(0, settledCount);
    // Older messages may have been added in front.
    const first = shown[0] ? Math.max(0, next.indexOf(shown[0])) : 0;
    let known = live;
    if (!startsWith(next.slice(first), shown)) {
      known = [...settled, ...live];
      settled = [];
      shown = [];
    }
    const [older, newer] = [next.slice(0, first), next.slice(first + shown.length)];
    if (older.length > 0 || newer.length > 0) {
      settled = [...groupsOf(older), ...settled, ...keepGroups(groupsOf(newer), known)];
    }
    shown = next;
    live = keepGroups(groupTimeline(toTimelineItems(messages.slice(settledCount))), live);
  }

  return (state) => {
    if (last?.state === state) return last.view;
    if (last?.state.messages !== state.messages || last.state.settledCount !== state.settledCount) regroup(state);
    const view = viewOf(state, settled, live);
    last = { state, view };
    return view;
  };
}

/** Groups each message separately: a person's message separates the turns. */
function groupsOf(messages: readonly ChatMessage[]): readonly TimelineGroup[] {
  return messages.flatMap((message) => groupTimeline(itemsOf(message)));
}

function startsWith(messages: readonly ChatMessage[], beginning: readonly ChatMessage[]): boolean {
  return beginning.every((message, index) => message === messages[index]);
}

function viewOf(state: ChatState, settled: readonly TimelineGroup[], live: readonly TimelineGroup[]): SessionView {
  const { messages: _, settledCount: __, runningTurnId: ___, isStreaming: ____, needsInput: _____, ...view } = state;
  return { ...view, settled, live };
}

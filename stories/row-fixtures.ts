import type { TimelineItem } from "@service/react";
import { buildTimeline } from "@service/react/session";
import { eventLog, type EventLog } from "@service/react/testing";

/** Rows for stories, made as a session makes them: from a scripted log, through the fold. */

type Turn = (type: string, payload?: unknown) => void;

/** The rows of one turn that was asked `text`; `script` writes what the agent does. */
export function turnOf(
  text: string,
  script: (add: Turn, log: EventLog) => void,
  at = "2026-05-12T09:30:00Z",
): readonly TimelineItem[] {
  const log = eventLog({ startAt: Date.parse(at), step: 1400 });
  const turnId = log.newId();
  const message = log.add("user.message", { text });
  log.add("turn.queued", { turnId, triggerEventId: message.id, source: "user" }, { turnId });
  log.add("turn.started", { triggerEventId: message.id }, { turnId });
  script((type, payload) => void log.add(type, payload, { turnId }), log);
  return buildTimeline(log.events);
}

const call = (add: Turn, id: string, name: string, input: unknown, output?: unknown, failed?: true) => {
  add("agent.toolCall.created", { id, name, arguments: input });
  if (output !== undefined) add("agent.toolCall.output", { id, output, ...(failed && { failed }) });
};

export const diff = `diff --git a/src/import.ts b/src/import.ts
--- a/src/import.ts
+++ b/src/import.ts
@@ -12,7 +12,8 @@ export async function nightly() {
   const rows = await readAll();
-  await lock("shop");
-  await write(rows);
+  for await (const batch of inBatches(rows, 500)) {
+    await write(batch);
+  }
   report(rows.length);
 }
`;

export const terminal =
  "\u001b[1m RUN \u001b[0m v4.1.12\n\n \u001b[32m✓\u001b[39m test/import.test.ts (12 tests) 318ms\n" +
  " \u001b[31m✗\u001b[39m test/shop.test.ts (4 tests | 1 failed)\n   expected 3 to be 4\n\n Tests  1 failed | 15 passed (16)\n";

/** A page as a computer shows it: a PNG of 320 by 180 pixels, as base64. */
export const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAUAAAAC0CAMAAADSOgUjAAAAElBMVEX///8Lbl9aZGIvVsfT3NoUFBRJIWaFAAABHklEQVR4" +
  "2u3dOw6FIBRAQUT3v2ZbCyAKGj7O1FQnL4GLJC9sNAkSCCiggAIioIACCoiAAgooIAIKKKCACCiggAIioIACCkghIAAAAAAA" +
  "9BNfIaCAAgoooIACAgAAADC2g6QHAf2ImqoIKKCAAg5vv0nAngHjZwQUUEABBbQL24UFFFBAo5yAAgo4VkCarvQBAPjrmRtv" +
  "Y8zCAgqIgAWu9GcIuNq3YAEFFFBAAe3CAgoooIBGOQEFFDC3FG9jAACoOHPjbYxZWEABEbDAlf4MAVf+TwcBBRRQQAHtwgIK" +
  "KKBRzignoIACXpfibQwAABVnbryNMQsLKCACFrjSnyHgat+CBRRQQAEFtAsLKKCAAhrlBBRQwNxSvI0BAACAtBO7OGlJSeXQ" +
  "AwAAAABJRU5ErkJggg==";

const childId = "cccccccc-0000-4000-8000-0000000000aa";

/** A turn that did one of everything. */
export const everyStep = turnOf("Move the nightly import without closing the shop.", (add, log) => {
  add("turn.startup.phase.started", { phase: "sandbox" });
  log.wait(3000);
  add("turn.startup.phase.completed", { phase: "sandbox", durationMs: 4400 });
  add("agent.reasoning.delta", {
    text: "I'll read the import first, then split it into **batches** and run the tests.",
  });
  add("memory.saved", {
    kind: "preference",
    preview: "Ana wants the shop to stay open during the move.",
    memoryId: "m1",
  });
  call(add, "c1", "repo__read_file", { path: "src/import.ts" }, "export async function nightly() { … }");
  call(add, "c2", "repo__edit_file", { path: "src/import.ts" }, { path: "src/import.ts", diff });
  add("sandbox.operation.started", { name: "run_command", command: "npm test" });
  add("sandbox.command.output.delta", { chunk: terminal });
  add("sandbox.operation.failed", { name: "run_command", durationMs: 8000 });
  call(
    add,
    "c3",
    "session_create",
    { initialMessage: "Find out why the shop test returns three orders." },
    { sessionId: childId },
  );
  call(add, "c4", "session_send_message", { sessionId: childId, message: "Check the test data too." }, { ok: true });
  call(add, "c5", "warehouse__list_stock", { site: "north" }, "Timed out after 30 s", true);
});

/** The same, settled. */
export const everyStepSettled = turnOf("Move the nightly import without closing the shop.", (add) => {
  add("agent.reasoning.delta", { text: "I'll read the import first." });
  call(add, "c2", "repo__edit_file", { path: "src/import.ts" }, { path: "src/import.ts", diff });
  call(
    add,
    "c3",
    "session_create",
    { initialMessage: "Find out why the shop test returns three orders." },
    { sessionId: childId },
  );
  call(add, "c5", "warehouse__list_stock", { site: "north" }, "Timed out after 30 s", true);
  add("agent.message.completed", { text: "The import now runs in batches and the shop stays open." });
  add("turn.completed");
});

/** Input besides people's messages. */
export const background = turnOf("Keep an eye on the import.", (add) => {
  add("goal.set", {
    goalId: "g",
    text: "Keep the nightly import under ten minutes without closing the shop.",
    actor: "api",
  });
  add("agent.message.completed", { text: "I'll check it every night." });
  add("turn.completed");
  add("system.update.delivered", {
    members: [
      { id: "u1", kind: "schedule", classification: "info", summary: "The nightly import has started." },
      {
        id: "u2",
        kind: "monitor",
        classification: "warning",
        summary: "The warehouse queue is longer than usual.",
      },
    ],
  });
  add("user.message", {
    text: "The test data was a year old.",
    childCompletion: {
      childSessionId: childId,
      status: "idle",
      goal: {
        status: "completed",
        text: "Find out why the shop test returns three orders.",
        evidence: "The test data has three orders, but the test expects four.",
      },
    },
  });
  add("session.context.compaction.started", { trigger: "auto", estimatedTokensBefore: 182_000 });
  add("session.context.compacted", { estimatedTokensBefore: 182_000, estimatedTokensAfter: 21_400 });
  add("goal.completed", { goalId: "g", evidence: "Four nights under nine minutes." });
});

/** A sign-in that a tool asks for. */
export const signIn = turnOf("Add the offsite to our calendar.", (add) => {
  call(add, "c1", "calendar__create_event", { title: "Offsite" }, "Not signed in", true);
  add("tool.auth_needed", {
    serverId: "calendar",
    toolName: "create_event",
    providerDomain: "calendar.example",
    reason: "The sign-in has expired.",
    scopes: ["events.read", "events.write"],
    authorizationUrl: "https://calendar.example/authorize?x=1",
  });
});

/** A call that waits for a yes or no. */
export const waitingCall = turnOf("Clean up the old test data.", (add) => {
  add("agent.reasoning.delta", { text: "This can't be undone, so I'll ask first." });
  call(add, "call-7", "delete_orders", { table: "orders_test", rows: 1204 });
  add("session.requiresAction", {
    approvals: [{ id: "call-7", name: "delete_orders", arguments: { rows: 1204 } }],
  });
  add("session.status.changed", { status: "requires_action" });
});

/** The log has the request for an approval, and no call. */
export const waitingWithoutCall = turnOf("Clean up the old test data.", (add) => {
  add("session.requiresAction", {
    approvals: [{ id: "approval-7", name: "delete_orders", arguments: { rows: 1204 } }],
  });
  add("session.status.changed", { status: "requires_action" });
});

/** It failed in the middle of its answer. */
export const failedInAnswer = turnOf("Compare the three cities.", (add) => {
  call(add, "c1", "travel__search_flights", { to: "LIS" }, { cheapest: "€3,420" });
  add("agent.message.delta", { text: "Lisbon is the cheapest of the three, because" });
  add("turn.failed", { error: "The agent stopped answering." });
});

/** It failed before it did anything. */
export const failedAtOnce = turnOf("Compare the three cities.", (add) => {
  add("turn.failed", { error: "The agent couldn't be reached." });
});

import { clearReport, reportKey, takeReport } from "../sessions/child-report.js";
import type { Cause } from "../sessions/session-draft.js";
import type { SessionRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { isLost } from "./lost.js";

/** Tells the parent how a child's turn ended. Done again after a crash in between, it tells it once. */
export async function deliverReport(store: Store, child: SessionRecord, cause: Cause): Promise<void> {
  const { report, parentSessionId } = child;
  if (report === null || report.dueAt === null) return;
  if (parentSessionId !== null) {
    try {
      await store.changeSession(parentSessionId, { clientEventId: reportKey(report) }, (state) =>
        takeReport(state, cause, child, report),
      );
    } catch (error) {
      // A parent that was removed is told nothing.
      if (!isLost(error)) throw error;
    }
  }
  await store.changeSession(child.id, {}, (state) => clearReport(state, cause, report));
}

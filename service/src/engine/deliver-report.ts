import { clearReport, reportKey, takeReport } from "../sessions/child-report.js";
import type { Cause } from "../sessions/session-draft.js";
import type { SessionRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { isLost } from "./lost.js";

/** Reports the end of a child's turn to its parent. Idempotent, so it may be repeated after a crash. */
export async function deliverReport(store: Store, child: SessionRecord, cause: Cause): Promise<void> {
  const { report, parentSessionId } = child;
  if (report === null || report.dueAt === null) return;
  if (parentSessionId !== null) {
    try {
      await store.changeSession(parentSessionId, { clientEventId: reportKey(report) }, (state) =>
        takeReport(state, cause, child, report),
      );
    } catch (error) {
      // A deleted parent gets no report.
      if (!isLost(error)) throw error;
    }
  }
  await store.changeSession(child.id, {}, (state) => clearReport(state, cause, report));
}

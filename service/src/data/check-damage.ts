/** Reports sessions whose log has lost events. They take no writes and can be read up to the hole. */
import { sessionDamaged, type Store } from "../store/store.js";

/** The most sessions that one check reports. */
const mostReported = 100;

/** Compares the end of each log with its session. */
export async function reportDamage(store: Store, onError: (error: unknown) => void): Promise<void> {
  const found = await store.listDamage({ everyEvent: false, limit: mostReported });
  for (const { sessionId, lastSequence } of found) onError(sessionDamaged(sessionId, lastSequence));
}

/** Changes under a lease that remember whether they have released it, so that it is not released twice. */
import type { Decided, Lease, SessionState, Store } from "../store/store.js";

const released = new WeakSet<Lease>();

/** As `changeSession` under the lease. Returns the decision's result. */
export async function changeHeld<T>(
  store: Pick<Store, "changeSession">,
  lease: Lease,
  decide: (state: SessionState) => Decided<T>,
): Promise<T> {
  let endsLease = false;
  const { result } = await store.changeSession(lease.sessionId, { lease }, (state) => {
    const decided = decide(state);
    endsLease = decided.change?.endLease === true;
    return decided;
  });
  if (endsLease) released.add(lease);
  return result;
}

/** Whether a change of this process has released it. */
export function isReleased(lease: Lease): boolean {
  return released.has(lease);
}

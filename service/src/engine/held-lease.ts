import type { Clock } from "../clock.js";
import type { Lease, Store } from "../store/store.js";

export interface HeldLeaseOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly lease: Lease;
  readonly leaseMs: number;
  readonly onLost: () => void;
  readonly onError: (error: unknown) => void;
}

/** A lease that is renewed in time until it is released. */
export interface HeldLease {
  /** Renews it now, which also checks that it is still valid. */
  renew(): Promise<void>;
  /** Renews it when a good part of it is over. */
  renewWhenDue(): Promise<void>;
  /** False once it was found to be lost. */
  isHeld(): boolean;
  /** Stops renewing. */
  stop(): void;
}

export function holdLease({ store, clock, lease, leaseMs, onLost, onError }: HeldLeaseOptions): HeldLease {
  let expiresAt = clock.now() + leaseMs;
  let isHeld = true;

  async function renew(): Promise<void> {
    const next = clock.now() + leaseMs;
    if (await store.renewLease(lease, new Date(next).toISOString())) expiresAt = next;
    else if (isHeld) {
      isHeld = false;
      onLost();
    }
  }

  async function renewWhenDue(): Promise<void> {
    if (expiresAt - clock.now() <= (leaseMs * 3) / 4) await renew();
  }

  const tick = () => {
    renewWhenDue().catch(onError);
    cancel = clock.after(leaseMs / 3, tick);
  };
  let cancel = clock.after(leaseMs / 3, tick);

  return {
    renew,
    renewWhenDue,
    isHeld: () => isHeld,
    stop: () => {
      isHeld = false;
      cancel();
    },
  };
}

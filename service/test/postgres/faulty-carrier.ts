import type { HintCarrier } from "../../src/store/hint-carrier.js";
import type { NotifyCarrier } from "../../src/store/notify-carrier.js";

export type Carrier = HintCarrier | NotifyCarrier;

/** What happens to hints on their way to one process. */
export type CarrierFault = "drop" | "double" | "reverse" | "away";

export interface FaultyCarrier {
  readonly carrier: Carrier;
  /** Drops hints, delivers each twice, keeps them for `end`, or drops them as a lost connection does. */
  begin(fault: CarrierFault): void;
  /** Delivers kept hints in reverse; after "away", reports that hints may have been missed. */
  end(): void;
  /** How often the store has closed the carrier. */
  readonly closed: () => number;
}

/** A carrier whose faults a test chooses. */
export function faultyCarrier(carrier: Carrier): FaultyCarrier {
  let fault: CarrierFault | null = null;
  let hear: (hint: string | null) => void = () => undefined;
  let closed = 0;
  const kept: (string | null)[] = [];

  function take(hint: string | null): void {
    if (fault === null || fault === "double") hear(hint);
    if (fault === "double") hear(hint);
    if (fault === "reverse") kept.push(hint);
  }

  return {
    carrier: {
      ...carrier,
      subscribe(listener) {
        hear = listener;
        carrier.subscribe(take);
      },
      async close() {
        closed += 1;
        await carrier.close();
      },
    },
    begin: (next) => void (fault = next),
    end() {
      if (fault === "away") hear(null);
      fault = null;
      for (const hint of kept.splice(0).toReversed()) hear(hint);
    },
    closed: () => closed,
  };
}

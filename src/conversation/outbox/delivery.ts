/** A message in flight, and what ends or shortens its tries. */

/** Result of a sent message once it is accepted. */
export interface SendReceipt {
  readonly clientEventId: string;
  readonly turnId: string | null;
}

/** Facts about an accepted message. */
export interface Acceptance {
  /** Null when unknown. */
  readonly turnId: string | null;
  /** The message's sequence in the log, where it is known. */
  readonly sequence?: number | undefined;
}

/** A message in flight. */
export interface Delivery {
  readonly receipt: Promise<SendReceipt>;
  /** Aborts with the conversation that sends it. */
  readonly signal: AbortSignal;
  /** Aborts with the delivery: its outcome is known, or it is no longer wanted. */
  readonly over: AbortController;
  /** Takes the acceptance that a log shows, whatever the request returns. */
  readonly accept: (acceptance: Acceptance) => void;
  /** Aborts to end the present wait. */
  awake: AbortController;
  /** Whether the service asked for the present wait; hints do not end it. */
  isAsked?: boolean;
  /** Set as soon as a log shows the message, whatever its request returns. */
  seen?: Acceptance;
}

/** A delivery before it begins. */
export type Controls = Omit<Delivery, "receipt">;

/** @param signal of the conversation that sends it */
export function newControls(signal: AbortSignal, accept: Delivery["accept"]): Controls {
  return { signal, accept, over: new AbortController(), awake: new AbortController() };
}

/** Cuts those that one conversation sends. */
export function cutAllOf(signal: AbortSignal, deliveries: ReadonlyMap<string, Delivery>): void {
  for (const delivery of deliveries.values()) if (delivery.signal === signal) cut(delivery);
}

/** Ends the current request or wait, after the entry has the reason. */
export function cut(delivery: Delivery | undefined): void {
  delivery?.over.abort();
  delivery?.awake.abort();
}

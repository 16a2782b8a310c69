import type { SessionVerbs, SessionView } from "../../hooks/session-view.js";

/** What a composer works on. A session of `useSession` or `useSessionById` is one. */
export interface Composer {
  readonly sendMessage: (text: string) => Promise<unknown> | void;
  /** Ends the running turn and keeps what came. */
  readonly stop?: (() => Promise<unknown> | void) | undefined;
  readonly isRunning?: boolean | undefined;
  readonly queue?: SessionView["queue"] | undefined;
  readonly removeQueued?: SessionVerbs["removeQueued"] | undefined;
  /**
   * Where it is there, a timeline keeps a message that was not sent, with a way to send it again. Without it such a
   * message comes back into the field, with the reason.
   */
  readonly discard?: SessionVerbs["discard"] | undefined;
}

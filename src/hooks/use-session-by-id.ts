import type { SessionVerbs, SessionView } from "./session-view.js";

export interface UseSessionByIdOptions {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** @default true */
  readonly enabled?: boolean | undefined;
}

export interface SessionByIdExtras {
  readonly title: string | null;
  /** Whether there is more before the first group. */
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  readonly loadOlder: () => Promise<void>;
  /** Interrupts the running turn with this message. */
  readonly steer: (text: string) => Promise<void>;
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
}

export type SessionById = SessionView & SessionVerbs & SessionByIdExtras;

export function useSessionById(_sessionId: string, _options?: UseSessionByIdOptions): SessionById {
  throw new Error("not yet");
}

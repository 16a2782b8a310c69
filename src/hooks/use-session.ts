import type { SessionVerbs, SessionView } from "./session-view.js";

export interface UseSessionOptions {
  readonly conversation: string;
  /** Where the chat handler is mounted. @default "/api/chat" */
  readonly api?: string | undefined;
  /** @default true */
  readonly enabled?: boolean | undefined;
}

export function useSession(_options: UseSessionOptions): SessionView & SessionVerbs {
  throw new Error("not yet");
}

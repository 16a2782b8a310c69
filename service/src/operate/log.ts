/** The service's log: what happened, where, and for which workspace and session. No field has content, a name or a key. */
import { isServiceError } from "@service/sdk/protocol";

export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

/** The fields of a line. All are ids, codes, patterns and numbers. */
export interface LogFacts {
  /** The id of the request, which the answer has as `x-service-correlation-id` and an error as `requestId`. */
  readonly requestId?: string;
  readonly method?: string;
  /** The route's pattern, never the path. */
  readonly route?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly workspaceId?: string;
  readonly sessionId?: string;
  readonly turnId?: string;
  readonly integrationId?: string;
  /** The id of the caller's key, never the key. */
  readonly keyId?: string;
  /** An error's code, its class, and its functions from the innermost on. */
  readonly code?: string;
  readonly error?: string;
  readonly stack?: readonly string[];
  /** The words of an error of the service's own. Those of other errors may quote content. */
  readonly reason?: string;
  readonly cause?: LogFacts;
  readonly url?: string;
}

type Write = (facts: LogFacts, message: string) => void;

/** Takes lines of the service: an instance of pino, for example. */
export interface Log {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}

const nothing = () => undefined;
export const noLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** An agent chooses the name and the code of its errors. */
const word = /^\w{1,60}$/;
const mostCauses = 3;
const mostFrames = 8;

/** An error as fields. The text of an error that is not the service's own is left out: it may quote a message or a person. */
export function errorFacts(error: unknown, causes = mostCauses): LogFacts {
  if (!(error instanceof Error)) return { error: typeof error };
  const { name, cause } = error;
  const code = (error as { readonly code?: unknown }).code;
  const isOurs = isServiceError(error);
  return {
    error: word.test(name) ? name : "Error",
    ...(typeof code === "string" && word.test(code) && { code }),
    ...(isOurs && { reason: error.message }),
    ...(!isOurs && { stack: framesOf(error) }),
    ...(cause !== undefined && causes > 0 && { cause: errorFacts(cause, causes - 1) }),
  };
}

/** The lines of a stack behind its message, which may have lines that look like them. None where the message has changed since. */
function framesOf({ message, stack = "" }: Error): readonly string[] {
  const begin = stack.indexOf(message);
  if (begin < 0) return [];
  const frames = stack
    .slice(begin + message.length)
    .split("\n")
    .filter((line) => /^ {4}at .+:\d+:\d+\)?$/.test(line));
  return frames.slice(0, mostFrames).map((line) => line.trim());
}

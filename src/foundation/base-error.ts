/**
 * Base class of every error that this project throws on purpose.
 *
 * Errors are recognised by brand, not by class, so two copies of the package in one process do no harm. Callers
 * decide by the fields (`code`, `retryable`), never by the message.
 */
const brand = Symbol.for("@service/error");

/** Facts from which a `ServiceError` is made. */
export interface ServiceErrorFacts {
  /** A stable word for programs. */
  readonly code: string;
  /** Whether the same call may succeed later, unchanged. @default false */
  readonly retryable?: boolean;
  readonly cause?: unknown;
  /** For developers: what happened and what to change. Never shown to a person. */
  readonly hint?: string | undefined;
}

/** An error with a stable `code` and a decided `retryable`. */
export class ServiceError extends Error {
  readonly code: string;
  readonly retryable: boolean;
  /**
   * For developers: what happened and what to change. A page has it in development only, and undefined where `message` has
   * it all. Show a person `message` alone.
   */
  declare readonly hint?: string;
  readonly [brand] = true;

  constructor(message: string, facts: ServiceErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = "ServiceError";
    this.code = facts.code;
    this.retryable = facts.retryable ?? false;
    if (facts.hint !== undefined) this.hint = facts.hint;
  }

  /** The entry of this code in the documents that every package contains: `docs/troubleshooting.md#<code>`. */
  get help(): string {
    return helpFor(this.code);
  }
}

/** The entry of a code in `docs/troubleshooting.md`. */
export function helpFor(code: string): string {
  return `docs/troubleshooting.md#${code.toLowerCase()}`;
}

/** Whether a value is an error of this project, from any copy of the package. */
export function isServiceError(value: unknown): value is ServiceError {
  return typeof value === "object" && value !== null && (value as { [brand]?: unknown })[brand] === true;
}

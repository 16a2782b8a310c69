/** Spans of the service: requests, turns, tool calls and calls of the store. */

/** Attributes of a span: ids, patterns, codes and numbers, never content. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** An open span. */
export interface Span {
  rename(name: string): void;
  set(facts: SpanFacts): void;
  /** Marks the span as failed. */
  fail(code: string): void;
}

/** Makes spans. */
export interface Tracing {
  /** Runs within a span of its own. @param parent headers that may name the caller's span; without them it is a child of the open one. */
  span<T>(name: string, facts: SpanFacts, run: (span: Span) => Promise<T>, parent?: Headers): Promise<T>;
  /** The same within an open span only: without one it runs as it is. */
  step<T>(name: string, facts: SpanFacts, run: () => Promise<T>): Promise<T>;
}

const nothing: Span = { rename: () => undefined, set: () => undefined, fail: () => undefined };

export const noTracing: Tracing = {
  span: (_name, _facts, run) => run(nothing),
  step: (_name, _facts, run) => run(),
};

/** Spans through OpenTelemetry's API, which does nothing until the program has registered an SDK. */
import type * as api from "@opentelemetry/api";
import { isServiceError } from "@service/sdk/protocol";
import type { Span, Tracing } from "./tracing.js";

type Api = typeof api;

/** @param loaded the package `@opentelemetry/api`. */
export function otelTracing({ context, propagation, trace, SpanStatusCode }: Api, version: string): Tracing {
  const tracer = () => trace.getTracer("@service/embedded", version);

  /** The code of an error; its text may quote content. */
  const codeOf = (error: unknown) => (isServiceError(error) ? error.code : "error");

  const span: Tracing["span"] = async (name, facts, run, parent) => {
    const outer =
      parent === undefined ? context.active() : propagation.extract(context.active(), Object.fromEntries(parent));
    return tracer().startActiveSpan(name, { attributes: { ...facts } }, outer, async (open) => {
      const handle: Span = {
        rename: (other) => void open.updateName(other),
        set: (more) => void open.setAttributes({ ...more }),
        fail: (code) => void open.setStatus({ code: SpanStatusCode.ERROR, message: code }),
      };
      try {
        return await run(handle);
      } catch (error) {
        handle.fail(codeOf(error));
        throw error;
      } finally {
        open.end();
      }
    });
  };

  return {
    span,
    step: (name, facts, run) => (trace.getActiveSpan() === undefined ? run() : span(name, facts, run)),
  };
}

/** Null where the program has not installed OpenTelemetry's API. */
export async function loadOtel(): Promise<Api | null> {
  try {
    return await import("@opentelemetry/api");
  } catch {
    return null;
  }
}

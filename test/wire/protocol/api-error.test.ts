import { describe, expect, it } from "vitest";
import { isServiceError } from "../../../src/foundation/base-error.js";
import {
  defaultErrorCode,
  isRetryableStatus,
  readErrorBody,
  ServiceApiError,
} from "../../../src/wire/protocol/api-error.js";

describe("an error body", () => {
  it.each([
    [
      {
        error: {
          status: 409,
          code: "CONFLICT",
          message: "No.",
          retryable: false,
          outcomeUnknown: true,
          requestId: "r",
          details: { a: 1 },
        },
      },
      {
        status: 409,
        code: "CONFLICT",
        message: "No.",
        retryable: false,
        outcomeUnknown: true,
        requestId: "r",
        details: { a: 1 },
      },
    ],
    [
      { code: "CONTROL_CHANGED", message: "No.", current: {} },
      { code: "CONTROL_CHANGED", message: "No.", details: { current: {} } },
    ],
    [{ error: "unauthorized" }, { code: "unauthorized" }],
    [{ error: { message: "No.", code: "x", type: "server_error" } }, { code: "x", message: "No." }],
    [{ message: "No." }, { message: "No." }],
  ])("%j is read, whichever shape it has", (body, facts) => {
    expect(readErrorBody(body)).toEqual(facts);
  });

  it.each([null, "text", 5, [], {}, { error: {} }, { error: 5 }, { status: 500 }])("is none in %j", (body) => {
    expect(readErrorBody(body)).toBeUndefined();
  });
});

describe("an API error", () => {
  it.each([0, 408, 425, 429, 500, 503])("with status %i is retryable unless its body states otherwise", (status) => {
    expect(isRetryableStatus(status)).toBe(true);
    expect(new ServiceApiError("x", { status, code: "c" }).retryable).toBe(true);
    expect(new ServiceApiError("x", { status, code: "c", retryable: false }).retryable).toBe(false);
  });

  it.each([400, 401, 403, 404, 409, 413, 422, 501])("with status %i is final", (status) => {
    expect(new ServiceApiError("x", { status, code: "c" }).retryable).toBe(false);
  });

  it("carries its facts, and is recognised by brand", () => {
    const cause = new Error("socket");
    const error = new ServiceApiError("It broke.", {
      status: 502,
      code: "upstream",
      requestId: "r",
      retryAfterMs: 500,
      cause,
    });
    expect(error).toMatchObject({
      message: "It broke.",
      status: 502,
      code: "upstream",
      requestId: "r",
      retryAfterMs: 500,
      outcomeUnknown: false,
    });
    expect(error.cause).toBe(cause);
    expect(isServiceError(error)).toBe(true);
  });

  it.each([
    [401, "unauthenticated"],
    [404, "not_found"],
    [429, "limit_exceeded"],
    [503, "upstream_unavailable"],
    [599, "internal_error"],
    [418, "request_failed"],
  ])("with status %i and no code of its own is %s", (status, code) => {
    expect(defaultErrorCode(status)).toBe(code);
  });
});

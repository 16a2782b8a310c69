import { ServiceApiError } from "@service/sdk/protocol";

/** Where a source cannot be used. Its message never quotes a credential. */
export function unfitSource(message: string, code = "integration_source_invalid"): ServiceApiError {
  return new ServiceApiError(message, { status: 422, code });
}

/** The source is somewhere else and did not give what it should. */
export function sourceAway(message: string, code = "integration_source_unavailable"): ServiceApiError {
  return new ServiceApiError(message, { status: 422, code, retryable: true });
}

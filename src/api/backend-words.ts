import type { Explain } from "../wire/http/http-failure.js";

/** The words of a failure for the developer of a backend, who reads it whole; a page loads none of them. */
export const explainToBackend: Explain = ({ method, path }, { code, status, outcomeUnknown }, afterMs) => {
  const asked = `${method} ${path}`;
  switch (code) {
    case "network_error":
      return `${asked} lost its connection. ${outcomeUnknown ? "It may have happened; try again with the same clientEventId." : "Try again."}`;
    case "request_timeout":
      return `${asked} was not answered within ${afterMs} ms. Try again, a write with the same clientEventId.`;
    case "headers_failed":
      return `The host's headers for ${asked} could not be made, so nothing was sent. See the cause.`;
    default:
      return `${asked} was answered with ${status} and something that is no JSON. Does this address lead to the session API?`;
  }
};

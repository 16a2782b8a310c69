import type { McpServer } from "./mcp-server.js";

/** The cause of a failed request. Quotes nothing from the server, which may echo what it was sent. */
export class McpFault extends Error {
  readonly code: McpFaultCode;
  /** Reported with the outcome. */
  readonly reason: "missing_connection" | "expired" | "insufficient_scope" | null;

  constructor(code: McpFaultCode, message: string, reason: McpFault["reason"] = null) {
    super(message);
    this.name = "McpFault";
    this.code = code;
    this.reason = reason;
  }
}

export type McpFaultCode =
  | "mcp_transport_timeout"
  | "mcp_transport_unavailable"
  | "mcp_auth_needed"
  | "mcp_address_refused"
  | "mcp_answer_too_large"
  | "mcp_answer_invalid";

export function invalidAnswer(server: McpServer): McpFault {
  return new McpFault(
    "mcp_answer_invalid",
    `${server.name} answered with what is no message of the Model Context Protocol.`,
  );
}

/** Where a chat, or a session proxy, is mounted: the address as routes can be put behind it. */
import { ServiceError } from "../../foundation/base-error.js";
import { ok, warning, type Finding } from "./finding.js";

/**
 * The address without query, fragment and trailing slashes.
 *
 * @throws {ServiceError} `url_invalid` when it is no http(s) address, or contains a password, which the message
 *   omits.
 */
export function mountOf(url: string): string {
  const { protocol, origin, pathname, username, password } = URL.canParse(url) ? new URL(url) : noAddress;
  if (username !== "" || password !== "") {
    throw invalid("The address holds a name or a password. Give them as a header: Authorization: Basic …");
  }
  if (/^https?:$/.test(protocol)) return (origin + pathname).replace(/\/+$/, "");
  const shown = url.replace(/^.*@/s, "…@");
  throw invalid(`"${shown}" is no address. Give a whole one: https://your-product.example/api/chat`);
}

const noAddress = { protocol: "", origin: "", pathname: "", username: "", password: "" };

function invalid(message: string): ServiceError {
  return new ServiceError(message, { code: "url_invalid" });
}

/** Whether the connection is private. */
export function checkAddress(url: string): Finding {
  const { protocol, hostname } = new URL(url);
  const isHere = hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
  if (protocol === "https:") return ok("address", "The address is encrypted.");
  if (isHere) return ok("address", "The address is of this machine.");
  return warning(
    "address",
    `${url} is not encrypted: whoever is on the way reads who asks, and what.`,
    "Serve it over https.",
  );
}

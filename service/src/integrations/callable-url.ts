/** Decides which URLs integrations may call. Host names are checked again at every call, by their addresses. */
import { isIP } from "node:net";
import { isLoopback } from "../mcp/loopback.js";
import { dialRule, type DialRules } from "../mcp/dial-rule.js";
import { unfitSource } from "./unfit.js";

/** This machine is only for what the host registered itself. */
export type AddressRules = DialRules;

/** A base of calls: without query and fragment, and without a slash at its end. @throws {ServiceApiError} 422 as below. */
export function baseOf(text: string, rules: AddressRules): string {
  const url = callableUrl(text, rules);
  url.search = "";
  url.hash = "";
  return url.href.replace(/\/+$/, "");
}

/** @throws {ServiceApiError} 422 for a URL that may not be called. No message quotes it, as it may contain a secret. */
export function callableUrl(text: string, rules: AddressRules): URL {
  if (text.length > 2_048 || !URL.canParse(text))
    throw unfitSource("The address is no URL of at most 2048 characters.");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw unfitSource("The address holds a user name or a password. Give them as a credential.");
  }
  const isHere = isLoopback(url.hostname);
  if (
    url.protocol !== "https:" &&
    !(url.protocol === "http:" && (rules.privateNetworks || (isHere && rules.loopback)))
  ) {
    throw unfitSource("The address is not an https URL.");
  }
  if (!mayCall(url.hostname, rules)) {
    throw unfitSource(
      "The address lies in a private network or on the service's own machine, which integrations may not call.",
      "integration_address_refused",
    );
  }
  return url;
}

function mayCall(hostname: string, rules: AddressRules): boolean {
  const literal = hostname.replaceAll(/^\[|\]$/g, "");
  if (isLoopback(hostname)) return rules.privateNetworks || rules.loopback;
  return isIP(literal) === 0 || dialRule(hostname, rules)(literal);
}

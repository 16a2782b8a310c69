import { isLoopback } from "./loopback.js";
import { isLoopbackAddress, isPublicAddress } from "./public-address.js";

export interface DialRules {
  /** Whether private networks may be reached. */
  readonly privateNetworks: boolean;
  /** Whether this machine may be reached, by a name of its own. */
  readonly loopback: boolean;
}

/**
 * Decides whether an address may be dialled for a host name: a public one, and for `localhost` only an address of
 * this machine, whatever a name server answers.
 */
export function dialRule(hostname: string, { privateNetworks, loopback }: DialRules): (address: string) => boolean {
  if (privateNetworks) return () => true;
  return isLoopback(hostname) ? (address) => loopback && isLoopbackAddress(address) : isPublicAddress;
}

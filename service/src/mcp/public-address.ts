/**
 * Checks each address before a request with a session's headers is sent to it.
 *
 * An IPv6 address is public if it is in the global unicast block and in none of its special networks. Forms that contain
 * an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) and unassigned blocks are therefore refused. An IPv4 address
 * is public unless its network is in IANA's registry of special networks.
 */
import { BlockList, isIP } from "node:net";

function networks(family: "ipv4" | "ipv6", listed: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of listed) {
    const [address = "", prefix = ""] = network.split("/");
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** IANA's special-purpose registry: this machine, private and link-local networks, documentation, multicast, reserved. */
const special4 = networks("ipv4", [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]);

/** The only block of which global unicast addresses are assigned. */
const global6 = networks("ipv6", ["2000::/3"]);

/** Special ranges inside it: protocols (Teredo among them), documentation, 6to4. */
const special6 = networks("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

const loopback4 = networks("ipv4", ["127.0.0.0/8"]);
const loopback6 = networks("ipv6", ["::1/128"]);

/** Whether an IP address is on the public internet. False when the text is no IP address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special4.check(address, "ipv4");
  return family === 6 && global6.check(address, "ipv6") && !special6.check(address, "ipv6");
}

/** Whether an IP address is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family === 4 ? loopback4.check(address, "ipv4") : family === 6 && loopback6.check(address, "ipv6");
}

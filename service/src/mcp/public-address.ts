import { BlockList, isIP } from "node:net";

/** What no name of the open internet should lead to: this machine, private and link-local networks, clouds' metadata. */
const closed = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  closed.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 128],
  ["::1", 128],
  // IPv4 in the clothes of IPv6: translated, and tunnelled.
  ["64:ff9b::", 96],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  closed.addSubnet(network, prefix, "ipv6");
}

/** Whether an IP address lies in the open internet. A mapped IPv4 address is judged as the IPv4 address that it is. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !closed.check(address, family === 6 ? "ipv6" : "ipv4");
}

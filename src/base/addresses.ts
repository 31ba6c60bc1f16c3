/** Lists of network addresses and CIDR ranges, IPv4 and IPv6. */

import { BlockList, isIP } from "node:net";

export interface AddressList {
  has(address: string): boolean;
}

/** Reads addresses and ranges ("10.0.0.0/8"); undefined for a text that is neither. */
export function parseAddressList(entries: readonly string[]): AddressList | undefined {
  const list = new BlockList();
  for (const entry of entries) if (!add(list, entry)) return undefined;
  return { has: (address) => check(list, address) };
}

export function isAddressOrRange(entry: string): boolean {
  return add(new BlockList(), entry);
}

function add(list: BlockList, entry: string): boolean {
  const [address = "", bits, ...rest] = entry.trim().split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  const type = family === 4 ? "ipv4" : "ipv6";
  if (bits === undefined) {
    list.addAddress(address, type);
    return true;
  }
  const prefix = /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (!(prefix <= (family === 4 ? 32 : 128))) return false;
  list.addSubnet(address, prefix, type);
  return true;
}

function check(list: BlockList, address: string): boolean {
  const plain = unmap(address);
  const family = isIP(plain);
  return family !== 0 && list.check(plain, family === 4 ? "ipv4" : "ipv6");
}

/** An IPv4 address that a dual-stack socket reports as IPv6 is the IPv4 address. */
function unmap(address: string): string {
  return address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}

export function isLoopback(address: string): boolean {
  const plain = unmap(address);
  return plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."));
}

/**
 * The address a request really came from: the peer's, or, when the peer is a proxy we trust, the last address of
 * `X-Forwarded-For` that is not such a proxy itself.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  proxies: AddressList,
): string {
  if (forwardedFor === null || !proxies.has(peer)) return unmap(peer);
  const chain = forwardedFor.split(",").map((part) => part.trim());
  for (const address of chain.toReversed()) {
    if (isIP(address) === 0) break;
    if (!proxies.has(address)) return unmap(address);
  }
  return unmap(peer);
}

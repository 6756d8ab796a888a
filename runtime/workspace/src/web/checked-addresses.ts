import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { FetchError } from "./fetcher.port.ts";

/** An address that was looked up. */
export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** What addresses are judged with. */
export interface AddressRules {
  /** Looks a name up. Default: as the system does. */
  resolve?(hostname: string): Promise<readonly string[]>;
  /**
   * Lets an address through that is not public, or a port that is not of the web. Asked after the name was looked up.
   */
  permit?(target: { readonly address: string; readonly port: number }): boolean;
}

const WEB_PORTS: readonly number[] = [80, 443];

/**
 * The addresses of a URL's host, all of them judged: one that is not public is enough to refuse the host, for the next
 * lookup could give it first. Rejects with a `FetchError`.
 */
export async function checkedAddresses(url: URL, rules: AddressRules): Promise<readonly HostAddress[]> {
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  if (rules.permit === undefined && !WEB_PORTS.includes(port))
    throw new FetchError("refused", "only ports 80 and 443 may be asked");
  const found = isIP(hostname) === 0 ? await resolved(hostname, rules) : [hostname];
  const addresses = found.map((address): HostAddress => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
  if (addresses.length === 0) throw new FetchError("unknown_host", "the host is not known");
  for (const { address } of addresses) judge(address, port, rules);
  return addresses;
}

function judge(address: string, port: number, { permit }: AddressRules): void {
  if (permit?.({ address, port })) return;
  if (!isPublicAddress(address)) throw new FetchError("refused", "the host has an address that is not public");
  if (!WEB_PORTS.includes(port)) throw new FetchError("refused", "only ports 80 and 443 may be asked");
}

async function resolved(hostname: string, { resolve }: AddressRules): Promise<readonly string[]> {
  try {
    if (resolve !== undefined) return (await resolve(hostname)).filter((address) => isIP(address) !== 0);
    return (await lookup(hostname, { all: true })).map(({ address }) => address);
  } catch (error) {
    throw new FetchError("unknown_host", "the host is not known", error);
  }
}

/**
 * IPv4 addresses that are not of the public internet: IANA's special-purpose registry, multicast and what is reserved.
 */
const RESERVED_V4 = (
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 " +
  "192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4"
).split(" ");

/**
 * Only this part of IPv6 is given out; mapped, translated (NAT64), local, link-local and multicast addresses lie
 * outside.
 */
const GLOBAL_V6 = "2000::/3";

/**
 * Inside it: protocol assignments with Teredo, documentation, 6to4 (which hides an IPv4 address), documentation again.
 */
const RESERVED_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const reservedV4 = listOf(RESERVED_V4, "ipv4");
const globalV6 = listOf([GLOBAL_V6], "ipv6");
const reservedV6 = listOf(RESERVED_V6, "ipv6");

/** Whether an IP address belongs to the public internet. False for what is no address. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, "");
  if (isIP(plain) === 4) return !reservedV4.check(plain, "ipv4");
  return isIP(plain) === 6 && globalV6.check(plain, "ipv6") && !reservedV6.check(plain, "ipv6");
}

function listOf(networks: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

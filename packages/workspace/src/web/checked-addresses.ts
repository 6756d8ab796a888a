import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { FetchError } from "./fetcher.port.ts";
import { isPublicAddress } from "./public-address.ts";

/** An address that was looked up. */
export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** What addresses are judged with. */
export interface AddressRules {
  /** Looks a name up. Default: as the system does. */
  resolve?(hostname: string): Promise<readonly string[]>;
  /** Lets an address through that is not public, or a port that is not of the web. Asked after the name was looked up. */
  permit?(target: { readonly address: string; readonly port: number }): boolean;
}

const WEB_PORTS: readonly number[] = [80, 443];

/**
 * The addresses of a URL's host, all of them judged: one that is not public is enough to refuse the host, for the next lookup
 * could give it first. Rejects with a `FetchError`.
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

import { BlockList, isIP } from "node:net";

/** IPv4 addresses that are not of the public internet: IANA's special-purpose registry, multicast and what is reserved. */
const RESERVED_V4 = (
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 " +
  "192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4"
).split(" ");

/** Only this part of IPv6 is given out; mapped, translated (NAT64), local, link-local and multicast addresses lie outside. */
const GLOBAL_V6 = "2000::/3";

/** Inside it: protocol assignments with Teredo, documentation, 6to4 (which hides an IPv4 address), documentation again. */
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

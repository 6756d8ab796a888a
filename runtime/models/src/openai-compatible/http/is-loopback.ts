import { isLoopbackHost } from "@toolwright/core/internal";

/** Whether a URL leads to this machine itself, whatever its port. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return isLoopbackHost(hostname) || hostname.endsWith(".localhost");
}

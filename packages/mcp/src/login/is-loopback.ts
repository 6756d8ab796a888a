/** Whether an address is this machine: there nothing of a login can be overheard, and nobody else's server is. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

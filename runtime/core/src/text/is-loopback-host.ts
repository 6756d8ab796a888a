/**
 * Whether a host is this machine: by an address, or as `localhost`. Other names, such as those below `localhost`, may
 * lead elsewhere.
 */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}

/** What this machine is called in the host of a URL. */
export const LOOPBACK_NAMES: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** The names of this machine in the host of a URL. */
export const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

const SAFE = /^(?:https?:\/\/|mailto:)/i;

/** The address of a link that may be followed (http, https, mailto); undefined for any other. */
export function safeAddress(address: string | undefined): string | undefined {
  return address !== undefined && SAFE.test(address) ? address : undefined;
}

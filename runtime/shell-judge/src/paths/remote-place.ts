/** The path of a repository on this machine that an address names; undefined where it names another machine. */
export function placeOfRemote(address: string): string | undefined {
  if (address.startsWith("file://")) return address.slice("file://".length);
  return /^(?:[a-z][a-z+.-]*:\/\/|[^/]+:)/i.test(address) ? undefined : address;
}

/** The host of an http(s) address in lower case without a final dot, or undefined. */
export function hostOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return undefined;
  return hostname.toLowerCase().replace(/\.$/, "");
}

/** `example.org` is that host alone, `*.example.org` every host below it, `*` every host. */
export function domainMatches(pattern: string, host: string): boolean {
  if (pattern === "*") return true;
  if (pattern.startsWith("*.")) return host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1;
  return host === pattern;
}

/** A host name whose first label may be `*`; anything else is not a domain pattern. */
export function isDomainPattern(text: string): boolean {
  return text === "*" || /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(text);
}

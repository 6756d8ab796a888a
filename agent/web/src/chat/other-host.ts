/**
 * The host that a link leads to, where its text could be taken for another one: the text names a host, and it is not
 * this one, or it mixes letters of several scripts. Undefined where the text misleads nobody.
 */
export function otherHost(address: string, text: string): string | undefined {
  const host = hostOf(address);
  const [named] = HOST.exec(text) ?? [];
  if (host === undefined || named === undefined) return undefined;
  const isSame = withoutWww(hostOf(`https://${named}`)) === withoutWww(host);
  return isSame && !mixesScripts(named) ? undefined : host;
}

/** As names of hosts are written, in any script; each part has at most 63 characters. */
const HOST = /(?:[\p{L}\p{M}\p{N}_-]{1,63}[.。．｡]){1,10}[\p{L}\p{M}\p{N}-]{2,63}/u;

/** As it is asked for: letters that are no ASCII are in Punycode. */
function hostOf(address: string): string | undefined {
  const url = URL.parse(address);
  if (url?.protocol === "mailto:") return url.pathname.split("@").at(-1);
  return url?.hostname;
}

function withoutWww(host: string | undefined): string | undefined {
  return host?.replace(/^www\./, "");
}

/** Scripts whose letters look like Latin ones. */
const LIKE_LATIN =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;

function mixesScripts(host: string): boolean {
  return host.split(/[.。．｡]/u).some((part) => LIKE_LATIN.test(part) && /\p{Script=Latin}/u.test(part));
}

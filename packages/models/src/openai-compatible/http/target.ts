/** Where requests go. */
export interface Target {
  readonly target: string;
  /** `name:password` of the base URL, decoded, or `""`. `fetch` takes no URL that holds them. */
  readonly credentials: string;
}

/** Parts a base URL into the address of a path behind it and the credentials in it. */
export function toTarget(baseUrl: string, path: string): Target {
  const base = baseUrl.replace(/\/+$/, "");
  if (!URL.canParse(base)) return { target: `${base}${path}`, credentials: "" };
  const { username, password } = new URL(base);
  if (username === "" && password === "") return { target: `${base}${path}`, credentials: "" };
  const bare = base.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, "$1");
  return { target: `${bare}${path}`, credentials: `${decoded(username)}:${decoded(password)}` };
}

/** The value of an `Authorization` header for `name:password` (RFC 7617, in UTF-8). */
export function toBasic(credentials: string): string {
  const bytes = new TextEncoder().encode(credentials);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

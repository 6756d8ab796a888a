import { createHash, timingSafeEqual } from "node:crypto";

/** Days for which a cookie stands. */
const DAYS = 30;

/**
 * Who may talk to the server: whoever sends the token in a header. A program may open the page with the token in the
 * address and go on with the cookie that it gets. Browsers send a cookie to every port of its host, to whoever listens
 * there: the one that they get loads the page and its files and nothing else. The page keeps the token, and sends it in
 * a header.
 */
export class Authentication {
  readonly #token: Buffer;
  readonly #cookies: { readonly program: Buffer; readonly page: Buffer };
  readonly #values: { readonly program: string; readonly page: string };

  constructor(token: string) {
    this.#token = digest(token);
    this.#values = { program: valueFor("program", token), page: valueFor("page", token) };
    this.#cookies = { program: digest(this.#values.program), page: digest(this.#values.page) };
  }

  /** Whether a request may do whatever the server does. */
  allows(request: Request): boolean {
    const token = /^bearer +(.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    return token === undefined ? this.#hasCookie(request, "program") : this.isToken(token);
  }

  /** Whether a request may load the page and its files, which are the same for everybody. */
  allowsPage(request: Request): boolean {
    return this.allows(request) || this.#hasCookie(request, "page");
  }

  isToken(token: string): boolean {
    return timingSafeEqual(digest(token), this.#token);
  }

  /** Sent with the page to whoever opens it with the token: for this host alone, and out of reach of scripts. */
  setCookie(request: Request): string {
    // Of several proxies the first one speaks with the browser.
    const [scheme] = (request.headers.get("x-forwarded-proto") ?? new URL(request.url).protocol).split(/[:,]/, 1);
    const isSecure = scheme?.trim() === "https";
    const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${DAYS * 24 * 60 * 60}`;
    const value = this.#values[isBrowser(request) ? "page" : "program"];
    return `${cookieName(request)}=${value}; ${attributes}${isSecure ? "; Secure" : ""}`;
  }

  #hasCookie(request: Request, kind: "program" | "page"): boolean {
    const sent = cookiesOf(request).get(cookieName(request));
    return sent !== undefined && timingSafeEqual(digest(sent), this.#cookies[kind]);
  }
}

/** Every browser names itself after the first one; those of today also say where a request comes from. */
function isBrowser({ headers }: Request): boolean {
  return (
    headers.has("sec-fetch-site") || headers.has("sec-fetch-dest") || /mozilla/i.test(headers.get("user-agent") ?? "")
  );
}

function valueFor(kind: "program" | "page", token: string): string {
  return digest(`toolwright ${kind} ${token}`).toString("hex");
}

/** Two servers on one host have two cookies: browsers do not keep them apart by port. */
function cookieName(request: Request): string {
  const host = request.headers.get("host") ?? new URL(request.url).host;
  return `toolwright_${/:(\d{1,5})$/.exec(host)?.[1] ?? "0"}`;
}

function cookiesOf(request: Request): Map<string, string> {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim().split("=", 2));
  return new Map(pairs.map(([name = "", value = ""]) => [name, value]));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

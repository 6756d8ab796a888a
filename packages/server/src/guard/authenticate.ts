import { createHash, timingSafeEqual } from "node:crypto";

/** Who may talk to the server: whoever has the token, in a header or in the cookie that the page sets. */
export class Authentication {
  readonly #token: Buffer;
  readonly #cookie: string;

  constructor(token: string) {
    this.#token = digest(token);
    this.#cookie = digest(`toolwright page ${token}`).toString("hex");
  }

  allows(request: Request): boolean {
    const token = /^bearer +(.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    if (token !== undefined) return this.isToken(token);
    const sent = cookiesOf(request).get(cookieName(request));
    return sent !== undefined && timingSafeEqual(digest(sent), digest(this.#cookie));
  }

  isToken(token: string): boolean {
    return timingSafeEqual(digest(token), this.#token);
  }

  /** Sent with the page: a value that stands for the token, for this host alone, and out of reach of scripts. */
  setCookie(request: Request): string {
    const isSecure = new URL(request.url).protocol === "https:" || request.headers.get("x-forwarded-proto") === "https";
    const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${30 * 24 * 60 * 60}`;
    return `${cookieName(request)}=${this.#cookie}; ${attributes}${isSecure ? "; Secure" : ""}`;
  }
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

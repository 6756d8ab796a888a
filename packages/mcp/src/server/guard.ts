import { createHash, timingSafeEqual } from "node:crypto";
import type { McpServerOptions } from "./mcp-server.port.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Who may ask over HTTP: a page of another site may not, whatever it makes a browser send. */
export class Guard {
  readonly #hosts: ReadonlySet<string>;
  readonly #token: Buffer | undefined;

  constructor({ allowedHosts = LOOPBACK, token }: McpServerOptions) {
    this.#hosts = new Set(allowedHosts.map((host) => host.toLowerCase()));
    this.#token = token === undefined ? undefined : digest(token);
  }

  /** The answer for who is not let in; undefined for who is. */
  refuses(request: Request): Response | undefined {
    const host = hostOf(`http://${request.headers.get("host") ?? new URL(request.url).host}`);
    if (host === undefined || !this.#hosts.has(host)) return refusal(403, "This server is not called by that name.");
    const origin = request.headers.get("origin");
    if (origin !== null && !this.#hosts.has(hostOf(origin) ?? ""))
      return refusal(403, "Pages of that origin may not call this server.");
    const bearer = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
    if (this.#token !== undefined && !timingSafeEqual(digest(bearer), this.#token))
      return refusal(401, "The token is missing or wrong.", { "www-authenticate": "Bearer" });
    return undefined;
  }
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase() : undefined;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } });
  return new Response(body, { status, headers: { "content-type": "application/json", ...headers } });
}

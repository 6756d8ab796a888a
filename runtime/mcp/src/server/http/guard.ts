import { createHash, timingSafeEqual } from "node:crypto";
import type { Json } from "@toolwright/core";
import { LOOPBACK_NAMES } from "@toolwright/core/internal";
import type { McpServerOptions } from "../mcp-server.port.ts";

/** Whether a request is let in: whose it is, or what it is answered. */
export type Admission = { readonly owner: string } | { readonly refused: Response };

/** Who may ask over HTTP: a page of another site may not, whatever it makes a browser send. */
export class Guard {
  readonly #hosts: ReadonlySet<string>;
  readonly #token: Buffer | undefined;
  readonly #authenticate: McpServerOptions["authenticate"];

  constructor({ allowedHosts = LOOPBACK_NAMES, token, authenticate }: McpServerOptions) {
    this.#hosts = new Set(allowedHosts.map((host) => host.toLowerCase()));
    this.#token = token === undefined ? undefined : digest(token);
    this.#authenticate = authenticate;
  }

  async admit(request: Request): Promise<Admission> {
    const host = hostOf(`http://${request.headers.get("host") ?? new URL(request.url).host}`);
    if (host === undefined || !this.#hosts.has(host))
      return { refused: refusal(403, "This server is not called by that name.") };
    const origin = request.headers.get("origin");
    if (origin !== null && !this.#hosts.has(hostOf(origin) ?? ""))
      return { refused: refusal(403, "Pages of that origin may not call this server.") };
    if (this.#authenticate !== undefined) {
      const owner = await this.#authenticate(request);
      return typeof owner === "string" && owner !== "" ? { owner } : { refused: unauthorised() };
    }
    return this.#token === undefined || hasToken(request, this.#token) ? { owner: "" } : { refused: unauthorised() };
  }
}

function hasToken(request: Request, token: Buffer): boolean {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(bearer), token);
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase() : undefined;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function unauthorised(): Response {
  return refusal(401, "The token is missing or wrong.", { headers: { "www-authenticate": "Bearer" } });
}

interface RefusalDetails {
  readonly headers?: Readonly<Record<string, string>>;
  /** The code of JSON-RPC. */
  readonly code?: number;
  /** Of the request, where it was read. */
  readonly id?: Json;
}

/** An answer to a request that was not looked at. */
export function refusal(
  status: number,
  message: string,
  { headers, code = -32_000, id = null }: RefusalDetails = {},
): Response {
  const body = JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
  return new Response(body, { status, headers: { "content-type": "application/json", ...headers } });
}

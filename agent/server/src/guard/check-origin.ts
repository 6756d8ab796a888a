import { isLoopbackHost } from "@toolwright/core/internal";

/** Which requests the server takes. */
export interface OriginRules {
  /** Further origins that may call from a browser, such as `https://app.example`. */
  readonly origins?: readonly string[];
  /**
   * Answer only under names of this machine: a foreign name that leads here is another page's trick (DNS rebinding).
   */
  readonly loopbackOnly: boolean;
}

/** Why a request is not taken, in one sentence. */
export interface RefusedOrigin {
  readonly status: 400 | 403;
  readonly error: string;
}

/** Undefined when the request may pass. */
export function foreignOrigin(
  request: Request,
  { origins = [], loopbackOnly }: OriginRules,
): RefusedOrigin | undefined {
  const host = request.headers.get("host") ?? new URL(request.url).host;
  if (!HOST.test(host) || !URL.canParse(`http://${host}`))
    return { status: 400, error: "The Host header is no name of a host." };
  if (loopbackOnly && !isLoopbackName(nameOf(host))) {
    return { status: 403, error: "This server answers under its own address only." };
  }
  const origin = request.headers.get("origin");
  if (origin === null || origins.includes(origin) || hostOf(origin) === host.toLowerCase()) return undefined;
  return {
    status: 403,
    error: "Requests from other origins are refused: a page of yours is named in origins of the server.",
  };
}

/** A name or an address, and a port. That 127.0.0.999 is neither is left to the parser of addresses. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)(?::\d{1,5})?$/i;

/** Whether a host name stands for this machine. */
export function isLoopbackName(name: string): boolean {
  return isLoopbackHost(name) || name.toLowerCase().endsWith(".localhost");
}

function nameOf(host: string): string {
  return host.replace(/:\d+$/, "");
}

/**
 * Undefined for `null`, for whatever else is no address, and for one that is not of the web, such as that of an
 * extension.
 */
function hostOf(origin: string): string | undefined {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  return url?.protocol === "http:" || url?.protocol === "https:" ? url.host : undefined;
}

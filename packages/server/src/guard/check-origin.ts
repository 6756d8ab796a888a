/** Whose requests are taken. */
export interface OriginRules {
  /** Further origins that may call from a browser, such as `https://app.example`. */
  readonly origins?: readonly string[];
  /** Answer only under names of this machine: a foreign name that leads here is another page's trick (DNS rebinding). */
  readonly loopbackOnly: boolean;
}

/** Undefined when the request may pass, else one sentence that says why not. */
export function foreignOrigin(request: Request, { origins = [], loopbackOnly }: OriginRules): string | undefined {
  const host = request.headers.get("host") ?? new URL(request.url).host;
  if (loopbackOnly && !isLoopbackName(nameOf(host))) return "This server answers under its own address only.";
  const origin = request.headers.get("origin");
  if (origin === null || origins.includes(origin) || hostOf(origin) === host.toLowerCase()) return undefined;
  return "Requests from other origins are refused.";
}

/** Whether a host name stands for this machine. */
export function isLoopbackName(name: string): boolean {
  const bare = name.toLowerCase();
  return bare === "localhost" || bare.endsWith(".localhost") || bare === "[::1]" || bare === "::1" || IPV4.test(bare);
}

const IPV4 = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

function nameOf(host: string): string {
  return host.replace(/:\d+$/, "");
}

/** Undefined for `null` and whatever else is no address. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

import { askForAddress, tokenInAddress } from "../routes/ask-for-address.ts";
import { refuse } from "../routes/refuse.ts";
import type { ServerContext } from "../server-context.ts";
import { Authentication } from "./authenticate.ts";
import type { Guard } from "./guard.ts";
import { TokenBucket } from "./token-bucket.ts";
import { tooMany } from "./too-many.ts";

/** With what a server is used. */
interface TokenGuardOptions {
  readonly token: string;
  /** Whether requests that came through a proxy may configure the agent, too. */
  readonly configuresThroughProxy: boolean;
}

/** Lets whoever has the token use all of a server. */
export function tokenGuard(context: ServerContext, { token, configuresThroughProxy }: TokenGuardOptions): Guard {
  const authentication = new Authentication(token);
  const throughProxy = configuresThroughProxy ? context : { ...context, may: { ...context.may, configure: false } };
  const { requestBurst: burst, requestsPerSecond: perSecond } = context.limits;
  // Two buckets: whoever guesses tokens takes nothing from those who have one.
  const [allowed, refused] = [new TokenBucket({ burst, perSecond }), new TokenBucket({ burst, perSecond })];
  return {
    async admit(request) {
      const isKnown = isPage(request) ? opensPage(request, authentication) : authentication.allows(request);
      if (!(isKnown ? allowed : refused).take()) return tooMany();
      if (isKnown) return isForwarded(request) ? throughProxy : context;
      const page = askForAddress(request);
      return page ?? refuse(401, "This needs the token of the server.", { "www-authenticate": "Bearer" });
    },
    pageCookie(request) {
      const given = tokenInAddress(new URL(request.url));
      return given !== undefined && authentication.isToken(given) ? authentication.setCookie(request) : undefined;
    },
  };
}

/**
 * A proxy on this machine makes a request from anywhere one from loopback. Whoever sends such a header without a proxy
 * takes a right from themselves alone.
 */
function isForwarded({ headers }: Request): boolean {
  return FORWARDING.some((name) => headers.has(name));
}

const FORWARDING = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

/** The page and its files hold nothing of anybody's, and a browser cannot send a header when it loads them. */
function isPage({ method, url }: Request): boolean {
  const { pathname } = new URL(url);
  return method === "GET" && (pathname === "/" || pathname.startsWith("/assets/"));
}

/** Only the page itself takes the token in its address. */
function opensPage(request: Request, authentication: Authentication): boolean {
  const url = new URL(request.url);
  const token = url.pathname === "/" ? tokenInAddress(url) : undefined;
  // Whoever types a token is told when it is wrong, whatever the browser had before.
  return token === undefined ? authentication.allowsPage(request) : authentication.isToken(token);
}

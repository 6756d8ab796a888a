import { aText, checkArgument, checkOptions, type OptionRule, withFunctions } from "@toolwright/core/internal";
import type { AgentServer } from "./create-agent-server.ts";
import { refuse } from "./routes/refuse.ts";

/** Where a server stands among the other routes of its host. */
export interface HandlerOptions {
  /** What stands before its routes in every address, such as `/agent`. Default: nothing. */
  readonly prefix?: string;
}

const A_PREFIX: OptionRule = {
  form: "the beginning of a path, without a slash at its end: /agent",
  fits: (value) => aText.fits(value) && /^(?:\/[\w.~-]+)+$/.test(String(value)),
};

/**
 * A server as a function from a `Request` to a `Response`, for a host that has other routes, too. Whoever uses it calls
 * `resume` and `close` of the server. Throws a `TypeError` for what is no server or no prefix.
 */
export function toFetchHandler(
  server: Pick<AgentServer, "fetch">,
  options: HandlerOptions = {},
): (request: Request) => Promise<Response> {
  const aServer = withFunctions("a server: toFetchHandler(createAgentServer({ … }), { prefix })", "fetch");
  checkArgument(server, { of: "The first argument of toFetchHandler", rule: aServer });
  checkOptions<HandlerOptions>(options, { of: "toFetchHandler", rules: { prefix: A_PREFIX } });
  const { prefix } = options;
  if (prefix === undefined) return (request) => server.fetch(request);
  return async (request) => {
    const url = withoutPrefix(request.url, prefix);
    return url === undefined ? refuse(404, "There is nothing here.") : server.fetch(new Request(url, request));
  };
}

/** Undefined for an address that does not begin so. */
function withoutPrefix(address: string, prefix: string): string | undefined {
  const url = new URL(address);
  const rest = url.pathname.slice(prefix.length);
  if (!url.pathname.startsWith(prefix) || (rest !== "" && !rest.startsWith("/"))) return undefined;
  url.pathname = rest === "" ? "/" : rest;
  return url.href;
}

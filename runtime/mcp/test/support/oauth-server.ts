import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** How an authorization server behaves. */
export interface OAuthServerOptions {
  /** Seconds that a token lasts. */
  readonly lasts?: number;
  /** The scope without which a call is refused. */
  readonly writes?: string;
}

/**
 * An MCP server that wants a login, and its authorization server, on one port: real requests, and codes, tokens and
 * renewals counted.
 */
export async function startOAuthServer({ lasts = 3_600, writes }: OAuthServerOptions = {}) {
  const seen = { registrations: 0, logins: 0, renewals: 0, reused: 0, calls: 0, scopes: [] as string[] };
  const codes = new Map<string, { readonly challenge: string; readonly redirect: string; readonly scope: string }>();
  const access = new Map<string, { readonly ends: number; readonly scope: string }>();
  const renewing = new Map<string, string>();
  const spent = new Set<string>();
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;

  const issue = (scope: string) => {
    const [token, renewal] = [randomUUID(), randomUUID()];
    access.set(token, { ends: Date.now() + lasts * 1_000, scope });
    renewing.set(renewal, scope);
    return { access_token: token, token_type: "Bearer", expires_in: lasts, refresh_token: renewal, scope };
  };
  const json = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const url = new URL(request.url ?? "/", origin);
    const body = await textOf(request);
    if (url.pathname.startsWith("/.well-known/oauth-protected-resource"))
      return json(response, 200, {
        resource: `${origin}/mcp`,
        authorization_servers: [origin],
        scopes_supported: ["read"],
      });
    if (url.pathname.startsWith("/.well-known/oauth-authorization-server"))
      return json(response, 200, METADATA(origin));
    if (url.pathname === "/register") return json(response, 201, { ...JSON.parse(body), client_id: register() });
    if (url.pathname === "/authorize") return authorize(url, response);
    if (url.pathname === "/token") return token(new URLSearchParams(body), response);
    if (url.pathname === "/mcp" && request.method === "POST") return mcp(JSON.parse(body), request, response);
    return json(response, 404, {});
  }

  function register(): string {
    seen.registrations += 1;
    return `client-${seen.registrations}`;
  }

  function authorize({ searchParams }: URL, response: ServerResponse): void {
    seen.logins += 1;
    const code = randomUUID();
    const redirect = searchParams.get("redirect_uri") ?? "";
    const scope = searchParams.get("scope") ?? "";
    seen.scopes.push(scope);
    codes.set(code, { challenge: searchParams.get("code_challenge") ?? "", redirect, scope });
    const back = new URL(redirect);
    back.searchParams.set("code", code);
    back.searchParams.set("state", searchParams.get("state") ?? "");
    response.writeHead(302, { location: back.href }).end();
  }

  async function token(given: URLSearchParams, response: ServerResponse): Promise<unknown> {
    const scope = given.get("grant_type") === "refresh_token" ? await renewed(given) : redeemed(given);
    return scope === undefined ? json(response, 400, { error: "invalid_grant" }) : json(response, 200, issue(scope));
  }

  async function renewed(given: URLSearchParams): Promise<string | undefined> {
    const renewal = given.get("refresh_token") ?? "";
    const scope = renewing.get(renewal);
    renewing.delete(renewal);
    if (spent.has(renewal)) seen.reused += 1;
    if (scope === undefined) return undefined;
    spent.add(renewal);
    seen.renewals += 1;
    // Long enough for all who race to come in between.
    await pause(300);
    return scope;
  }

  function redeemed(given: URLSearchParams): string | undefined {
    const code = codes.get(given.get("code") ?? "");
    codes.delete(given.get("code") ?? "");
    const verifier = createHash("sha256")
      .update(given.get("code_verifier") ?? "")
      .digest("base64url");
    return verifier === code?.challenge && given.get("redirect_uri") === code.redirect ? code.scope : undefined;
  }

  function mcp(message: { id?: number; method: string }, request: IncomingMessage, response: ServerResponse): unknown {
    const challenge = (more: string) => ({
      "www-authenticate": `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"${more}`,
    });
    const bearer = access.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
    if (bearer === undefined || bearer.ends < Date.now()) return json(response, 401, {}, challenge(', scope="read"'));
    if (message.method === "tools/call" && writes !== undefined && !bearer.scope.split(" ").includes(writes))
      return json(response, 403, {}, challenge(`, error="insufficient_scope", scope="${writes}"`));
    if (message.id === undefined) return response.writeHead(202).end();
    const result = RESULTS[message.method];
    if (message.method === "tools/call") seen.calls += 1;
    const body = result === undefined ? { error: { code: -32601, message: "no" } } : { result };
    return json(response, 200, { jsonrpc: "2.0", id: message.id, ...body });
  }

  return {
    url: `${origin}/mcp`,
    seen,
    /** From now on no token that was given out is taken. */
    endTokens: () => access.clear(),
    close: async () => void server.close(),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

const METADATA = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  registration_endpoint: `${origin}/register`,
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none"],
});

const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "guarded", version: "1" },
  },
  "tools/list": { tools: [{ name: "echo", description: "Echoes.", inputSchema: { type: "object" } }] },
  "tools/call": { content: [{ type: "text", text: "welcome" }] },
};

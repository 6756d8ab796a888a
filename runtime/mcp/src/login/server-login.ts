import type { AuthProvider, InsufficientScopeError } from "@modelcontextprotocol/client";
import { cutStart, present } from "@toolwright/core/internal";
import { McpFailure } from "../failure.ts";
import type { HttpServerConfig } from "../options.ts";
import { authFetch } from "./auth-fetch.ts";
import { KeptLogin } from "./kept-login.ts";
import type { LoginPrompt } from "./login-prompt.ts";
import type { LoginStore } from "./login-store.ts";
import { OAuthFlowClient } from "./oauth-client.ts";

/** What a login at a server is made with. */
export interface ServerLoginOptions {
  readonly config: HttpServerConfig;
  readonly logins: LoginStore;
  readonly prompt: LoginPrompt | undefined;
  readonly sdk: typeof import("@modelcontextprotocol/client");
}

/** Tokens are renewed so long before they end, in milliseconds. */
const EARLY_MS = 30_000;

/** What a server said that it wants. */
interface Challenge {
  readonly scope?: string | undefined;
  readonly resourceMetadataUrl?: URL | undefined;
  /** Nothing less than another login will do. */
  readonly again?: boolean;
}

/** The login at one server: brings its token, and renews it once for all processes that have the same logins. */
export class ServerLogin implements AuthProvider {
  readonly #options: ServerLoginOptions;
  readonly #kept: KeptLogin;
  /** Which token a refused request had. */
  readonly #sent = new WeakMap<Response, string | undefined>();

  constructor(options: ServerLoginOptions) {
    this.#options = options;
    this.#kept = new KeptLogin(options.logins, options.config.url);
  }

  async token(): Promise<string | undefined> {
    const tokens = await this.#kept.tokens();
    if (tokens?.refresh_token === undefined) return tokens?.access_token;
    const ends = await this.#kept.expiresAt();
    if (ends !== undefined && ends - EARLY_MS < Date.now())
      // A server whose login cannot be renewed now may still take the old one.
      await this.#renew(tokens.access_token, {}).catch(() => undefined);
    return (await this.#kept.tokens())?.access_token;
  }

  /** Remembers what a request was sent with. */
  heard(response: Response, init: RequestInit | undefined): Response {
    const given = new Headers(init?.headers).get("authorization");
    this.#sent.set(response, given?.replace(/^bearer /i, ""));
    return response;
  }

  async onUnauthorized({ response }: { readonly response: Response }): Promise<void> {
    const { resourceMetadataUrl, scope } = this.#options.sdk.extractWWWAuthenticateParams(response);
    try {
      await this.#renew(this.#sent.get(response), { resourceMetadataUrl, scope });
    } catch (error) {
      // A server that names no place to log in at wants a token that somebody has.
      if (error instanceof McpFailure || resourceMetadataUrl !== undefined) throw error;
      const said = cutStart(error instanceof Error ? error.message : String(error), 200);
      const hint =
        'it answers 401, and nobody can log in there: give it a token, headers: { Authorization: "Bearer …" }';
      throw new McpFailure("unauthorised", `${hint} (${said})`, error);
    }
  }

  /** The token is good, and not for this: asks for more, where somebody can be asked. */
  async stepUp({ requiredScope, resourceMetadataUrl }: InsufficientScopeError): Promise<void> {
    const tokens = await this.#kept.tokens();
    const scope = this.#options.sdk.computeScopeUnion(tokens?.scope, await this.#kept.wanted(), requiredScope);
    if (this.#options.prompt === undefined) {
      if (scope !== undefined) await this.#kept.saveWanted(scope);
      throw new McpFailure(
        "unauthorised",
        `it wants more than the login allows: ${requiredScope?.slice(0, 200) ?? ""}`,
      );
    }
    await this.#renew(tokens?.access_token, { scope, resourceMetadataUrl, again: true });
    const granted = (await this.#kept.tokens())?.scope ?? scope;
    // What was asked for is not forgotten when the server grants it without saying so.
    if (granted !== undefined) await this.#kept.saveWanted(granted);
  }

  async #renew(refused: string | undefined, challenge: Challenge): Promise<void> {
    const { logins, config } = this.#options;
    const issuer = (await this.#kept.tokens())?.issuer ?? new URL(config.url).origin;
    await logins.exclusively(issuer, async () => {
      const now = (await this.#kept.tokens())?.access_token;
      // Somebody else has renewed it meanwhile.
      if (now !== undefined && now !== refused) return;
      await this.#authorised(challenge);
    });
  }

  async #authorised({ scope, resourceMetadataUrl, again = false }: Challenge): Promise<void> {
    const { config, prompt, sdk } = this.#options;
    const flow = new OAuthFlowClient({ kept: this.#kept, config: config.oauth ?? {}, prompt });
    const wanted = sdk.computeScopeUnion(await this.#kept.wanted(), scope);
    const options = {
      serverUrl: config.url,
      fetchFn: authFetch(config.url),
      ...present({ scope: wanted, resourceMetadataUrl }),
    };
    const result = await sdk.auth(flow, { ...options, forceReauthorization: again });
    if (result !== "AUTHORIZED") await sdk.auth(flow, { ...options, ...flow.answer() });
  }
}

import { randomBytes } from "node:crypto";
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
} from "@modelcontextprotocol/client";
import { McpFailure } from "../failure.ts";
import type { OAuthConfig } from "../options.ts";
import type { KeptLogin } from "./kept-login.ts";
import type { LoginPrompt } from "./login-prompt.ts";

/** What one flow is made for. */
export interface OAuthFlow {
  readonly kept: KeptLogin;
  readonly config: OAuthConfig;
  /** Undefined where nobody can be asked to log in. */
  readonly prompt: LoginPrompt | undefined;
}

/** Registered where nobody can log in: no server is ever sent there. */
const NOWHERE = "http://127.0.0.1/";

/** One flow of the SDK over our storage: its state, verifier and discovery belong to it alone, and are kept nowhere. */
export class OAuthFlowClient implements OAuthClientProvider {
  readonly #flow: OAuthFlow;
  readonly #state = randomBytes(24).toString("base64url");
  #verifier = "";
  #discovered: OAuthDiscoveryState | undefined;
  /** Where the user was sent back to. */
  #returned: URL | undefined;

  constructor(flow: OAuthFlow) {
    this.#flow = flow;
  }

  get redirectUrl(): string {
    return this.#flow.prompt?.redirectUrl ?? NOWHERE;
  }

  get clientMetadataUrl(): string {
    return this.#flow.config.clientMetadataUrl ?? "";
  }

  get clientMetadata() {
    const { scopes } = this.#flow.config;
    return {
      client_name: "Toolwright",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      ...(scopes !== undefined && { scope: scopes.join(" ") }),
    };
  }

  state(): string {
    return this.#state;
  }

  async clientInformation(about?: { issuer: string }): Promise<StoredOAuthClientInformation | undefined> {
    const { clientId, clientSecret } = this.#flow.config;
    if (clientId !== undefined)
      return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
    return about === undefined ? undefined : this.#flow.kept.client(about.issuer);
  }

  async saveClientInformation(client: StoredOAuthClientInformation, about?: { issuer: string }): Promise<void> {
    if (this.#flow.config.clientId === undefined && about !== undefined)
      await this.#flow.kept.saveClient(about.issuer, { redirect_uris: [this.redirectUrl], ...client });
  }

  tokens() {
    return this.#flow.kept.tokens();
  }

  saveTokens(tokens: Parameters<KeptLogin["saveTokens"]>[0]): Promise<void> {
    return this.#flow.kept.saveTokens(tokens);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }

  async invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): Promise<void> {
    if (scope === "all" || scope === "client") await this.#flow.kept.forgetClients();
    if (scope === "all" || scope === "tokens") await this.#flow.kept.forgetTokens();
  }

  async redirectToAuthorization(address: URL): Promise<void> {
    const { prompt } = this.#flow;
    if (prompt === undefined) throw new McpFailure("unauthorised", "nobody has logged in, or the login has ended");
    if (address.protocol !== "https:" && address.protocol !== "http:")
      throw new McpFailure("unauthorised", `its login is at ${address.protocol}`);
    this.#returned = await prompt.authorise(address);
  }

  /** What the user was sent back with. Throws an `McpFailure` for a refusal, and for an answer to another question. */
  answer(): { readonly authorizationCode: string; readonly iss?: string } {
    const given = this.#returned?.searchParams;
    if (given === undefined || given.get("state") !== this.#state)
      throw new McpFailure("unauthorised", "the login was answered by somebody who was not asked");
    const [code, iss, error] = [given.get("code"), given.get("iss"), given.get("error")];
    if (code === null || error !== null)
      throw new McpFailure("unauthorised", `the login was refused${error === null ? "" : `: ${error.slice(0, 200)}`}`);
    return { authorizationCode: code, ...(iss !== null && { iss }) };
  }
}

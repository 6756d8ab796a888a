import type { StoredOAuthClientInformation, StoredOAuthTokens } from "@modelcontextprotocol/client";
import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import type { LoginStore } from "./login-store.ts";

/** What is kept of the login at one server: tokens, as whom this program is registered, and what more was asked for. */
export class KeptLogin {
  readonly #store: LoginStore;
  readonly #url: string;

  constructor(store: LoginStore, url: string) {
    this.#store = store;
    this.#url = url;
  }

  async tokens(): Promise<StoredOAuthTokens | undefined> {
    return tokensOf((await this.#store.read(this.#url))?.tokens);
  }

  /** Milliseconds since 1970 at which the tokens end; undefined where nobody said. */
  async expiresAt(): Promise<number | undefined> {
    const { tokens, savedAt } = (await this.#store.read(this.#url)) ?? {};
    const seconds = isJsonObject(tokens) ? tokens.expires_in : undefined;
    return typeof seconds === "number" && typeof savedAt === "number" ? savedAt + seconds * 1_000 : undefined;
  }

  saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    return this.#change({ tokens: written(tokens), savedAt: Date.now(), wanted: null });
  }

  /** As whom this program is known to an issuer: credentials of one are nothing to another. */
  async client(issuer: string): Promise<StoredOAuthClientInformation | undefined> {
    const clients = (await this.#store.read(this.#url))?.clients;
    return clientOf(isJsonObject(clients) && Object.hasOwn(clients, issuer) ? clients[issuer] : undefined);
  }

  async saveClient(issuer: string, client: StoredOAuthClientInformation): Promise<void> {
    const clients = (await this.#store.read(this.#url))?.clients;
    await this.#change({ clients: { ...(isJsonObject(clients) && clients), [issuer]: written(client) } });
  }

  /** The redirect addresses with which this program was registered anywhere. */
  async redirectUrls(): Promise<readonly string[]> {
    const clients = (await this.#store.read(this.#url))?.clients;
    const all = isJsonObject(clients) ? Object.values(clients) : [];
    return all.flatMap((client) => (isJsonObject(client) ? textsOf(client.redirect_uris) : []));
  }

  forgetClients(): Promise<void> {
    return this.#change({ clients: {} });
  }

  forgetTokens(): Promise<void> {
    return this.#change({ tokens: null });
  }

  /** Scopes that the server wanted beside those that there are. */
  async wanted(): Promise<string | undefined> {
    const wanted = (await this.#store.read(this.#url))?.wanted;
    return typeof wanted === "string" ? wanted : undefined;
  }

  saveWanted(scope: string): Promise<void> {
    return this.#change({ wanted: scope });
  }

  async #change(change: JsonObject): Promise<void> {
    await this.#store.write(this.#url, { ...(await this.#store.read(this.#url)), ...change });
  }
}

function written(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value));
}

function tokensOf(kept: Json | undefined): StoredOAuthTokens | undefined {
  if (!isJsonObject(kept) || typeof kept.access_token !== "string") return undefined;
  const { access_token, token_type, expires_in, ...more } = kept;
  return {
    access_token,
    token_type: typeof token_type === "string" ? token_type : "Bearer",
    ...(typeof expires_in === "number" && { expires_in }),
    ...texts(more, ["refresh_token", "scope", "issuer", "id_token"]),
  };
}

function clientOf(kept: Json | undefined): StoredOAuthClientInformation | undefined {
  if (!isJsonObject(kept) || typeof kept.client_id !== "string") return undefined;
  const ends = kept.client_secret_expires_at;
  if (typeof ends === "number" && ends > 0 && ends * 1_000 < Date.now()) return undefined;
  return {
    client_id: kept.client_id,
    ...texts(kept, ["client_secret", "issuer", "token_endpoint_auth_method"]),
    redirect_uris: [...textsOf(kept.redirect_uris)],
  };
}

function texts(from: JsonObject, keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = from[key];
      return typeof value === "string" ? [[key, value]] : [];
    }),
  );
}

function textsOf(list: Json | undefined): readonly string[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
}

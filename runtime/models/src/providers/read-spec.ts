import { checkOptionsOfModel } from "./check-provider-options.ts";
import type { Environment, ModelOptions } from "./model-options.ts";
import { PROVIDERS } from "./providers.ts";
import { SDK_PROVIDERS, type SdkProvider } from "./sdk-providers.ts";

/** A model that was named, with the server that answers for it. */
export interface NamedModel {
  /** As it was named, such as `openai:gpt-5-mini`. */
  readonly spec: string;
  readonly provider: string;
  /** As the provider names the model. */
  readonly name: string;
  readonly apiKey: string | undefined;
  /** Undefined where the package of the provider knows it. */
  readonly baseUrl: string | undefined;
  /** Undefined where the provider's server speaks OpenAI's chat completions. */
  readonly package: SdkProvider | undefined;
}

/** Reads `PROVIDER:NAME`. Throws a `TypeError` for a provider that nobody knows, and for a missing address or key. */
export function readSpec(spec: string, options: ModelOptions): NamedModel {
  checkOptionsOfModel(options);
  const { baseUrl, apiKey, environment = processEnvironment() } = options;
  const { provider, name } = splitSpec(spec);
  const named = { spec, provider, name };
  const sdk = SDK_PROVIDERS.get(provider);
  const place = { provider, baseUrl, environment };
  if (sdk === undefined) {
    const address = checked(addressOf(place));
    return { ...named, package: undefined, baseUrl: address, apiKey: apiKey ?? keyOf(place, PROVIDERS.get(provider)) };
  }
  // The providers' packages want a key all the same.
  const key = apiKey ?? keyOf(place, sdk) ?? "none";
  return { ...named, package: sdk, baseUrl, apiKey: key };
}

/** Every provider that a model may be named of. */
export const PROVIDER_NAMES: readonly string[] = ["litellm", ...PROVIDERS.keys(), ...SDK_PROVIDERS.keys()];

function splitSpec(spec: string): { readonly provider: string; readonly name: string } {
  const colon = typeof spec === "string" ? spec.indexOf(":") : -1;
  const provider = colon === -1 ? "" : spec.slice(0, colon);
  if (!PROVIDER_NAMES.includes(provider)) {
    const known = PROVIDER_NAMES.map((name) => `${name}:`).join(", ");
    throw new TypeError(`There is no model ${JSON.stringify(spec)}. Name one of ${known} with a name.`);
  }
  const name = spec.slice(colon + 1);
  if (name === "") throw new TypeError(`"${spec}" lacks a model's name after the colon.`);
  return { provider, name };
}

interface Place {
  readonly provider: string;
  readonly baseUrl: string | undefined;
  readonly environment: Environment;
}

function addressOf({ provider, baseUrl, environment }: Place): string {
  if (baseUrl !== undefined) return baseUrl;
  if (provider !== "litellm") {
    const known = PROVIDERS.get(provider);
    return (known?.baseUrlVariable && environment[known.baseUrlVariable]) || (known?.baseUrl ?? "");
  }
  if (environment.LITELLM_BASE_URL) return environment.LITELLM_BASE_URL;
  throw new TypeError(
    "litellm needs the server's address: set LITELLM_BASE_URL or give baseUrl, for example http://127.0.0.1:4000/v1.",
  );
}

function checked(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return baseUrl;
  throw new TypeError(`"${baseUrl}" is not an address of a server; it should look like http://127.0.0.1:4000/v1.`);
}

/** A server named by hand may need no key; a provider's own always does. */
function keyOf(
  { provider, baseUrl, environment }: Place,
  known: { readonly keyVariables?: readonly string[] } | undefined,
): string | undefined {
  const variables = known === undefined ? ["LITELLM_API_KEY"] : (known.keyVariables ?? []);
  const found = variables.map((name) => environment[name]).find((value) => value);
  const mayLack = provider === "litellm" || baseUrl !== undefined || variables.length === 0;
  if (found !== undefined || mayLack) return found;
  throw new TypeError(`${provider} needs a key: set ${variables.join(" or ")} in the environment.`);
}

function processEnvironment(): Environment {
  return Object(Reflect.get(globalThis, "process")).env ?? {};
}

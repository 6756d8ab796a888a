import type { ModelPort } from "@toolwright/core";
import type { ModelFlags } from "../flags.ts";
import { UsageError } from "../usage-error.ts";
import type { Environment } from "./environment.ts";
import { PROVIDERS } from "./providers.ts";
import { toldContext } from "./told-context.ts";

/** A model behind a server. */
export interface RemoteModel {
  readonly provider: string;
  /** As the server names it. */
  readonly name: string;
  /** What `--base-url` said. */
  readonly baseUrl: string | undefined;
  readonly environment: Environment;
  /** Tokens that a model of this name can read, where that is known and the flag does not say it. */
  readonly contextWindow?: number | undefined;
  readonly flags: Pick<ModelFlags, "contextWindow" | "firstByteTimeout" | "textCalls" | "promptCaching" | "responses">;
}

/**
 * Makes the model of a provider; throws a `UsageError` when its address or key is missing. Nothing of the conversation
 * is sent yet: where neither the flag nor the name says how much the model can read, a server on this machine is asked.
 */
export async function remoteModel(remote: RemoteModel): Promise<ModelPort> {
  const baseUrl = checked(addressOf(remote));
  const apiKey = keyOf(remote);
  const { firstByteTimeout, textCalls, promptCaching, responses = false } = remote.flags;
  const known = remote.flags.contextWindow ?? remote.contextWindow;
  const contextWindow = known ?? (await toldContext({ baseUrl, name: remote.name, apiKey }));
  const { createOpenAiCompatibleModel, createResponsesModel } = await import("@toolwright/models");
  return (responses ? createResponsesModel : createOpenAiCompatibleModel)({
    baseUrl,
    model: remote.name,
    name: `${remote.provider}:${remote.name}`,
    fetch: patientFetch,
    ...(textCalls === undefined ? {} : { textCalls }),
    ...(promptCaching === undefined ? {} : { promptCaching }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(firstByteTimeout === undefined ? {} : { firstByteTimeoutMs: firstByteTimeout * 1_000 }),
  });
}

function addressOf({ provider, baseUrl, environment }: RemoteModel): string {
  if (baseUrl !== undefined) return baseUrl;
  if (provider === "litellm") {
    if (environment.LITELLM_BASE_URL) return environment.LITELLM_BASE_URL;
    throw new UsageError(
      "litellm needs the server's address: set LITELLM_BASE_URL or give --base-url, for example http://127.0.0.1:4000/v1.",
    );
  }
  const known = PROVIDERS.get(provider);
  const own = known?.baseUrlVariable === undefined ? undefined : environment[known.baseUrlVariable];
  return own || (known?.baseUrl ?? "");
}

function checked(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return baseUrl;
  throw new UsageError(`"${baseUrl}" is not an address of a server; it should look like http://127.0.0.1:4000/v1.`);
}

/** A server named by hand may need no key; a provider's own always does. */
function keyOf({ provider, baseUrl, environment }: RemoteModel): string | undefined {
  const variables = provider === "litellm" ? ["LITELLM_API_KEY"] : (PROVIDERS.get(provider)?.keyVariables ?? []);
  const found = variables.map((name) => environment[name]).find((value) => value);
  const optional = provider === "litellm" || baseUrl !== undefined || variables.length === 0;
  if (found !== undefined || optional) return found;
  throw new UsageError(`${provider} needs a key: set ${variables.join(" or ")} in the environment.`);
}

/**
 * Under this symbol Node keeps what carries out its requests, which has a limit of 300 s of its own for headers and
 * pauses.
 */
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");

/** `fetch` without a time limit of its own, so that those of the model count. */
export const patientFetch: typeof fetch = async (input, init) => {
  dispatcher ??= patientDispatcher();
  return fetch(input, Object.assign({}, init, await dispatcher));
};

let dispatcher: Promise<object> | undefined;

/** Another one of the same kind, or none where there is nothing to go by. */
async function patientDispatcher(): Promise<object> {
  // Node makes its own with the first request.
  await fetch("data:,").catch(() => undefined);
  const usual: unknown = Reflect.get(globalThis, DISPATCHER);
  const kind: unknown = Object(usual).constructor;
  // Of another kind is what somebody put there, such as a proxy: that has to carry the requests.
  if (typeof kind !== "function" || kind.name !== "Agent") return {};
  return { dispatcher: Reflect.construct(kind, [{ headersTimeout: 0, bodyTimeout: 0 }]) };
}

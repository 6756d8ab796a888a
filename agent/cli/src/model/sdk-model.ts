import type { ModelPort } from "@toolwright/core";
import type { ModelFlags } from "../flags.ts";
import { UsageError } from "../usage-error.ts";
import type { Environment } from "./environment.ts";
import type { SdkProvider } from "./sdk-providers.ts";

/** A model of a provider that has a package of its own. */
export interface SdkModel {
  readonly provider: SdkProvider;
  /** As the user names it. */
  readonly spec: string;
  /** As the provider names the model. */
  readonly name: string;
  /** What `--base-url` said. */
  readonly baseUrl: string | undefined;
  readonly environment: Environment;
  /** Tokens that a model of this name can read, where the flag does not say it. */
  readonly contextWindow?: number | undefined;
  readonly flags: Pick<ModelFlags, "contextWindow" | "textCalls" | "promptCaching">;
}

/**
 * Makes the model; throws a `UsageError` when its key is missing or its package is not installed. Nothing is sent yet.
 */
export async function sdkModel(sdk: SdkModel): Promise<ModelPort> {
  const { provider, spec, name, baseUrl, environment, flags } = sdk;
  const contextWindow = flags.contextWindow ?? sdk.contextWindow;
  const { keyVariables } = provider;
  // A server named by hand may need no key; the providers' packages want one all the same.
  const fallback = baseUrl === undefined ? undefined : "none";
  const apiKey = keyVariables.map((variable) => environment[variable]).find((value) => value) ?? fallback;
  if (apiKey === undefined) {
    throw new UsageError(`${spec} needs a key: set ${keyVariables.join(" or ")} in the environment.`);
  }
  const model = await load(provider, spec);
  const { createAiSdkModel } = await import("@toolwright/models");
  return createAiSdkModel(model({ apiKey, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) }, name), {
    name: spec,
    textCalls: flags.textCalls ?? false,
    ...(flags.promptCaching === undefined ? {} : { promptCaching: flags.promptCaching }),
    ...(contextWindow === undefined ? {} : { contextWindow }),
  });
}

async function load(provider: SdkProvider, spec: string): ReturnType<SdkProvider["load"]> {
  try {
    return await provider.load();
  } catch (cause) {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND";
    if (!isMissing) throw cause;
    throw new UsageError(`${spec} needs a package that is not installed: npm install ${provider.package}`, { cause });
  }
}

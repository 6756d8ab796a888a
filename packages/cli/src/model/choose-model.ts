import type { ModelPort } from "@toolwright/core";
import type { ModelFlags } from "../flags.ts";
import { UsageError } from "../usage-error.ts";
import type { Environment } from "./environment.ts";
import { loadScript } from "./load-script.ts";
import { PROVIDERS } from "./providers.ts";
import { remoteModel } from "./remote-model.ts";

/** What the first line says, and what to do about it. */
export interface ChosenModel {
  readonly model: ModelPort;
  /** As the user would name it, for example `openai:gpt-5`. */
  readonly spec: string;
  readonly isOffline: boolean;
}

/** The model of `--model`; else of the provider whose key is in the environment; else `offline`. No port is probed. */
export async function chooseModel(flags: ModelFlags, environment: Environment): Promise<ChosenModel> {
  const spec = flags.model ?? specFromEnvironment(environment);
  const isOffline = spec === "offline";
  if (isOffline) {
    const { offline } = await import("@toolwright/models");
    return { model: offline(), spec, isOffline };
  }
  const { provider, name } = parseSpec(spec);
  if (provider === "script") return { model: await loadScript(name), spec, isOffline };
  return { model: await remoteModel({ provider, name, baseUrl: flags.baseUrl, environment }), spec, isOffline };
}

function specFromEnvironment(environment: Environment): string {
  for (const [provider, { keyVariables = [], usualModel }] of PROVIDERS) {
    if (usualModel !== undefined && keyVariables.some((name) => environment[name])) return `${provider}:${usualModel}`;
  }
  return "offline";
}

function parseSpec(spec: string): { readonly provider: string; readonly name: string } {
  const colon = spec.indexOf(":");
  const provider = spec.slice(0, Math.max(colon, 0));
  const name = spec.slice(colon + 1);
  const known = ["script", "litellm", ...PROVIDERS.keys()];
  if (colon === -1 || !known.includes(provider)) {
    throw new UsageError(
      `There is no model "${spec}". Use offline, script:FILE, or one of ${listed(known)} with a name.`,
    );
  }
  if (name === "")
    throw new UsageError(`"${spec}" lacks ${provider === "script" ? "a file" : "a model's name"} after the colon.`);
  return { provider, name };
}

function listed(providers: readonly string[]): string {
  return providers
    .filter((provider) => provider !== "script")
    .map((provider) => `${provider}:`)
    .join(", ");
}

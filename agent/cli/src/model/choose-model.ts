import { readFile } from "node:fs/promises";
import type { ModelPort } from "@toolwright/core";
import type { TapePlayer } from "@toolwright/models";
import type { ModelFlags } from "../flags.ts";
import { messageOf } from "../text/message-of.ts";
import { parseJsonFile } from "../text/parse-json-file.ts";
import { UsageError } from "../usage-error.ts";
import { pricedModel } from "./budget.ts";
import { LIKELY_EFFORTS } from "./effort.ts";
import type { Environment } from "./environment.ts";
import { isSmallModel } from "./is-small-model.ts";
import { PROVIDERS } from "./providers.ts";
import type { Sender } from "./refuse-useless-flags.ts";
import { remoteModel } from "./remote-model.ts";
import { sdkModel } from "./sdk-model.ts";
import { SDK_PROVIDERS } from "./sdk-providers.ts";

/** What the first line says, and what to do about it. */
export interface ChosenModel {
  readonly model: ModelPort;
  /** As the user would name it, for example `openai:gpt-5`. */
  readonly spec: string;
  readonly isOffline: boolean;
  readonly sender: Sender;
  /** It keeps few tools apart, or can read little. */
  readonly isSmall: boolean;
  /** How hard it can be told to think, the least first; none for a model that cannot. */
  readonly efforts: readonly string[];
  /** What a tape has of the tools and the clock. */
  readonly replay?: Pick<TapePlayer, "around" | "now">;
}

/**
 * The model of `--model`; else of the provider whose key is in the environment; else `offline`. No server is looked
 * for: the one in use is asked how much its model can read, where it is on this machine and nothing else says it.
 */
export async function chooseModel(flags: ModelFlags, environment: Environment): Promise<ChosenModel> {
  const chosen = await namedModel(flags, environment);
  return { ...chosen, model: await pricedModel(chosen.model, flags, chosen) };
}

async function namedModel(flags: ModelFlags, environment: Environment): Promise<ChosenModel> {
  const spec = flags.model ?? specFromEnvironment(environment);
  const isOffline = spec === "offline";
  const here = { spec, isOffline, sender: "nobody", isSmall: false, efforts: [] } as const;
  if (isOffline) {
    const { offlineModel } = await import("./offline/offline-model.ts");
    return { model: offlineModel(), ...here };
  }
  const { provider, name } = parseSpec(spec);
  if (provider === "script") return { model: await loadScript(name), ...here };
  if (provider === "tape") return { ...here, ...(await loadTape(name)) };
  const sdk = SDK_PROVIDERS.get(provider);
  const { modelFacts } = await import("@toolwright/models");
  const { efforts = LIKELY_EFFORTS, ...known } = modelFacts(name);
  const remote = { name, baseUrl: flags.baseUrl, environment, flags, contextWindow: known.contextWindow };
  const model = await (sdk === undefined
    ? remoteModel({ ...remote, provider })
    : sdkModel({ ...remote, provider: sdk, spec }));
  const isSmall = isSmallModel(name, model.contextWindow);
  return { model, spec, isOffline, isSmall, efforts, sender: sdk === undefined ? "http" : "package" };
}

function specFromEnvironment(environment: Environment): string {
  for (const [provider, { keyVariables = [], usualModel }] of inOrderOfPreference()) {
    if (usualModel !== undefined && keyVariables.some((name) => environment[name])) return `${provider}:${usualModel}`;
  }
  return "offline";
}

/** OpenAI first, then the providers with a package of their own, then the rest. */
function inOrderOfPreference(): [string, { keyVariables?: readonly string[]; usualModel?: string }][] {
  const [first, ...rest] = PROVIDERS;
  return first === undefined ? [...SDK_PROVIDERS] : [first, ...SDK_PROVIDERS, ...rest];
}

function parseSpec(spec: string): { readonly provider: string; readonly name: string } {
  const colon = spec.indexOf(":");
  const provider = spec.slice(0, Math.max(colon, 0));
  const name = spec.slice(colon + 1);
  const known = ["script", "tape", "litellm", ...inOrderOfPreference().map(([name]) => name)];
  if (colon === -1 || !known.includes(provider)) {
    throw new UsageError(
      `There is no model "${spec}". Use offline, script:FILE, tape:FILE, or one of ${listed(known)} with a name.`,
    );
  }
  if (name === "")
    throw new UsageError(`"${spec}" lacks ${isFile(provider) ? "a file" : "a model's name"} after the colon.`);
  return { provider, name };
}

function listed(providers: readonly string[]): string {
  return providers
    .filter((provider) => !isFile(provider))
    .map((provider) => `${provider}:`)
    .join(", ");
}

function isFile(provider: string): boolean {
  return provider === "script" || provider === "tape";
}

/** The model that answers from a script file. Throws a `UsageError` that names what is wrong, and where. */
async function loadScript(file: string): Promise<ModelPort> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`There is no script file ${file}. Give the path of a JSON array of steps.`);
  });
  const { parseScript, scripted } = await import("@toolwright/models");
  const json = parseJsonFile(text, file);
  try {
    return scripted(parseScript(json), { name: `script:${file}` });
  } catch (thrown) {
    throw new UsageError(`${file}: ${messageOf(thrown)}`);
  }
}

/**
 * The model, tools and clock of a recorded run; its set of tools is chosen as for the model that was recorded, since
 * other tools are not on the tape. Throws a `UsageError` that names what is wrong, and where.
 */
async function loadTape(file: string): Promise<Pick<ChosenModel, "model" | "isSmall" | "replay">> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`There is no tape ${file}. Make one with --record ${file}.`);
  });
  const { playTape } = await import("@toolwright/models");
  try {
    const { model, around, now } = playTape(text);
    const isSmall = !model.name.startsWith("script:") && isSmallModel(model.name, model.contextWindow);
    return { model: { ...model, name: `tape:${file}` }, isSmall, replay: { around, now } };
  } catch (thrown) {
    throw new UsageError(`${file}: ${messageOf(thrown)}`);
  }
}

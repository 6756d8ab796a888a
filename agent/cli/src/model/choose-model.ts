import { readFile } from "node:fs/promises";
import type { ModelPort } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import type { TapePlayer } from "@toolwright/models";
import type { ModelFlags } from "../flags.ts";
import { messageOf } from "../text/message-of.ts";
import { parseJsonFile } from "../text/parse-json-file.ts";
import { UsageError } from "../usage-error.ts";
import { pricedModel } from "./budget.ts";
import { LIKELY_EFFORTS } from "./effort.ts";
import type { Environment } from "./environment.ts";
import { isSmallModel } from "./is-small-model.ts";
import { patientFetch } from "./patient-fetch.ts";
import type { Sender } from "./refuse-useless-flags.ts";

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
  const { PROVIDER_NAMES, usualModel } = await import("@toolwright/models");
  const spec = flags.model ?? usualModel(environment) ?? "offline";
  const isOffline = spec === "offline";
  const here = { spec, isOffline, sender: "nobody", isSmall: false, efforts: [] } as const;
  if (isOffline) {
    const { offlineModel } = await import("./offline/offline-model.ts");
    return { model: offlineModel(), ...here };
  }
  const { provider, name } = parseSpec(spec, ["script", "tape", ...PROVIDER_NAMES]);
  if (provider === "script") return { model: await loadScript(name), ...here };
  if (provider === "tape") return { ...here, ...(await loadTape(name)) };
  const { modelFacts, packageOf } = await import("@toolwright/models");
  const { efforts = LIKELY_EFFORTS } = modelFacts(name);
  const model = await askedModel(spec, flags, environment);
  const isSmall = isSmallModel(name, model.contextWindow);
  return { model, spec, isOffline, isSmall, efforts, sender: packageOf(provider) === undefined ? "http" : "package" };
}

/** Throws a `UsageError` where an address or a key is missing, or a package. */
async function askedModel(spec: string, flags: ModelFlags, environment: Environment): Promise<ModelPort> {
  const { baseUrl, contextWindow, firstByteTimeout, textCalls, promptCaching, responses } = flags;
  const { loadModel } = await import("@toolwright/models");
  const firstByteTimeoutMs = firstByteTimeout === undefined ? undefined : firstByteTimeout * 1_000;
  const given = { baseUrl, contextWindow, firstByteTimeoutMs, textCalls, promptCaching, responses };
  try {
    return await loadModel(spec, { environment, fetch: patientFetch, ...present(given) });
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    throw new UsageError(thrown.message.replace("give baseUrl", "give --base-url"), { cause: thrown });
  }
}

function parseSpec(spec: string, known: readonly string[]): { readonly provider: string; readonly name: string } {
  const colon = spec.indexOf(":");
  const provider = spec.slice(0, Math.max(colon, 0));
  const name = spec.slice(colon + 1);
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

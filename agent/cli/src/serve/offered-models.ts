import type { ModelFlags, ServeFlags } from "../flags.ts";
import { type ChosenModel, chooseModel } from "../model/choose-model.ts";
import type { Environment } from "../model/environment.ts";
import { refuseUselessFlags } from "../model/refuse-useless-flags.ts";
import { UsageError } from "../usage-error.ts";

/** The models that a server offers, the usual one first. */
export type OfferedModels = readonly [ChosenModel, ...ChosenModel[]];

/** What `--model` names, then `offline`. A tape is of one model, and the only one then. Throws a `UsageError`. */
export async function offeredModels(
  flags: Pick<ServeFlags, "model"> & Omit<ModelFlags, "model">,
  environment: Environment,
): Promise<OfferedModels> {
  const { model: specs = [], ...shared } = flags;
  const [first, ...others] = [...new Set(specs)];
  const usual = await chooseModel(first === undefined ? shared : { ...shared, model: first }, environment);
  const offered: [ChosenModel, ...ChosenModel[]] = [usual];
  for (const model of others) offered.push(await chooseModel({ ...shared, model }, environment));
  refuseUselessFlags(shared, offered);
  const isTaped = flags.record !== undefined || offered.some(({ replay }) => replay !== undefined);
  if (isTaped && offered.length > 1) throw new UsageError("A tape is of one model: give one --model with it.");
  if (isTaped || offered.some(({ isOffline }) => isOffline)) return offered;
  return [...offered, await chooseModel({ ...shared, model: "offline" }, environment)];
}

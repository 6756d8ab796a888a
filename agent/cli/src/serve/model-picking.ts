import type { ModelPicking } from "@toolwright/server";
import type { ModelFlags } from "../flags.ts";
import { chooseModel } from "../model/choose-model.ts";
import type { Environment } from "../model/environment.ts";
import { isKey, KEY_OWNERS, keyedModel, keyOwner, NO_KEY } from "../pick/key-owner.ts";
import { type LocalModel, localModels } from "../pick/local-models.ts";
import { RECORDED } from "../pick/recorded-runs.ts";
import { SESSION } from "../pick/session.ts";
import { UsageError } from "../usage-error.ts";
import type { ServedModels } from "./served-models.ts";

/** How a person at the page gives a server its model. `flags`: those that every model is chosen with. */
export function modelPicking(models: ServedModels, flags: Omit<ModelFlags, "model" | "baseUrl">): ModelPicking {
  let found: readonly LocalModel[] = [];
  const choose = async (named: Pick<ModelFlags, "model" | "baseUrl">, environment: Environment = process.env) => {
    try {
      models.makeUsual(await chooseModel({ ...flags, ...named }, environment));
      return undefined;
    } catch (thrown) {
      if (thrown instanceof UsageError) return thrown.message;
      throw thrown;
    }
  };
  return {
    providers: KEY_OWNERS.map(({ title }) => title),
    recorded: { model: RECORDED, message: SESSION.message },
    async look() {
      found = await localModels();
      return found.map(({ spec, label }) => ({ model: spec, label }));
    },
    async use(model) {
      const one = found.find(({ spec }) => spec === model);
      if (one === undefined) return "No such model was found; look again.";
      return choose({ model: one.spec, baseUrl: one.baseUrl });
    },
    async useKey(text, provider) {
      const key = text.trim();
      if (!isKey(key)) return NO_KEY;
      const owner = KEY_OWNERS.find(({ title }) => title === provider) ?? keyOwner(key);
      if (owner === undefined) return "Say whose key it is: its beginning does not.";
      const { spec, environment } = keyedModel(key, owner);
      return choose({ model: spec }, environment);
    },
  };
}

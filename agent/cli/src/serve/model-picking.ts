import type { ModelPicking } from "@toolwright/server";
import type { AddedModel, AddedModels } from "../configure/added-models.ts";
import { modelOfKey } from "../configure/model-configuration.ts";
import { KEY_OWNERS } from "../pick/key-owner.ts";
import { type LocalModel, localModels } from "../pick/local-models.ts";
import { RECORDED } from "../pick/recorded-runs.ts";
import { SESSION } from "../pick/session.ts";
import type { ServedModels } from "./served-models.ts";

/** How a person at the page gives a server its first model. */
export function modelPicking(models: ServedModels, added: AddedModels): ModelPicking {
  let found: readonly LocalModel[] = [];
  const choose = async (model: AddedModel) => {
    const refused = await added.add(model);
    if (refused === undefined) models.makeUsual(model.spec);
    return refused;
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
      // A key of the environment is of another server, and is not sent to this one.
      const environment = { ...process.env, LITELLM_API_KEY: undefined };
      return choose({ spec: one.spec, address: one.baseUrl, environment });
    },
    async useKey(key, provider) {
      const model = modelOfKey({ key: key.trim(), provider });
      return typeof model === "string" ? model : choose(model);
    },
  };
}

import type { ModelConfiguration } from "@toolwright/server";
import type { WantedModel } from "@toolwright/view/internal";
import { isKey, KEY_OWNERS, keyedModel, keyOwner, NO_KEY } from "../pick/key-owner.ts";
import type { ServedModels } from "../serve/served-models.ts";
import type { AddedModel, AddedModels } from "./added-models.ts";

/** The models of a server, and those that people add. */
export function modelConfiguration(models: ServedModels, added: AddedModels): ModelConfiguration {
  return {
    providers: KEY_OWNERS.map(({ title }) => title),
    list: () =>
      models.all.map(({ spec }) => {
        const own = added.find(spec);
        return {
          model: spec,
          isUsual: spec === models.usual.spec,
          isAdded: own !== undefined,
          hasKey: own?.key !== undefined,
          ...(own?.address !== undefined && { address: own.address }),
        };
      }),
    async add(wanted) {
      const model = modelOf(wanted);
      if (typeof model === "string") return model;
      const refused = await added.add(model);
      if (refused === undefined && models.usual.isOffline) models.makeUsual(model.spec);
      return refused;
    },
    async use(model) {
      return models.makeUsual(model) ? undefined : `There is no model ${model} here; add it first.`;
    },
    async remove(model) {
      return added.remove(model) ? undefined : `${model} was not added here: the server was started with it.`;
    },
  };
}

/** One sentence where there is none. */
function modelOf(wanted: WantedModel): AddedModel | string {
  return "address" in wanted ? modelAt(wanted) : modelOfKey(wanted);
}

/** The usual model of a provider with a key, or another one of it. One sentence where there is none. */
export function modelOfKey({ key, provider, name }: Exclude<WantedModel, { address: string }>): AddedModel | string {
  if (!isKey(key)) return NO_KEY;
  const owner = KEY_OWNERS.find(({ title }) => title === provider) ?? keyOwner(key);
  if (owner === undefined) return "Say whose key it is: its beginning does not.";
  const { spec, environment } = keyedModel(key, owner);
  return { spec: name === undefined ? spec : `${spec.slice(0, spec.indexOf(":"))}:${name}`, key, environment };
}

function modelAt({ address, name, key }: Extract<WantedModel, { address: string }>): AddedModel | string {
  if (key !== undefined && !isKey(key)) return NO_KEY;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return "The address of a model begins with https:// or http://, such as http://127.0.0.1:4000/v1.";
  if (url.username !== "" || url.password !== "" || url.search !== "")
    return "Give the key in its own field, and the address without it.";
  const spec = `litellm:${name}`;
  // A key of the environment is of another server, and is not sent to this one.
  const environment = { ...process.env, LITELLM_API_KEY: key };
  return { spec, address: url.href.replace(/\/$/, ""), environment, ...(key !== undefined && { key }) };
}

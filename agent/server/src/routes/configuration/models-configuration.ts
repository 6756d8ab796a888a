import type { WantedModel } from "@toolwright/view/internal";
import { z } from "zod";
import { readBody } from "../../guard/read-body.ts";
import type { ServerContext } from "../../server-context.ts";
import { refuse } from "../refuse.ts";
import { change, withConfiguration } from "./change.ts";

const aName = z.string().trim().min(1).max(300);
const aKey = z.string().trim().min(1).max(1_000);

const WANTED = {
  schema: z.union([
    z.strictObject({ key: aKey, provider: aName.optional(), name: aName.optional() }),
    z.strictObject({ address: z.string().trim().min(1).max(2_000), name: aName, key: aKey.optional() }),
  ]),
  error: "The body must be { key, provider?, name? }, or { address, name, key? }.",
};

/** `POST /api/configuration/models`: adds one, with its key. Neither the answer nor the record holds the key. */
export function addModel(context: ServerContext, request: Request): Promise<Response> {
  return withConfiguration(
    context,
    ({ models }) => models,
    async (models, configuration) => {
      const read = await readBody(request, { ...WANTED, limits: context.limits });
      if (!read.ok) return refuse(read.status, read.error);
      const wanted = read.body;
      return change(configuration, {
        kind: "model_added",
        about: aboutModel(wanted),
        make: () => models.add(wanted),
      });
    },
  );
}

function aboutModel(wanted: WantedModel): string {
  if ("address" in wanted)
    return `${wanted.name} at ${withoutPassword(wanted.address)}${wanted.key === undefined ? "" : ", with a key"}`;
  return `${wanted.name ?? "the usual model"} of ${wanted.provider ?? "the provider of the key"}, with a key`;
}

/** What stands in an address for somebody's name and password. */
function withoutPassword(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url === undefined ? "an address that is none" : `${url.origin}${url.pathname}`;
}

const CHOSEN = { schema: z.strictObject({ model: aName }), error: "The body must be { model }." };

/** `PUT /api/configuration/models/usual`: threads that choose none go on with it. */
export function useModel(context: ServerContext, request: Request): Promise<Response> {
  return withConfiguration(
    context,
    ({ models }) => models,
    async (models, configuration) => {
      const read = await readBody(request, { ...CHOSEN, limits: context.limits });
      if (!read.ok) return refuse(read.status, read.error);
      const { model } = read.body;
      return change(configuration, { kind: "model_chosen", about: model, make: () => models.use(model) });
    },
  );
}

/** `DELETE /api/configuration/models?model=NAME`: forgets one that was added, and its key. */
export function removeModel(context: ServerContext, request: Request): Promise<Response> {
  return withConfiguration(
    context,
    ({ models }) => models,
    async (models, configuration) => {
      const model = new URL(request.url).searchParams.get("model") ?? "";
      if (model === "" || model.length > 300) return refuse(400, "Name the model: ?model=NAME.");
      return change(configuration, { kind: "model_removed", about: model, make: () => models.remove(model) });
    },
  );
}

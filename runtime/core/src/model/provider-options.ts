import type { JsonObject } from "../json/json.ts";

/**
 * Options of one provider for a message, a part or a tool, under the provider's name, as in
 * `{ openai: { imageDetail: "low" } }`. A model of the AI SDK hands it on as it is; other models pass it over.
 */
export type ProviderOptions = { readonly [provider: string]: JsonObject };

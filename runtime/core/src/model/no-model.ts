/** One sentence on how what was given in a model's place becomes a model. */
export function noModel(given: unknown): string {
  if (typeof given === "string") {
    const name = JSON.stringify(given.slice(0, 100));
    return `${name} is the name of a model, not a model: createOpenAiCompatibleModel({ baseUrl, apiKey, model: ${name} }) of @toolwright/models makes one, and fromChatProvider(provider, { model: ${name} }) where you have a provider.`;
  }
  const fields: object = (typeof given === "object" || typeof given === "function") && given !== null ? given : {};
  if ("specificationVersion" in fields || "doStream" in fields) {
    return `A model of the AI SDK${idOf(fields)} needs its adapter: createAiSdkModel(model) of @toolwright/models.`;
  }
  if ("chat" in fields)
    return "An object with a chat method needs its adapter: fromChatProvider(provider) of @toolwright/models.";
  if (typeof given === "function") return `A function is no model. ${MAKERS}`;
  return `A model must have completionStream. ${MAKERS}`;
}

const MAKERS = "createOpenAiCompatibleModel and createAiSdkModel of @toolwright/models make one.";

function idOf(fields: object): string {
  const { provider, modelId } = Object.assign({ provider: undefined, modelId: undefined }, fields);
  return typeof provider === "string" && typeof modelId === "string" ? ` (${provider}/${modelId})` : "";
}

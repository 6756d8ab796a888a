import type { LlmOptions } from "../model/model-port.ts";

/** What the loop itself puts into a request. */
const OWN = ["messages", "tools", "signal"];

/** The options of every request of a run; `max_tokens` is `maxTokens`. Throws a `TypeError` that names a field which is no option. */
export function requestOptions({ max_tokens, ...options }: LlmOptions = {}): LlmOptions {
  const own = OWN.find((name) => options[name] !== undefined);
  if (own !== undefined)
    throw new TypeError(`llmOptions.${own} is no option: the loop itself puts ${own} into a request.`);
  return max_tokens === undefined || options.maxTokens !== undefined ? options : { ...options, maxTokens: max_tokens };
}

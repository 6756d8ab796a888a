import type { LlmOptions } from "../model/model-port.ts";
import { noModel } from "../model/no-model.ts";
import { checkConfig } from "./check-config.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

/**
 * A configuration with every option in the form that a run reads. Rejects with a `TypeError` for one that no run can
 * begin with.
 */
export async function readConfig(given: ToolLoopConfig): Promise<ToolLoopConfig> {
  // Where types do not reach, null may stand for no tools.
  const config = given?.tools === null ? { ...given, tools: [] } : given;
  await checkConfig(config);
  const { model, llmOptions } = config;
  if (typeof model?.completionStream !== "function") throw new TypeError(noModel(model));
  return llmOptions === undefined ? config : { ...config, llmOptions: requestOptions(llmOptions) };
}

/** What the loop itself puts into a request. */
const OWN = ["messages", "tools", "signal"];

/**
 * The options of every request of a run; `max_tokens` is `maxTokens`. Throws a `TypeError` that names a field which is
 * no option.
 */
function requestOptions({ max_tokens, ...options }: LlmOptions): LlmOptions {
  const own = OWN.find((name) => options[name] !== undefined);
  if (own !== undefined)
    throw new TypeError(`llmOptions.${own} is no option: the loop itself puts ${own} into a request.`);
  return max_tokens === undefined || options.maxTokens !== undefined ? options : { ...options, maxTokens: max_tokens };
}

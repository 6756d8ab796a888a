import type { JsonObject } from "@toolwright/core";
import { numberIn, textIn } from "../wire/fields.ts";
import type { AssistantThreadMessage } from "../wire/thread-message.ts";

/** What a model is known to do before its first word. */
export type ModelWait = Pick<AssistantThreadMessage, "reading" | "retrying">;

/** What data of that name tell of it; nothing where they tell of something else. */
export function modelWaitIn(name: string, data: JsonObject): ModelWait {
  if (name === "model-retrying")
    return { retrying: { delayMs: numberIn(data, "delayMs") ?? 0, reason: textIn(data, "reason") ?? "" } };
  if (name !== "model-reading") return {};
  const leftMs = numberIn(data, "leftMs");
  const [tokens = 0, totalTokens = 0] = [numberIn(data, "tokens"), numberIn(data, "totalTokens")];
  return { reading: { tokens, totalTokens, ...(leftMs === undefined ? {} : { leftMs }) } };
}

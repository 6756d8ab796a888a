import type { LlmError } from "@toolwright/core";

/** Whether an option can stand in the JSON of a request that the adapter does not write at this place itself. */
export function isSendable(value: unknown, isOwn: boolean): boolean {
  try {
    return !isOwn && JSON.stringify(value) !== undefined && !(typeof value === "number" && !Number.isFinite(value));
  } catch {
    return false;
  }
}

/** The error of a request with such an option. */
export function cannotSend(key: string, isOwn: boolean): LlmError {
  const why = isOwn ? "the adapter writes this field itself" : "its value is no JSON";
  return { code: "internal", message: `llmOptions.${key} cannot be sent: ${why}.` };
}

import type { LlmError } from "@toolwright/core";
import { errorTexts } from "../words/errors.ts";

/** What a client is told of a run that failed: fixed words, since a provider may say anything. */
export function safeErrorText({ code }: LlmError): string {
  return errorTexts[code] ?? errorTexts.internal;
}
